// Everything that a run reads before it decides: the stack's state, live DNS, the zones' APIs, and what the account has.
import { setTimeout } from 'node:timers/promises';
import type { DnsAdapter, HostZone, ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import {
  attachmentOf,
  certificateRequest,
  findExisting,
  isDeployed,
  isStranded,
  ownRecords,
  type StackState,
  type Warn,
} from '@petstore/custom-domains/many-hosts';
import {
  type AssignedServers,
  check,
  createReader,
  type Expected,
  type ReaderOptions,
} from '@petstore/custom-domains/preflight';
import { forecast } from '../plan/forecast.ts';
import { targetOf } from '../plan/plan-stack.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { isAccountRead, slotsOf } from './decide.ts';
import type { AccountFacts, HostFacts } from './decision.ts';
import { httpsPort, isRoutingAwaited, previousHosts } from './host-output.ts';

export interface ReadOptions {
  readonly dns?: ReaderOptions;
  /** Receives what could not be looked up. */
  readonly warn: Warn;
  /** The adapter of a host's zone, which looks up the zone's name servers and the records that exist. */
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The account is read last, and only of the hosts that depend on it. */
export async function readHosts(plan: StackPlan, state: StackState, options: ReadOptions) {
  const { warn, now } = options;
  const read = plan.hosts.map(async (host): Promise<HostFacts> => {
    const { name } = slotsOf(host, state, { region: plan.region, now }).certificate;
    const certificate = { name, ...(await certificateRequest(host.host, state, { name, warn })) };
    return { plan: host, before: previousHosts(state)[host.host], certificate, findings: [] };
  });
  const declared = await Promise.all(read);
  const checked =
    plan.settings.preflight === 'off' ? declared : await checkHosts(declared, plan, state, options);
  const hosts = checked.map(async (facts): Promise<HostFacts> => {
    if (!isAccountRead(facts, state)) return facts;
    return { ...facts, account: await readAccount(facts.plan, state, options) };
  });
  return { plan, state, now, hosts: await Promise.all(hosts) };
}

/** With what live DNS has of each host, and its own records where it is deployed. */
async function checkHosts(
  hosts: readonly HostFacts[],
  plan: StackPlan,
  state: StackState,
  { dns, dnsOf, now }: ReadOptions,
): Promise<HostFacts[]> {
  const deployed = hosts.filter(
    ({ plan, certificate }) => isDeployed(state, plan.host) && !isStranded(plan, certificate, state),
  );
  const expected = new Map(deployed.map((one) => [one.plan.host, expectedOf(one, state, now)]));
  // What each was attached to, from the outputs of the last deployment that reached its end.
  const before = new Map(
    deployed.flatMap(({ plan: { host }, before: was }) =>
      was === undefined ? [] : [[host, { target: targetOf(was) }] as const],
    ),
  );
  const assigned = await readNameServers(plan.hosts, dnsOf);
  const planned = forecast(plan, new Set(expected.keys()));
  const checked = await check(plan.hosts, createReader(dns), { expected, before, assigned, planned });
  return hosts.map((one, i) => ({
    ...one,
    own: expected.get(one.plan.host),
    findings: checked[i]?.findings ?? [],
  }));
}

/** Its records, and whether its owner has had the time to set the one that only a deployment shows. */
function expectedOf({ plan: { host }, before }: HostFacts, state: StackState, now: number): Expected {
  const { url, routingAwaitedUntil } = before ?? {};
  const own = ownRecords(state, host);
  const routingAwaited = own.routingAwaited || isRoutingAwaited(routingAwaitedUntil, now);
  return { ...own, routingAwaited, httpsPort: url === undefined ? undefined : httpsPort(url) };
}

/** Providers retry for minutes where they have no network. */
const TIMEOUT_MS = 20_000;

/** By the name of each declared zone that has a host. A zone whose API could not be queried is `failed`, with the reason. */
async function readNameServers(
  hosts: readonly HostPlan[],
  dnsOf: ReadOptions['dnsOf'],
): Promise<ReadonlyMap<string, AssignedServers>> {
  const declared = hosts.flatMap(({ zone }) => (zone.provider === 'external' ? [] : [zone]));
  const zones = new Map<string, ZoneDeclaration>(declared.map((zone) => [zone.name, zone]));
  const read = [...zones.values()].map(async (zone): Promise<[string, AssignedServers][]> => {
    try {
      const nameServers = await Promise.race([(await dnsOf(zone)).nameServers(), late()]);
      return nameServers === undefined ? [] : [[zone.name, { kind: 'known', nameServers }]];
    } catch (error) {
      return [[zone.name, { kind: 'failed', detail: (error as Error).message }]];
    }
  });
  return new Map((await Promise.all(read)).flat());
}

async function late(): Promise<never> {
  await setTimeout(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`no response within ${TIMEOUT_MS / 1000} s`);
}

/** Where a look-up fails, the rest of the run goes on. */
async function readAccount(plan: HostPlan, state: StackState, { dnsOf }: ReadOptions): Promise<AccountFacts> {
  const { host, adopt, moving } = plan;
  try {
    const own = { distribution: ownDistribution(host, state) };
    const ids = moving === undefined ? adopt : own;
    return { existing: await findExisting(plan, await dnsOf(plan.zone), ids) };
  } catch (error) {
    return { error: error as Error };
  }
}

/** Its id, with which the distribution's ARN ends. */
function ownDistribution(host: string, state: StackState): string | undefined {
  const { arn } = (attachmentOf(state, host, 'distribution')?.resource.outputs ?? {}) as { arn?: string };
  return arn?.split(':distribution/')[1];
}
