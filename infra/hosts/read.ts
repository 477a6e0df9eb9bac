// Everything that a run reads before it decides: the stack's state, live DNS, the zones' APIs, and what the account has.
import type { DnsAdapter, HostZone, ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import {
  attachmentOf,
  certificateRequests,
  findExisting,
  hasCertificate,
  isDeployed,
  isStranded,
  ownRecords,
  type StackState,
  type Warn,
} from '@petstore/custom-domains/many-hosts';
import { certificateRegionOf } from '@petstore/custom-domains/names';
import {
  type AssignedServers,
  check,
  createReader,
  type Expected,
  type ReaderOptions,
} from '@petstore/custom-domains/preflight';
import { targetOf } from '../plan/plan-host.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { isAccountRead, slotsOf } from './decide.ts';
import type { AccountFacts, HostFacts, StackFacts } from './decision.ts';
import { isRoutingAwaited, previousHosts } from './host-output.ts';
import { needsCertificate } from './moving.ts';
import { httpsPort } from './url.ts';

export interface ReadOptions {
  readonly dns?: ReaderOptions;
  /** Receives what could not be looked up, and what an earlier run left in the account. */
  readonly warn: Warn;
  /** The adapter of a host's zone, which looks up the zone's name servers and the records that exist. */
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The account is read last, and only of the hosts that depend on it. */
export async function readHosts(
  plan: StackPlan,
  state: StackState,
  options: ReadOptions,
): Promise<StackFacts> {
  const certificates = await readCertificates(plan, state, options);
  const checked =
    plan.settings.preflight === 'off' ? [] : await checkHosts(plan, state, certificates, options);
  const hosts = plan.hosts.map(async (host, i): Promise<HostFacts> => {
    const facts = {
      plan: host,
      before: previousHosts(state)[host.host],
      certificate: certificates[i] as HostFacts['certificate'],
      own: checked[i]?.own,
      findings: checked[i]?.findings ?? [],
    };
    if (!isAccountRead(facts, state)) return facts;
    return { ...facts, account: await readAccount(host, { state, region: plan.region }, options.dnsOf) };
  });
  return { plan, state, now: options.now, hosts: await Promise.all(hosts) };
}

/** In the order of the plan's hosts. */
async function readCertificates(
  { hosts, region }: StackPlan,
  state: StackState,
  { warn, now }: ReadOptions,
): Promise<HostFacts['certificate'][]> {
  const names = new Map(
    hosts.map((host) => [host.host, slotsOf(host, { state, region, now }).certificate.name]),
  );
  const nameOf = (host: string) => names.get(host) as string;
  const requests = await certificateRequests([...names.keys()], state, warn, undefined, nameOf);
  return hosts.map(({ host }) => ({ name: nameOf(host), ...requests.get(host) }));
}

/** What live DNS has of each host, and its own records where it is deployed. */
async function checkHosts(
  plan: StackPlan,
  state: StackState,
  certificates: readonly HostFacts['certificate'][],
  { dns, dnsOf, now }: ReadOptions,
): Promise<Pick<HostFacts, 'own' | 'findings'>[]> {
  const deployed = plan.hosts.filter(
    (one, i) => isDeployed(state, one.host) && !isStranded(one, certificates[i] ?? {}, state),
  );
  const expected = new Map(deployed.map(({ host }) => [host, expectedOf(host, state, now)]));
  // What each was attached to, from the outputs of the last deployment that reached its end.
  const before = new Map(
    deployed.flatMap(({ host }) => {
      const was = previousHosts(state)[host];
      return was === undefined ? [] : [[host, { target: targetOf(was) }] as const];
    }),
  );
  const assigned = await readNameServers(zonesOf(plan), dnsOf);
  const checked = await check(plan.hosts, createReader(dns), { expected, before, assigned });
  return checked.map(({ plan: { host }, findings }) => ({ own: expected.get(host), findings }));
}

/** Its records, and whether its owner has had the time to set the one that only a deployment shows. */
function expectedOf(host: string, state: StackState, now: number): Expected {
  const { url, routingAwaitedUntil } = previousHosts(state)[host] ?? {};
  const isAwaited = isRoutingAwaited(routingAwaitedUntil, now);
  return {
    ...ownRecords(state, host),
    ...(isAwaited && { routingAwaited: true }),
    ...(url !== undefined && { httpsPort: httpsPort(url) }),
  };
}

/** The declared zones that have a host, each once. */
function zonesOf({ hosts }: StackPlan): ZoneDeclaration[] {
  const declared = hosts.flatMap(({ zone }) => (zone.provider === 'external' ? [] : [zone]));
  return [...new Map(declared.map((zone) => [zone.name, zone])).values()];
}

/** Providers retry for minutes where they have no network. */
const TIMEOUT_MS = 20_000;

/** By the zone's name. A zone whose API could not be queried is `failed`, with the provider's reason. */
async function readNameServers(
  zones: readonly ZoneDeclaration[],
  dnsOf: ReadOptions['dnsOf'],
): Promise<ReadonlyMap<string, AssignedServers>> {
  const read = zones.map(async (zone): Promise<[string, AssignedServers][]> => {
    try {
      const nameServers = await inTime((await dnsOf(zone)).nameServers());
      return nameServers === undefined ? [] : [[zone.name, { kind: 'known', nameServers }]];
    } catch (error) {
      return [[zone.name, { kind: 'failed', detail: (error as Error).message }]];
    }
  });
  return new Map((await Promise.all(read)).flat());
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Where a look-up fails, the rest of the run goes on. */
async function readAccount(
  plan: HostPlan,
  { state, region }: { readonly state: StackState; readonly region: string },
  dnsOf: ReadOptions['dnsOf'],
): Promise<AccountFacts> {
  const { host, adopt, moving } = plan;
  try {
    const ids = moving === undefined ? adopt : { distribution: ownDistribution(host, state) };
    const existing = await findExisting(plan, await dnsOf(plan.zone), ids);
    const isUnclear = moving !== undefined && needsCertificate(plan, existing, state);
    const regions = [region, certificateRegionOf('distribution', region)];
    return { existing, hasCertificate: isUnclear && (await hasCertificate(host, regions)) };
  } catch (error) {
    return { error: error as Error };
  }
}

/** Its id, with which the distribution's ARN ends. */
function ownDistribution(host: string, state: StackState): string | undefined {
  const { arn } = (attachmentOf(state, host, 'distribution')?.resource.outputs ?? {}) as { arn?: string };
  return arn?.split(':distribution/')[1];
}
