// What a run does with a host that moves in. Where it could not find out what exists, it takes nothing back.
import type { DnsAdapter } from '@petstore/custom-domains/dns-hosts';
import type { NamedRecord, StackState } from '@petstore/custom-domains/many-hosts';
import type { Finding } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, describe, expect, test } from 'vitest';
import { planMoves } from '../../../infra/hosts/moving.ts';
import { waitingOutput } from '../../../infra/hosts/outputs.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const HOST = 'pets.example';
const plan: HostPlan = {
  ...{ host: HOST, site: 'docs', role: 'domain', apex: true, target: 'distribution', moving: {} },
  ...{ zone: { provider: 'route53', name: HOST }, certificateRegion: 'us-east-1' },
};
const taken: Finding = {
  ...{ code: 'alias-taken', severity: 'blocked', host: HOST, found: '', why: '', fix: '', records: [] },
};
const stateOf = (names: readonly string[]): StackState => ({
  ...{ outputs: {}, names: new Set(names), typed: new Map() },
});

test.each<[string, readonly string[], string | undefined, boolean | undefined]>([
  ['a host of which the stack has nothing', [], 'waits', true],
  ['a host whose distribution may have the name by now', [`${HOST}-attachment`], 'waits', false],
  [
    'a host of whose records one is the stack’s',
    [`${HOST}-attachment`, `${HOST}-route-a`],
    'replaces',
    false,
  ],
  [
    'a host that is routed',
    [`${HOST}-attachment`, `${HOST}-route-a`, `${HOST}-route-aaaa`, `${HOST}-route-https`],
    undefined,
    undefined,
  ],
])('%s', async (_name, names, kind, aliasWaits) => {
  const moves = await planMoves([{ plan, findings: [taken] }], {
    ...{ state: stateOf(names), region: 'eu-west-1', stack: 'staging' },
    dnsOf: () => Promise.reject(new Error('no credentials')),
  });
  const move = moves.get(HOST);
  expect({ kind: move?.step.kind, aliasWaits: move?.aliasWaits }).toEqual({ kind, aliasWaits });
});

const SHOP = `shop.${HOST}`;
const OLD = {
  ...{ importId: 'Z1_shop_CNAME', name: SHOP, type: 'CNAME', value: 'old.platform.example', alias: false },
};
const conflict: Finding = { ...taken, code: 'conflicting-record', host: SHOP };

describe('a host of which the zone has', () => {
  beforeAll(() =>
    pulumi.runtime.setMocks({
      newResource: ({ id, inputs }) => ({ id: id ?? '', state: inputs }),
      call: () => ({ arn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' }),
    }),
  );

  test.each<[string, readonly (typeof OLD)[], readonly Finding[], NamedRecord[], string, string[]]>([
    ['a record that the line names', [OLD], [conflict], [OLD], 'replaces', [`${SHOP}-route`]],
    ['a record that the line does not name', [OLD], [conflict], [{ ...OLD, value: 'x' }], 'waits', []],
    ['no record, and DNS a conflicting one', [], [conflict], [], 'waits', []],
    ['no record, and DNS a CNAME', [], [{ ...conflict, code: 'cname-elsewhere' }], [], 'waits', []],
    ['no record, and CAA forbids', [], [{ ...conflict, code: 'caa-blocks-authority' }], [], 'replaces', []],
  ])('%s', async (_name, records, findings, replaces, kind, imported) => {
    const shop: HostPlan = { ...plan, host: SHOP, apex: false, moving: { replaces } };
    const dns = { existingRecords: async () => [...records] } as unknown as DnsAdapter;
    const moves = await planMoves([{ plan: shop, findings }], {
      ...{ state: stateOf([]), region: 'eu-west-1', stack: 'staging', dnsOf: async () => dns },
    });
    const move = moves.get(SHOP);
    expect(move?.step.kind).toBe(kind);
    expect([...(move?.imports.keys() ?? [])]).toEqual(imported);
    expect(move?.step).toMatchSnapshot();
  });
});

test('the output of a move that waits says why', async () => {
  const moves = await planMoves([{ plan, findings: [taken] }], {
    ...{ state: stateOf([]), region: 'eu-west-1', stack: 'staging' },
    dnsOf: () => Promise.reject(new Error('no credentials')),
  });
  const move = moves.get(HOST);
  expect(move && waitingOutput(move)).toMatchObject({
    aliasWaits: true,
    why: expect.stringContaining('no credentials'),
  });
});

describe('the validation record at Cloudflare, of which ACM gives an account one for each name, is imported', () => {
  const record = (value: string) => ({
    ...{ importId: `z/${value}`, name: `_1.${SHOP}`, type: 'CNAME', value, alias: false },
  });
  const own = record('_2.a.acm-validations.aws');
  const other = record('_3.b.acm-validations.aws');
  const CLOUDFLARE = { provider: 'cloudflare', name: HOST, zoneId: 'z' } as const;
  let hasOne = true;

  beforeAll(() =>
    pulumi.runtime.setMocks({
      newResource: ({ id, inputs }) => ({ id: id ?? '', state: inputs }),
      call: () => {
        if (hasOne) return { arn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
        throw Object.assign(new Error(), { details: 'no ACM Certificate matching our criteria found' });
      },
    }),
  );

  test.each<[string, boolean, HostPlan['zone'], (typeof own)[], string[]]>([
    ['where the account has a certificate of the name', true, CLOUDFLARE, [own], [`${SHOP}-validation`]],
    ['not where it has none: the record is another account’s', false, CLOUDFLARE, [own], []],
    ['not where there are two: which is the account’s, only ACM knows', true, CLOUDFLARE, [own, other], []],
    ['not at Route 53, where a record is overwritten', true, plan.zone, [own], []],
  ])('%s', async (_name, certificate, zone, records, imported) => {
    hasOne = certificate;
    const shop: HostPlan = { ...plan, host: SHOP, apex: false, zone };
    const dns = { existingRecords: async () => records } as unknown as DnsAdapter;
    const moves = await planMoves([{ plan: shop, findings: [] }], {
      ...{ state: stateOf([]), region: 'eu-west-1', stack: 'staging', dnsOf: async () => dns },
    });
    expect([...(moves.get(SHOP)?.imports.keys() ?? [])]).toEqual(imported);
  });
});
