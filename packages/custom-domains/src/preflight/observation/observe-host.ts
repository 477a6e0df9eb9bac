// The records that each of the zone's servers has at the host, type by type. Never ANY (RFC 8482).
import { parentOf } from '../../names/dns-name.ts';
import type { Answer, DnsRecord } from '../reader/answer.ts';
import { isConclusive, recordsAt } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { HostView, ZoneState } from './observation.ts';
import { queryAuthority } from './observe-zone.ts';

/** Types beside CNAME that people set at a host, and that can conflict with a CNAME. */
export const OTHER_TYPES = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'SRV', 'CAA', 'HTTPS', 'DNAME'] as const;

/** A server to query for names of a zone: one of its own, or the resolver where only that may be queried. */
export interface Source {
  readonly label: string;
  query(name: string, type: string): Promise<Answer>;
}

/** The zone's servers that serve it; those that fail are in the zone's state already. */
export function sourcesOf(reader: Reader, zone: ZoneState): Source[] {
  if (reader.resolverOnly) {
    const label = `the resolver ${reader.resolver}`;
    return [{ label, query: (name, type) => reader.resolve(name, type) }];
  }
  return zone.servers.flatMap(({ label, address, own }) => {
    if (address === undefined || own.kind === 'failed') return [];
    return [
      {
        label,
        query: (name: string, type: string) => queryAuthority(reader, { label, address }, name, type),
      },
    ];
  });
}

/**
 * CNAME first: NXDOMAIN means that no type exists (RFC 8020), so no other query is sent. A valid zone has nothing
 * beside a CNAME (RFC 2181 10.1); one server is queried nevertheless, as some DNS hosts allow it.
 */
export function observeViews(sources: readonly Source[], host: string): Promise<HostView[]> {
  return Promise.all(
    sources.map(async (source, index) => {
      const cname = await source.query(host, 'CNAME');
      const more = cname.kind === 'absent' || (cname.kind === 'found' && index === 0);
      const others = more ? await queryAll(source, host, OTHER_TYPES) : {};
      return { server: source.label, answers: { CNAME: cname, ...others } };
    }),
  );
}

/** Records that a view has at the host itself. */
export function recordsIn(view: HostView, host: string): DnsRecord[] {
  const records = Object.values(view.answers).flatMap((answer) => recordsAt(answer, host));
  const seen = new Map(records.map((record) => [`${record.type} ${record.value}`, record]));
  return [...seen.values()];
}

/**
 * RFC 4592: the records that a wildcard synthesises at the host; undefined where there is no wildcard, or where the
 * host's records are its own. A random sibling shows the wildcard. No wildcard from above applies below an existing
 * name, so where sibling and host have the same records, a random name below the host tells which case it is.
 */
export async function observeWildcard(
  reader: Reader,
  source: Source,
  view: HostView,
  host: string,
): Promise<readonly DnsRecord[] | undefined> {
  if (view.answers.CNAME?.kind !== 'found' && view.answers.CNAME?.kind !== 'absent') return undefined;
  const sibling = `${reader.probeLabel}.${parentOf(host)}`;
  const first = await source.query(sibling, 'CNAME');
  if (!isConclusive(first) || first.kind === 'no-such-name') return undefined;
  const others = first.kind === 'found' ? {} : await queryAll(source, sibling, OTHER_TYPES);
  const wild = recordsIn({ server: source.label, answers: { CNAME: first, ...others } }, sibling);
  if (!sameData(wild, recordsIn(view, host))) return undefined;
  const below = await source.query(`${reader.probeLabel}.${host}`, 'CNAME');
  if (!isConclusive(below) || below.kind === 'no-such-name') return undefined;
  return wild.map((record) => ({ ...record, name: host }));
}

/**
 * Records at the name with the zone's own name twice, without those that a wildcard synthesises there. All such names
 * of a zone are below one (`com.a.com`): where that does not exist, none does (RFC 8020), for every host of the zone.
 */
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
  const answer = await source.query(doubled, 'CNAME');
  const records = recordsAt(answer, doubled);
  if (records.length === 0) return [];
  const sibling = `${reader.probeLabel}.${parentOf(doubled)}`;
  const wild = recordsAt(await source.query(sibling, 'CNAME'), sibling);
  return sameData(wild, records) ? [] : records;
}

async function queryAll(
  source: Source,
  name: string,
  types: readonly string[],
): Promise<Readonly<Record<string, Answer>>> {
  const answers = await Promise.all(types.map((type) => source.query(name, type)));
  return Object.fromEntries(types.map((type, index) => [type, answers[index] as Answer]));
}

function sameData(one: readonly DnsRecord[], other: readonly DnsRecord[]): boolean {
  const texts = (records: readonly DnsRecord[]) =>
    records
      .map(({ type, value }) => `${type} ${value}`)
      .sort()
      .join('\n');
  return texts(one) === texts(other);
}
