// What a run does with a host that moves in and says of it. Where it could not find out what exists, it takes nothing back.
import type { DnsAdapter } from '@petstore/custom-domains/dns-hosts';
import type { NamedRecord, StackState } from '@petstore/custom-domains/many-hosts';
import type { Finding } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { judgeMove, planMoves } from '../../../infra/hosts/moving.ts';
import { logMoves } from '../../../infra/hosts/moving-log.ts';
import { waitingOutput } from '../../../infra/hosts/outputs.ts';
import { pulumiLog } from '../../../infra/hosts/preflight-log.ts';
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
    if (move?.step.kind === 'waits')
      expect(move.step.fix).toContain(`domains -- move ${SHOP} --stack staging`);
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

describe('the log of a run names the command that shows the next step', () => {
  const command = `npm run domains -- move ${SHOP} --stack staging`;
  const shop: HostPlan = { ...plan, host: SHOP, apex: false };
  const dns = { existingRecords: async () => [OLD] } as unknown as DnsAdapter;

  async function logged(moving: HostPlan['moving'], hasFindings = true, found: readonly Finding[] = []) {
    const moves = await planMoves([{ plan: { ...shop, moving }, findings: [conflict] }], {
      ...{ state: stateOf([]), region: 'eu-west-1', stack: 'staging', dnsOf: async () => dns },
    });
    const lines: string[] = [];
    const log = { leftOut: () => undefined, warn: () => undefined };
    const waits = (host: string, next: string, what: string) => void lines.push(`${what} ${host}: ${next}`);
    const hosts = [shop, plan].map((one) => ({ plan: one, findings: found }));
    logMoves(hosts, moves, { stack: 'staging', log: { ...log, waits }, hasFindings });
    const removal = { action: 'remove', name: SHOP, type: 'CNAME', value: OLD.value, ttl: 300 };
    const findings = [{ ...conflict, records: [removal] }];
    const judged = judgeMove({ plan: shop, findings } as never, moves.get(SHOP), 'staging');
    return { lines, fixes: judged.findings.map(({ fix }) => fix) };
  }

  test('of a host that is prepared', async () => {
    const { lines, fixes } = await logged({});
    const what = 'its old place serves until its routing record leads here; the next step';
    expect(lines).toEqual([`move ${SHOP}:   ${what}: ${command}`]);
    expect(fixes).toEqual([`${command} shows the next step`]);
  });

  test('of a host whose owner has set the routing record', async () => {
    const { lines } = await logged({}, true, [{ ...conflict, code: 'already-configured' }]);
    expect(lines).toEqual([`move ${SHOP}:   its routing record leads here; the next step: ${command}`]);
  });

  test('and the log of the engine which host moves in', () => {
    const warn = vi.spyOn(pulumi.log, 'warn').mockResolvedValue();
    pulumiLog.waits(SHOP, '  next', 'move');
    pulumiLog.waits(SHOP, '  next', 'owner');
    expect(warn.mock.calls).toEqual([[`${SHOP} moves in\n  next`], [`${SHOP}\n  next`]]);
    warn.mockRestore();
  });

  test('of a host whose record is replaced', async () => {
    const { lines } = await logged({ replaces: [OLD] });
    expect(lines).toEqual([`move ${SHOP}:   this run sets its routing record; the next step: ${command}`]);
  });

  test('of a host that waits: in its warning, or in a line where there are no warnings', async () => {
    const moving = { replaces: [{ ...OLD, value: 'x' }] };
    const { lines, fixes } = await logged(moving);
    expect(lines).toEqual([]);
    expect(fixes).toEqual([expect.stringContaining(command)]);
    expect((await logged(moving, false)).lines).toEqual([
      expect.stringMatching(/does not name every record.*; the next step: npm run domains -- move/),
    ]);
  });
});
