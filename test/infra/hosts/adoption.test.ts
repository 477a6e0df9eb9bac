// What of a host that is to be adopted the stack lacks, what it imports, and what the findings say that exists.
import type { ExistingHost, StackState } from '@petstore/custom-domains/many-hosts';
import { describe, expect, test } from 'vitest';
import { isToAdopt, judge, newImports } from '../../../infra/hosts/adoption.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const HOST = 'shop.pets.example';
const plan: HostPlan = {
  ...{ host: HOST, site: 'api', role: 'domain', apex: false, target: 'gateway' },
  ...{ zone: { provider: 'route53', name: 'pets.example' }, certificateRegion: 'eu-west-1', adopt: {} },
};
const external: HostPlan = { ...plan, zone: { provider: 'external', verified: true } as HostPlan['zone'] };

const stateOf = (...names: string[]): StackState => ({
  ...{ outputs: {}, names: new Set(names.map((name) => `${HOST}-${name}`)), typed: new Map() },
});

describe('a host is to be adopted', () => {
  test.each<[string, HostPlan, string[], boolean]>([
    ['while the stack has nothing of it', plan, [], true],
    ['without its certificate', plan, ['attachment', 'route'], true],
    ['without its attachment', plan, ['certificate', 'route'], true],
    ['without its routing record', plan, ['certificate', 'attachment'], true],
    ['no more, with all three', plan, ['certificate', 'attachment', 'route'], false],
    [
      'no more, with the second certificate and an alias',
      plan,
      ['certificate-2', 'attachment', 'route-a'],
      false,
    ],
    ['external, no more without a routing record', external, ['certificate', 'attachment'], false],
    ['external, without its certificate', external, ['attachment'], true],
    ['not at all, where it is not declared', { ...plan, adopt: undefined }, [], false],
  ])('%s', (_name, host, names, expected) => {
    expect(isToAdopt(host, stateOf(...names))).toBe(expected);
  });
});

const record = {
  ...{ importId: 'Z1_r', name: HOST, type: 'CNAME', value: 'd-1.example', alias: false, ttl: 300 },
};
const existing: ExistingHost = {
  ...{ certificateArn: 'arn:c', attachment: { importId: HOST, target: 'd-1.example' }, mapping: 'm1' },
  ...{ validations: [], routing: [record], differing: [] },
};

test('what the state has already is not imported again; after a look-up that failed, nothing is', () => {
  const names = (state: StackState) => [...newImports(plan, { existing }, state).keys()];
  const all = ['certificate', 'attachment', 'mapping', 'route'].map((name) => `${HOST}-${name}`);
  expect(names(stateOf())).toEqual(all);
  expect(names(stateOf('certificate', 'route'))).toEqual([`${HOST}-attachment`, `${HOST}-mapping`]);
  expect(newImports(plan, { error: new Error('refused') }, stateOf()).size).toBe(0);
  expect(newImports(plan, undefined, stateOf()).size).toBe(0);
});

describe('the finding about what exists', () => {
  const found = (adopt: HostPlan['adopt'], lookedUp: Parameters<typeof judge>[1]) => {
    const { findings } = judge(
      { plan: { ...plan, adopt }, findings: [], observation: undefined as never },
      lookedUp,
    );
    return findings.map(({ code, severity, found: text, fix }) => `${severity} ${code}: ${text} | ${fix}`);
  };

  test('names each resource, and the id that is missing', () => {
    const [text] = found({}, { existing });
    for (const words of [
      'arn:c',
      'the domain name d-1.example',
      'CNAME d-1.example (TTL 300)',
      'get-api-mappings',
    ])
      expect(text).toContain(words);
  });

  test('says why nothing is known, and without a look-up nothing', () => {
    expect(found({}, { error: new Error('AccessDenied') }).join()).toContain('AccessDenied');
    expect(found({}, undefined)).toEqual([]);
  });
});
