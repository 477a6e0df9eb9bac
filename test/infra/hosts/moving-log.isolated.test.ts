// What a run says of a host that moves in: how far it is, and the command that shows the next step.
import type { DnsAdapter } from '@petstore/custom-domains/dns-hosts';
import type { StackState } from '@petstore/custom-domains/many-hosts';
import type { Finding } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { judgeMove, planMoves } from '../../../infra/hosts/moving.ts';
import { logMoves } from '../../../infra/hosts/moving-log.ts';
import { pulumiLog } from '../../../infra/hosts/preflight-log.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const SHOP = 'shop.pets.example';
const shop: HostPlan = {
  ...{ host: SHOP, site: 'docs', role: 'domain', apex: false, target: 'distribution' },
  ...{ zone: { provider: 'route53', name: 'pets.example' }, certificateRegion: 'us-east-1' },
};
/** Does not move. */
const plan: HostPlan = { ...shop, host: 'docs.pets.example' };
const OLD = {
  ...{ importId: 'Z1_shop_CNAME', name: SHOP, type: 'CNAME', value: 'old.platform.example', alias: false },
};
const conflict: Finding = {
  ...{ code: 'conflicting-record', severity: 'blocked', host: SHOP, found: '', why: '', fix: '' },
  records: [{ action: 'remove', name: SHOP, type: 'CNAME', value: OLD.value, ttl: 300 }],
};
const state: StackState = { outputs: {}, names: new Set(), typed: new Map() };

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ id, inputs }) => ({ id: id ?? '', state: inputs }),
    call: () => ({ arn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' }),
  }),
);

describe('the log of a run names the command that shows the next step', () => {
  const command = `npm run domains -- move ${SHOP} --stack staging`;
  const dns = { existingRecords: async () => [OLD] } as unknown as DnsAdapter;

  async function logged(moving: HostPlan['moving'], hasFindings = true, found: readonly Finding[] = []) {
    const moves = await planMoves([{ plan: { ...shop, moving }, findings: [conflict] }], {
      ...{ state, region: 'eu-west-1', stack: 'staging', dnsOf: async () => dns },
    });
    const lines: string[] = [];
    const log = { leftOut: () => undefined, warn: () => undefined };
    const waits = (host: string, next: string, what: string) => void lines.push(`${what} ${host}: ${next}`);
    const hosts = [shop, plan].map((one) => ({ plan: one, findings: found }));
    logMoves(hosts, moves, { stack: 'staging', log: { ...log, waits }, hasFindings });
    const judged = judgeMove({ plan: shop, findings: [conflict] } as never, moves.get(SHOP), 'staging');
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
