// The plans of the project's own stacks, as golden files, so that a change shows in review. Update: vitest -u.
import { join } from 'node:path';
import { hostNames } from '@petstore/custom-domains/names';
import { describe, expect, test } from 'vitest';
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

describe.each(['local', 'staging', 'production'])('the %s stack', (stack) => {
  test('has the plan of its golden file', async () => {
    const plan = planOf(stack);
    const names = plan.hosts.map(({ host }) => hostNames(host));
    await expect(goldenYaml({ plan, names })).toMatchFileSnapshot(join(GOLDEN, `${stack}.yaml`));
  });
});

describe('a host', () => {
  const plan = planStack(
    settings({
      zones: [
        { name: 'petstore.example', provider: 'cloudflare', zoneId: '0'.repeat(32) },
        { name: 'petstore.dev', provider: 'route53' },
      ],
      api: {
        primary: 'petstore.dev',
        domains: ['api.petstore.example'],
        redirects: [{ from: 'old.petstore.dev', to: 'https://petstore.dev', status: 308 }],
      },
      docs: { primary: 'petstore.example', domains: ['docs.partner.example', 'partner.dev'], redirects: [] },
      verified: ['partner.dev'],
      ttl: { default: 300, hosts: { 'api.petstore.example': 60 } },
    }),
  );
  const of = (host: string) => plan.hosts.find((candidate) => candidate.host === host);

  test('of the api is at the gateway, its certificate in the region of the stack', () => {
    const expected = { role: 'domain', target: 'gateway', certificateRegion: 'eu-west-1', apex: false };
    expect(of('api.petstore.example')).toMatchObject(expected);
  });

  test('of the docs is at a distribution, its certificate in us-east-1', () => {
    const expected = {
      target: 'distribution',
      certificateRegion: 'us-east-1',
      apex: true,
    };
    expect(of('petstore.example')).toMatchObject(expected);
  });

  test('has the TTL of its own, else the default; alias records have none', () => {
    expect(of('api.petstore.example')?.ttl).toBe(60);
    expect(of('docs.partner.example')?.ttl).toBe(300);
    expect(of('petstore.dev')).not.toHaveProperty('ttl');
  });

  test('of the api can be at an apex', () => {
    expect(of('petstore.dev')).toMatchObject({ apex: true, target: 'gateway' });
  });

  test('that redirects is at a distribution, also one of the api', () => {
    const redirect = { to: 'https://petstore.dev', status: 308 };
    const expected = { role: 'redirect', target: 'distribution', certificateRegion: 'us-east-1', redirect };
    expect(of('old.petstore.dev')).toMatchObject(expected);
  });

  test('in no zone is external, verified or not', () => {
    const external = (verified: boolean) => ({ provider: 'external', verified });
    expect(of('docs.partner.example')).toMatchObject({ apex: false, zone: external(false) });
    expect(of('partner.dev')).toMatchObject({ apex: true, zone: external(true) });
  });

  test('has its place in the order of declaration', () => {
    expect(plan.hosts.map(({ host }) => host)).toEqual([
      'petstore.dev',
      'api.petstore.example',
      'old.petstore.dev',
      'petstore.example',
      'docs.partner.example',
      'partner.dev',
    ]);
  });
});

test('the plan is data: it survives JSON', () => {
  const plan = planOf('production');
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
});
