// What a run does before it declares anything: it reads, decides, and says of each host what it found.
import type { DnsAdapter, HostZone, ZoneApis, ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import {
  certificateRequest,
  findExisting,
  isDeployed,
  isStranded,
  readStackState,
  type StackState,
  type Warn,
} from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import {
  type AssignedServers,
  createReader,
  isBlocking,
  type ReaderOptions,
} from '@petstore/custom-domains/preflight';
import { ProblemsError } from '../config/problem.ts';
import { refusedDetachments, unconfirmedRemovals } from '../plan/removals.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { decideHosts, isAccountRead, type LeftOut, type RunFacts, slotsOf } from './decide.ts';
import { type AccountFacts, distributionOf, factsFromState, withDns } from './facts.ts';
import { type DeployedHost, hasRecords, previousHosts } from './host-output.ts';
import { findingsText, logDecisions, type PreflightLog } from './log.ts';
import { guardedRemoval, ownersRemoval, protectedRemoval, webAclWarning } from './removal.ts';
import { hasProtections, late, type ReadZones, readOf, readZones, unreadZones } from './zone-apis.ts';

/** `petstore:preflight: strict`: some hosts are blocked, and nothing was created. Its message has every finding. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  readonly code = 'preflight-blocked';

  constructor(stack: string, leftOut: readonly LeftOut[]) {
    const many = leftOut.length === 1 ? '1 host is' : `${leftOut.length} hosts are`;
    const head = `Pulumi.${stack}.yaml: ${many} blocked; nothing was changed (petstore:preflight is strict)`;
    const texts = leftOut.map(
      ({ plan, findings }) => `${plan.host}\n${findingsText(findings.filter(isBlocking))}`,
    );
    super([head, ...texts].join('\n'));
  }
}

export type Admission = Awaited<ReturnType<typeof admitHosts>>;

interface AdmitOptions extends Omit<ReadOptions, 'warn' | 'zones'> {
  /** Those that say which records are protected; nobody is asked without them. */
  readonly apis?: ZoneApis;
}

/** Throws ProblemsError for removals that are not confirmed or would be refused, and hosts that would be detached; PreflightError where
 * `petstore:preflight` is strict and a host is blocked. The plan that it returns is of the hosts that are declared. */
export async function admitHosts(plan: StackPlan, log: PreflightLog, { apis, ...options }: AdmitOptions) {
  const { stack, settings } = plan;
  const state = await readStackState();
  const previous = previousHosts(state);
  const deployed = [...previous].filter(([, output]) => hasRecords(output)).map(([host]) => host);
  // Only a host that is attached waits for its certificate: what the output `attached` says, also after a run that did not reach its end.
  const attached = deployed
    .filter((host) => state.names.has(hostNames(host).validated))
    .map((host) => ({ host, zone: previous.get(host)?.zone }));
  const isRead = settings.preflight !== 'off';
  const zones = await readZones(settings.zones, (zone) =>
    isRead && hasProtections(zone) ? apis : undefined,
  );
  const declaredHosts = new Set(plan.hosts.map(({ host }) => host));
  const removed = [...previous].filter(([host, output]) => hasRecords(output) && !declaredHosts.has(host));
  const guarded = removed.flatMap((one) =>
    guardedRemoval(one, settings.zones, zones).map((found) => ({ found, output: one[1] })),
  );
  const refused = [
    ...unconfirmedRemovals(deployed, plan),
    ...refusedDetachments(attached, plan),
    ...guarded.flatMap(({ found, output }) => (isBlocking(found) ? [protectedRemoval(found, output)] : [])),
  ];
  if (refused.length > 0) throw new ProblemsError(`Pulumi.${stack}.yaml`, refused);
  // Of a run that has been ended, what was not read is no fault of the zone.
  const unread = apis?.signal.aborted ? [] : unreadZones(settings.zones, zones);
  for (const [zone, text] of unread) log.warn(zone, `  ${text}`);
  for (const { found } of guarded) log.warn(found.host, findingsText([found], log.width), [found.code]);
  await logRemovals(plan, removed, state, log, options);
  const hosts = await readHosts(plan, state, { ...options, zones, warn: log.warn });
  const decisions = decideHosts(plan, hosts, state, log.internetFile);
  const leftOut = decisions.filter((one) => one.kind === 'left-out');
  if (settings.preflight === 'strict' && leftOut.length > 0) throw new PreflightError(stack, leftOut);
  logDecisions(decisions, plan, log);
  const declared = decisions.filter((one) => one.kind === 'declared');
  return { plan: { ...plan, hosts: declared.map((one) => one.declared) }, state, decisions };
}

/** Of each host that this run removes what CloudFront may refuse, and what its owner has to delete, without what DNS does not have any more. */
async function logRemovals(
  { stack, settings }: StackPlan,
  all: readonly (readonly [host: string, DeployedHost])[],
  state: StackState,
  log: PreflightLog,
  { dns }: Pick<ReadOptions, 'dns'>,
): Promise<void> {
  const reader = settings.preflight === 'off' ? undefined : createReader(dns);
  const { internetFile } = log;
  for (const [host, { provider, records }] of all) {
    const text = webAclWarning(host, state);
    if (text !== undefined) log.warn(host, text);
    const own = provider === 'external' ? records : [];
    const task = await ownersRemoval(own, reader, { stack, internetFile, words: [] });
    if (task !== undefined) log.waits(host, `  ${[task.what, ...task.records].join('\n  ')}`, 'removal');
  }
}

interface ReadOptions {
  readonly dns?: ReaderOptions;
  readonly warn: Warn;
  /** The adapter of a host's zone, which looks up the zone's name servers and the records that exist. */
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  readonly zones: ReadZones;
  readonly now: number;
}

/** The account is read last, and only of the hosts that depend on it. */
async function readHosts(plan: StackPlan, state: StackState, options: ReadOptions) {
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
  const deployed = new Set(declared.filter(({ own }) => own !== undefined).map((one) => one.plan.host));
  const readDns = async () => {
    const assigned = await readNameServers(plan.hosts, options.dnsOf);
    return withDns(declared, createReader(options.dns), { stack: plan, deployed, assigned });
  };
  const checked = plan.settings.preflight === 'off' ? declared : await readDns();
  const hosts = checked.map(async (facts): Promise<RunFacts> => {
    if (!isAccountRead(facts, state)) return facts;
    return { ...facts, account: await readAccount(facts.plan, state, options) };
  });
  return Promise.all(hosts);
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
