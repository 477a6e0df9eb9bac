// Everything that a run reads before it decides: the stack's state, live DNS, the zones' APIs, and what the account has.
import type { DnsAdapter, HostZone, ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import {
  certificateRequest,
  findExisting,
  isDeployed,
  isStranded,
  type StackState,
  type Warn,
} from '@petstore/custom-domains/many-hosts';
import { type AssignedServers, createReader, type ReaderOptions } from '@petstore/custom-domains/preflight';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { isAccountRead, type RunFacts, slotsOf } from './decide.ts';
import { type AccountFacts, checkHosts, distributionOf, dnsFacts, factsFromState } from './facts.ts';
import { previousHosts } from './host-output.ts';
import { late, type ReadZones, readOf } from './zone-apis.ts';

export interface ReadOptions {
  readonly dns?: ReaderOptions;
  readonly warn: Warn;
  /** The adapter of a host's zone, which looks up the zone's name servers and the records that exist. */
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  readonly zones: ReadZones;
  readonly now: number;
}

/** The account is read last, and only of the hosts that depend on it. */
export async function readHosts(plan: StackPlan, state: StackState, options: ReadOptions) {
  const { warn, zones } = options;
  const now = new Date(options.now);
  const outputs = previousHosts(state);
  const declared = await Promise.all(
    plan.hosts.map(async (host): Promise<RunFacts> => {
      const output = outputs.get(host.host);
      const { name } = slotsOf(host, output, state, { region: plan.region, now }).certificate;
      const certificate = { name, ...(await certificateRequest(host.host, state, { name, warn })) };
      const isNew = !isDeployed(state, host.host) || isStranded(host, certificate, state);
      const facts = factsFromState(host, output, state, { isNew, now });
      return { ...facts, certificate, ...readOf(host.zone, zones) };
    }),
  );
  const checked = plan.settings.preflight === 'off' ? declared : await readDns(declared, plan, options);
  const hosts = checked.map(async (facts): Promise<RunFacts> => {
    if (!isAccountRead(facts, state)) return facts;
    return { ...facts, account: await readAccount(facts.plan, state, options) };
  });
  return Promise.all(hosts);
}

async function readDns(hosts: readonly RunFacts[], stack: StackPlan, { dns, dnsOf }: ReadOptions) {
  const assigned = await readNameServers(stack.hosts, dnsOf);
  const deployed = new Set(hosts.filter(({ own }) => own !== undefined).map(({ plan }) => plan.host));
  const checked = await checkHosts(hosts, createReader(dns), { stack, deployed, assigned });
  return hosts.map((one, i): RunFacts => ({ ...one, dns: checked[i] && dnsFacts(checked[i]) }));
}

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

/** Where a look-up fails, the rest of the run goes on. */
async function readAccount(plan: HostPlan, state: StackState, { dnsOf }: ReadOptions): Promise<AccountFacts> {
  const { host, adopt, moving } = plan;
  try {
    const own = { distribution: distributionOf(host, state) };
    const ids = moving === undefined ? adopt : own;
    return { existing: await findExisting(plan, await dnsOf(plan.zone), ids) };
  } catch (error) {
    return { error: error as Error };
  }
}
