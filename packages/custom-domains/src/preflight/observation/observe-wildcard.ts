// Records that are at other names than they seem: those of a wildcard, and those with the zone's name twice.
import { parentOf } from '../../names/dns-name.ts';
import { type DnsRecord, isConclusive, recordsAt } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { HostView } from './observation.ts';
import { queryAll, recordsIn, type Source } from './observe-host.ts';

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
  if (view.answers.CNAME?.kind !== 'found' && view.answers.CNAME?.kind !== 'absent') return undefined;
  const sibling = `${reader.probeLabel}.${parentOf(host)}`;
  const first = await source.query(sibling, 'CNAME');
  if (!isConclusive(first) || first.kind === 'no-such-name') return undefined;
  const types = Object.keys(view.answers).filter((type) => type !== 'CNAME');
  const others = first.kind === 'found' ? {} : await queryAll(source, sibling, types);
  const wild = recordsIn({ server: source.label, answers: { CNAME: first, ...others } }, sibling);
  if (!sameData(wild, recordsIn(view, host))) return undefined;
  const [one] = wild;
  if (one === undefined) return [];
  const below = `${reader.probeLabel}.${host}`;
  const records = recordsAt(await source.query(below, one.type), below);
  const isWildcard = sameData(
    records,
    wild.filter(({ type }) => type === one.type),
  );
  return isWildcard ? wild.map((record) => ({ ...record, name: host })) : undefined;
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

function sameData(one: readonly DnsRecord[], other: readonly DnsRecord[]): boolean {
  const texts = (records: readonly DnsRecord[]) =>
    records
      .map(({ type, value }) => `${type} ${value}`)
      .sort()
      .join('\n');
  return texts(one) === texts(other);
}
