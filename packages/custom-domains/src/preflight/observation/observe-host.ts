// The records that each of the zone's servers has at the host, type by type, never ANY (RFC 8482); and records that are at other
// names than they seem: those of a wildcard, and those with the zone's name twice.

import { parentOf } from '../../names/dns-name.ts';
import { type Answer, type DnsRecord, isConclusive, recordsAt } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { HostView, ZoneState } from './observation.ts';
import { queryAuthority, serversOf } from './observe-zone.ts';

/** Types that people set at a host and that cannot be beside a CNAME, queried at every server. NS is not among them: where a host is
 * delegated, the CNAME query gets a referral. */
const COMMON_TYPES = ['A', 'AAAA', 'MX', 'TXT', 'CAA', 'HTTPS'] as const;
/** Types that are seldom set at a host itself, queried at one server: they cost as much, and find little more. */
const RARE_TYPES = ['SRV', 'DNAME', 'SSHFP', 'TLSA', 'NAPTR', 'SVCB', 'LOC', 'URI'] as const;
/** At an apex the routing record returns addresses: only these types have to do with it. */
const APEX_TYPES = ['A', 'AAAA', 'CAA', 'HTTPS'] as const;

/** A server to query for names of a zone: one of its own, or the resolver where only that may be queried. */
export interface Source {
  readonly label: string;
  query(name: string, type: string): Promise<Answer>;
}

/** The zone's servers that serve it. */
export function sourcesOf(reader: Reader, zone: ZoneState): Source[] {
  if (reader.resolverOnly) {
    const label = `the resolver ${reader.resolver}`;
    return [{ label, query: (name, type) => reader.resolve(name, type) }];
  }
  return serversOf(zone).map((server) => ({
    label: server.label,
    query: (name, type) => queryAuthority(reader, { ...server, zone: zone.name }, name, type),
  }));
}

/** NXDOMAIN means that no type exists (RFC 8020). Servers get that wrong for types that they do not know (RFC 4074 4.2), so that a query for
 * an address and one for a CNAME have to have it: of a new host, one to each of two servers. Nothing is beside a CNAME (RFC 2181 10.1), but
 * some DNS hosts allow it: one server is queried nevertheless. */
export async function observeViews(
  sources: readonly Source[],
  host: string,
  zone: string,
): Promise<HostView[]> {
  const [addresses, ...others] = await Promise.all(
    sources.map((source, index) => source.query(host, index === 0 ? 'A' : 'CNAME')),
  );
  if (addresses === undefined) return [];
  const isNew = others.length > 0 && [addresses, ...others].every(isNoSuchName);
  const cnames = [isNew ? addresses : await (sources[0] as Source).query(host, 'CNAME'), ...others];
  const first = cnames.findIndex(({ kind }) => kind === 'found' || kind === 'absent');
  return Promise.all(
    sources.map(async (source, index) => {
      const cname = cnames[index] as Answer;
      const view = (more: HostView['answers']) => ({
        server: source.label,
        answers: { CNAME: cname, ...more },
      });
      if (isNew) return view({});
      const address = isNoSuchName(cname) ? await source.query(host, 'A') : undefined;
      if (address && isConfirmed(address)) return view({ A: address });
      const types = typesToQuery(host === zone, index === Math.max(0, first), cname);
      return view(isConclusive(cname) ? await queryAll(source, host, types) : {});
    }),
  );
}

/** NXDOMAIN of the name itself, not of the end of its CNAME. */
const isNoSuchName = (answer: Answer) => answer.kind === 'no-such-name' && answer.chain.length === 0;

/** What a query for an address says of an NXDOMAIN. */
const isConfirmed = ({ kind }: Answer) => kind === 'no-such-name' || kind === 'failed';

/** No other type is queried beside a CNAME, except at the first server. */
function typesToQuery(apex: boolean, isFirst: boolean, cname: Answer): readonly string[] {
  if (cname.kind === 'found' && !isFirst) return [];
  if (apex) return APEX_TYPES;
  return isFirst && cname.kind !== 'found' ? [...COMMON_TYPES, ...RARE_TYPES] : COMMON_TYPES;
}

export function recordsIn(view: HostView, host: string): DnsRecord[] {
  const records = Object.values(view.answers).flatMap((answer) => recordsAt(answer, host));
  const seen = new Map(records.map((record) => [`${record.type} ${record.value}`, record]));
  return [...seen.values()];
}

async function queryAll(
  source: Source,
  name: string,
  types: readonly string[],
): Promise<Readonly<Record<string, Answer>>> {
  const answers = await Promise.all(types.map((type) => source.query(name, type)));
  return Object.fromEntries(types.map((type, index) => [type, answers[index] as Answer]));
}

/**
 * The records that a wildcard synthesises at the host (RFC 4592), as `HostView.wildcard` has them. A random sibling shows
 * the wildcard. No wildcard from above applies below an existing name, so where sibling and host have the same records, a
 * random name below the host tells whose they are; that it does not exist is not always said with NXDOMAIN (RFC 9824).
 */
export async function observeWildcard(
  reader: Reader,
  source: Source,
  view: HostView,
  host: string,
): Promise<readonly DnsRecord[] | undefined> {
  const { CNAME: cname } = view.answers;
  const records = recordsIn(view, host);
  // hickory-dns 0.26.3 denies a name for each type that its wildcard does not have.
  const isWrong = cname?.kind === 'no-such-name' && records.length > 0;
  if (cname?.kind !== 'found' && cname?.kind !== 'absent' && !isWrong) return undefined;
  const sibling = `${reader.probeLabel}.${parentOf(host)}`;
  const first = await source.query(sibling, 'CNAME');
  if (!isConclusive(first) || (first.kind === 'no-such-name' && !isWrong)) return undefined;
  const read = Object.keys(view.answers).filter((type) => type !== 'CNAME');
  // Where the host has records, only their types matter: that there are others beside a wildcard, the name below the host tells.
  const types = records.length === 0 ? read : read.filter((type) => records.some((one) => one.type === type));
  const others = first.kind === 'found' ? {} : await queryAll(source, sibling, types);
  const wild = recordsIn({ server: source.label, answers: { CNAME: first, ...others } }, sibling);
  if (!sameData(wild, records)) return undefined;
  const [one] = wild;
  if (one === undefined) return [];
  const below = `${reader.probeLabel}.${host}`;
  const atBelow = recordsAt(await source.query(below, one.type), below);
  const ofType = wild.filter(({ type }) => type === one.type);
  return sameData(atBelow, ofType) ? wild.map((record) => ({ ...record, name: host })) : undefined;
}

/** Records at the name with the zone's own name twice, without those that a wildcard synthesises there. All such names of a zone are below
 * one (`com.a.com`): where that does not exist, none does (RFC 8020), for every host of the zone. */
export async function observeDoubled(
  reader: Reader,
  source: Source,
  name: string,
  zone: string,
): Promise<readonly DnsRecord[]> {
  const doubled = `${name}.${zone}`;
  if (doubled.length > 253) return [];
  const above = await source.query(`${zone.slice(zone.lastIndexOf('.') + 1)}.${zone}`, 'CNAME');
  if (above.kind === 'no-such-name') return [];
  const records = recordsAt(await source.query(doubled, 'CNAME'), doubled);
  if (records.length === 0) return [];
  const sibling = `${reader.probeLabel}.${parentOf(doubled)}`;
  const wild = recordsAt(await source.query(sibling, 'CNAME'), sibling);
  return sameData(wild, records) ? [] : records;
}

function sameData(one: readonly DnsRecord[], other: readonly DnsRecord[]): boolean {
  const texts = (records: readonly DnsRecord[]) => records.map(({ type, value }) => `${type} ${value}`);
  return texts(one).sort().join('\n') === texts(other).sort().join('\n');
}
