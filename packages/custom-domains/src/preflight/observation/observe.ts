// Reads all that the rules need of one host. Shared queries (its zone, the names above) are sent once a run.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Reader } from '../reader/reader.ts';
import { type Located, locateZone } from './locate-zone.ts';
import type {
  AssignedServers,
  AssignedState,
  CaaAnswer,
  CaaStep,
  Expected,
  HostView,
  Observation,
  ZoneState,
} from './observation.ts';
import { observeCaa } from './observe-caa.ts';
import { observeDnssec } from './observe-dnssec.ts';
import { observeExpected } from './observe-expected.ts';
import { observeDoubled, observeWildcard, recordsIn, type Source } from './observe-host.ts';
import { observeMethod } from './observe-method.ts';
import { queryAuthority } from './observe-zone.ts';

/** What is known of a host beside its name: both are absent for a host that is new, and whose DNS host nobody asked. */
export interface Known {
  readonly expected?: Expected;
  readonly assigned?: AssignedServers;
}

/** Never throws for a failure of DNS: every failure is part of the observation. */
export async function observe(plan: HostSpec, reader: Reader, known: Known = {}): Promise<Observation> {
  const records = observeRecords(plan, reader, known.expected);
  const [observed, assigned, dnssec, method] = await Promise.all([
    records,
    records.then((one) => known.assigned && observeAssigned(reader, one, known.assigned)),
    observeDnssec(reader, plan.host, records, known.expected),
    observeMethod(reader, plan),
  ]);
  return { ...observed, ...method, assigned, dnssec };
}

async function observeRecords(plan: HostSpec, reader: Reader, expected?: Expected): Promise<Observation> {
  const { host } = plan;
  const { resolverOnly } = reader;
  const located = await locateZone(plan, reader);
  const { cut, zone, sources, subZones, lame } = located;
  const base = { host, resolverOnly, cut, subZones, lame };
  if (zone === undefined) return { ...base, views: [], doubled: [], caa: [] };

  const [source] = sources;
  const isAbsent = located.views.every((one) => recordsIn(one, host).length === 0);
  const [views, doubled, caa, state] = await Promise.all([
    withWildcards(reader, located, host, zone),
    source === undefined || !isAbsent ? [] : observeDoubled(reader, source, host, zone.name),
    observeCaa(reader, sources, zone.name, host, located.views),
    expected && observeExpected(reader, sources, zone.name, plan, expected),
  ]);
  const ds = caa.some(isUnreadable) ? await reader.resolve(zone.name, 'DS') : undefined;
  return { ...base, zone, views, doubled, caa, isSigned: ds?.kind === 'found', expected: state };
}

/** Server by server: one can have the host's own records, and another, which is behind, the wildcard's. */
function withWildcards(
  reader: Reader,
  { views, sources }: Located,
  host: string,
  zone: ZoneState,
): Promise<HostView[]> {
  return Promise.all(
    views.map(async (view, index) => {
      if (host === zone.name) return view;
      return { ...view, wildcard: await observeWildcard(reader, sources[index] as Source, view, host) };
    }),
  );
}

function isUnreadable({ differing, ...step }: CaaStep): boolean {
  return (differing ?? [step]).some(
    ({ own, through }: CaaAnswer) => own.kind === 'failed' || through?.answer.kind === 'failed',
  );
}

/** Nothing is queried where a delegated server has one of the assigned names, as nearly always. */
async function observeAssigned(
  reader: Reader,
  { zone }: Observation,
  servers: AssignedServers,
): Promise<AssignedState> {
  const delegated = zone?.delegation.kind === 'delegated' ? zone.delegation.nameServers : undefined;
  if (servers.kind === 'failed' || reader.resolverOnly || delegated === undefined) return { servers };
  if (delegated.some((name) => servers.nameServers.includes(name))) return { servers };
  const answers = await Promise.all(servers.nameServers.map((name) => reader.resolve(name, 'A')));
  const records = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  const addresses = records.map(({ value }) => value);
  return { servers, addresses, delegated: zone && (await compareSoa(reader, zone, addresses)) };
}

/**
 * A copy of the zone, on secondary servers, has its SOA with its serial. Route 53 gives the serial 1 to every zone, so that
 * two with the same one can be two zones: undefined, as where a server does not respond.
 */
async function compareSoa(reader: Reader, { name, servers }: ZoneState, assigned: readonly string[]) {
  const serving = servers.find(({ own, address }) => own.kind === 'serves' && address !== undefined);
  const soas = await Promise.all(
    [assigned[0], serving?.address].map(async (address) => {
      if (address === undefined) return undefined;
      const answer = await queryAuthority(reader, { zone: name, label: address, address }, name, 'SOA');
      return answer.kind === 'found' ? answer.records[0]?.value : undefined;
    }),
  );
  const [own, theirs] = soas;
  if (own === undefined || theirs === undefined) return undefined;
  if (own !== theirs) return 'other';
  return own.split(' ')[2] === '1' ? undefined : 'copy';
}
