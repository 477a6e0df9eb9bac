// Recorded types: all have one handler. One that is found by its name, and one whose id stays when it is renamed.
import type { Lifecycle } from '../lifecycle.ts';

export const recorded: readonly Lifecycle[] = [
  {
    type: 'aws:iam/role:Role',
    computes: ['arn'],
    script: async () => ({
      inputs: { assumeRolePolicy: '{"Statement":[]}' },
      updates: [{ description: 'orders' }],
      replaces: { path: '/orders/' },
    }),
  },
  {
    type: 'aws:codedeploy/application:Application',
    computes: ['arn', 'applicationId'],
    script: async () => ({
      inputs: { computePlatform: 'Lambda' },
      updates: [{ name: 'renamed' }],
      replaces: { computePlatform: 'ECS' },
    }),
  },
];
