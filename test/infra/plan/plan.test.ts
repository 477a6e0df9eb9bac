// The plans of the project's own stacks, as golden files, so that a change shows in review. Update: vitest -u.
import { join } from 'node:path';
import { hostNames } from '@petstore/custom-domains/names';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../infra/config/stack-file.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { goldenYaml } from '../golden-yaml.ts';
import { settings } from './settings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GOLDEN = join(ROOT, 'test/golden/plan');

function planOf(stack: string): StackPlan {
  const result = loadSettings(ROOT, stack);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return planStack(result.settings);
}

test.each(['local', 'staging', 'production'])(
  'the %s stack has the plan of its golden file',
  async (stack) => {
    const plan = planOf(stack);
    const names = plan.hosts.map(({ host }) => hostNames(host));
    await expect(goldenYaml({ plan, names })).toMatchFileSnapshot(join(GOLDEN, `${stack}.yaml`));
    // It is data: it survives JSON.
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  },
);

// What the stacks' own files do not have: the API at an apex, a TTL of its own, and a host that is verified.
test.each<[string, object]>([
  ['petstore.dev', { apex: true, target: 'gateway', ttl: undefined }],
  ['api.petstore.example', { apex: false, target: 'gateway', certificateRegion: 'eu-west-1', ttl: 60 }],
  ['old.petstore.dev', { role: 'redirect', target: 'distribution', certificateRegion: 'us-east-1' }],
  ['partner.dev', { apex: true, zone: { provider: 'external', verified: true }, ttl: 300 }],
])('%s', (host, expected) => {
  const redirects = [{ from: 'old.petstore.dev', to: 'https://petstore.dev', status: 308 as const }];
  const plan = planStack(
    settings({
      zones: [
        { name: 'petstore.example', provider: 'cloudflare', zoneId: '0'.repeat(32) },
        { name: 'petstore.dev', provider: 'route53' },
      ],
      api: { primary: 'petstore.dev', domains: ['api.petstore.example'], redirects },
      docs: { primary: 'partner.dev', domains: [], redirects: [] },
      verified: ['partner.dev'],
      ttl: { default: 300, hosts: { 'api.petstore.example': 60 } },
    }),
  );
  const found = plan.hosts.find((candidate) => candidate.host === host);
  expect({ ttl: undefined, ...found }).toMatchObject(expected);
});
