// Reads all that the rules need of one host, and what an authority and a visitor look up for it, validated. Shared queries (its zone,
// the names above) are sent once a run.
import { type HostSpec, persistName } from '../../dns-hosts/zone.ts';
import { type Budget, hostBudget } from '../../dnssec/budget.ts';
import type { Validation } from '../../dnssec/validator.ts';
import { unknown } from '../../dnssec/verdict.ts';
import { climb, parentOf } from '../../names/dns-name.ts';
import { type FailureReason, isConclusive } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import { type Located, locateZone, wantedZone } from './locate-zone.ts';
import type {
  AssignedServers,
  AssignedState,
  CaaAnswer,
  CaaStep,
  Expected,
  HostView,
  Observation,
  Validated,
  ZoneState,
} from './observation.ts';
import { observeCaa } from './observe-caa.ts';
import { observeExpected, observeMethod, readEverywhere } from './observe-expected.ts';
import { observeDoubled, observeWildcard, recordsIn, type Source } from './observe-host.ts';
import { observeZone, queryAuthority, serversOf } from './observe-zone.ts';

/** What is known beside the host's name. `expected` is absent for a host that is new, `assigned` where nobody asked its DNS host. */
interface Known {
  readonly at: number;
  readonly expected?: Expected;
  readonly assigned?: AssignedServers;
}

/** Never throws for a failure of DNS: every failure is part of the observation. */
export async function observe(plan: HostSpec, reader: Reader, known: Known): Promise<Observation> {
  const located = locateZone(plan, reader);
  const records = observeRecords(plan, reader, located, known);
  const [observed, assigned, dnssec, method] = await Promise.all([
    records,
    records.then((one) => known.assigned && observeAssigned(reader, one, known.assigned)),
    observeDnssec(reader, plan, located, records, known.expected),
    observeMethod(reader, plan),
  ]);
  return { ...observed, ...method, assigned, dnssec };
}

async function observeRecords(
  plan: HostSpec,
  reader: Reader,
  locating: Promise<Located>,
  { at, expected }: Known,
): Promise<Observation> {
  const { host } = plan;
  const { resolverOnly } = reader;
  const located = await locating;
  const { cut, zone, sources, subZones, lame } = located;
  const base = { host, at, resolverOnly, cut, subZones, lame };
  if (zone === undefined) return { ...base, views: [], doubled: [], caa: [] };

  const [source] = sources;
  const isAbsent = located.views.every((one) => recordsIn(one, host).length === 0);
  const proof = persistName(plan);
  const [views, doubled, caa, state, unmixed, persist] = await Promise.all([
    withWildcards(reader, located, host, zone),
    source === undefined || !isAbsent ? [] : observeDoubled(reader, source, host, zone.name),
    observeCaa(reader, zone, host, located.views),
    expected && observeExpected(reader, sources, zone.name, plan, expected),
    plan.issuance?.authority.asksInMixedCase && !resolverOnly ? unmixedAt(reader, zone) : undefined,
    proof === undefined ? undefined : readEverywhere(reader, sources, proof, 'TXT'),
  ]);
  const ds = caa.some(isUnreadable) ? await reader.resolve(zone.name, 'DS') : undefined;
  return {
    ...base,
    zone,
    views,
    doubled,
    caa,
    isSigned: ds?.kind === 'found',
    expected: state,
    unmixed,
    persist,
  };
}

/** That the host's time is over says nothing of the server. */
const UNASKED: readonly FailureReason[] = ['deadline', 'cancelled'];

/** Of the servers that serve the zone in lower case, why each that does not in mixed case gives no answer. */
async function unmixedAt(reader: Reader, zone: ZoneState): Promise<string[]> {
  const { name } = zone;
  const all = serversOf(zone).map(async ({ address, label }) => {
    const answer = await reader.query(address, name, 'SOA', true);
    if (answer.kind === 'found' || (answer.kind === 'failed' && UNASKED.includes(answer.reason))) return [];
    const why = answer.kind === 'failed' ? answer.detail : 'it responds that there is none';
    return [
      `${label} does not respond with the SOA record of ${name} where the query has upper-case letters: ${why}`,
    ];
  });
  return (await Promise.all(all)).flat();
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

/** A copy of the zone, on secondary servers, has its SOA with its serial. Route 53 gives the serial 1 to every zone, so that two with the
 * same one can be two zones: undefined, as where a server does not respond. */
async function compareSoa(reader: Reader, zone: ZoneState, assigned: readonly string[]) {
  const { name } = zone;
  const soas = await Promise.all(
    [assigned[0], serversOf(zone)[0]?.address].map(async (address) => {
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

/** Certificate authorities validate what they look up for CAA and for domain control (CA/B Forum SC-085v2, since March 2026). Through the
 * alias of a validation record its end is validated too, of the type that ACM has there. */
async function observeDnssec(
  reader: Reader,
  plan: HostSpec,
  located: Promise<Located>,
  records: Promise<Observation>,
  expected?: Expected,
): Promise<Validated[]> {
  const { host } = plan;
  /** In a zone that is not signed, only an alias can lead to what does not validate. */
  const isUnsigned = async (at: string, zone: string): Promise<boolean> => {
    if (!(await reader.validator.isInsecure(zone))) return false;
    const step = (await records).caa.find(({ name }) => name === at);
    const answers = (step?.differing ?? [step]).map((one) => one?.own);
    return answers.every((own) => own !== undefined && isConclusive(own) && own.chain.length === 0);
  };
  /** Below a name that does not exist there is nothing to look up; the zone's own records are the same for all its hosts. */
  const ofHost = async (): Promise<(Validation & Validated)[]> => {
    if (await isUnsigned(host, (host === wantedZone(plan) ? host : parentOf(host)) ?? '')) return [];
    const [own] = await validateEach(reader, [{ name: host, type: 'CAA' }]);
    const zone = own?.zone;
    if (own === undefined || zone === undefined) return own ? [own] : [];
    const all = await Promise.all([
      own.isAbsent ? [] : validateEach(reader, [{ name: host, type: 'A' }]),
      validateShared(reader, [
        { name: zone, type: 'SOA' },
        { name: zone, type: 'NS' },
      ]),
    ]);
    return [own, ...all.flat()];
  };
  const ofNameAbove = async (name: string) =>
    (await isUnsigned(name, name)) ? [] : validateShared(reader, [{ name, type: 'CAA' }]);
  const proofs = [expected?.validation?.name, persistName(plan)].filter((name) => name !== undefined);
  const all = await Promise.all([
    ofHost(),
    ...climb(parentOf(host) ?? '').map(ofNameAbove),
    validateEach(
      reader,
      proofs.map((name) => ({ name, type: 'TXT' })),
    ),
  ]);
  const { zone } = await located;
  return Promise.all(all.flat().map((one) => withServers(reader, one, zone)));
}

type Asked = Pick<Validated, 'name' | 'type'>;

function validateEach({ validator }: Reader, asked: readonly Asked[], budget?: Budget) {
  return Promise.all(
    asked.map(async ({ name, type }): Promise<Validation & Validated> => {
      return { name, type, ...(await validator.validate(name, type, undefined, budget)) };
    }),
  );
}

/** What hosts of one zone, or with one name above, have in common. */
function validateShared(reader: Reader, asked: readonly Asked[]) {
  return reader.once(
    `validated ${asked.map(({ name, type }) => `${type} ${name}`)}`,
    (run) => validateEach(run, asked, hostBudget()),
    ({ detail }) => asked.map((one) => ({ ...one, verdict: unknown(detail), isAbsent: false })),
  );
}

/** A resolver queries one server, and another where the response does not validate, so that it hides what is wrong with one of them; and it
 * can lose what proves that a record is absent. The SOA of a zone is read at each server, and so is all that does not validate. */
async function withServers(
  reader: Reader,
  { name, type, verdict, zone: holder }: Validation & Validated,
  state: Observation['zone'],
): Promise<Validated> {
  const isRead = type === 'SOA' && holder === state?.name;
  const zone = verdict.status === 'bogus' ? verdict.fault.zone : isRead ? holder : undefined;
  if (zone === undefined || reader.resolverOnly) return { name, type, verdict };
  const at = serversOf(zone === state?.name ? state : await observeZone(reader, zone));
  const validateAll = ({ validator }: Reader, budget?: Budget) =>
    Promise.all(
      at.map(async ({ label: server, address }) => {
        const { verdict } = await validator.validate(name, type, { zone, address }, budget);
        return { server, verdict };
      }),
    );
  if (!isRead) return { name, type, verdict, servers: await validateAll(reader) };
  const validated = await reader.once(
    `${type} ${name} at ${at.map(({ label }) => label)}`,
    (run) => validateAll(run, hostBudget()),
    ({ detail }) => at.map(({ label: server }) => ({ server, verdict: unknown(detail) })),
  );
  return { name, type, verdict, servers: validated };
}
