// Reads all that the rules need of one host. Shared queries (its zone, the names above) are sent once a run.

import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isBelow } from '../../names/dns-name.ts';
import type { DnsRecord } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { CaaStep, Cut, Expected, Observation } from './observation.ts';
import { observeCaa } from './observe-caa.ts';
import { observeExpected } from './observe-expected.ts';
import { observeDoubled, observeViews, observeWildcard, recordsIn, sourcesOf } from './observe-host.ts';
import { observeZone } from './observe-zone.ts';
import { findCut } from './zone-cut.ts';

/** Never throws for a failure of DNS: every failure is part of the observation. */
export async function observe(plan: HostSpec, reader: Reader, expected?: Expected): Promise<Observation> {
  const { host } = plan;
  const cut = await findCut(reader, host);
  const base = { host, resolverOnly: reader.resolverOnly, cut };
  const name = zoneToRead(plan, cut);
  if (name === undefined) return { ...base, views: [], doubled: [], caa: [] };

  const zone = await observeZone(reader, name);
  const sources = sourcesOf(reader, zone);
  const [source] = sources;
  const views = await observeViews(sources, host);
  const [view] = views;
  const isAbsent = views.every((one) => recordsIn(one, host).length === 0);
  const [wildcard, doubled, caa, state] = await Promise.all([
    source === undefined || view === undefined || host === name
      ? undefined
      : observeWildcard(reader, source, view, host),
    source === undefined || !isAbsent ? [] : observeDoubled(reader, source, host, name),
    observeCaa(reader, sources, name, host, views),
    expected === undefined ? undefined : observeExpected(reader, sources, name, host, expected),
  ]);
  const ds = isUnreadable(caa) ? await readDs(reader, name) : undefined;
  return { ...base, zone, views, wildcard, doubled, caa, ds, expected: state };
}

/** Where the resolver failed, the declared zone is read: its delegation may be broken. */
function zoneToRead(plan: HostSpec, cut: Cut): string | undefined {
  if (cut.kind === 'zone') return cut.name;
  const declared = plan.zone.provider === 'external' ? undefined : plan.zone.name;
  const isBelowFailure = declared !== undefined && isBelow(cut.at, declared);
  return isBelowFailure || declared === cut.at ? declared : undefined;
}

function isUnreadable(caa: readonly CaaStep[]): boolean {
  return caa.some(({ own, through }) => own.kind === 'failed' || through?.answer.kind === 'failed');
}

/** RFC 4035 2.4: a signed zone has DS records in its parent. They decide how an authority treats a failure (RFC 8659 3). */
async function readDs(reader: Reader, zone: string): Promise<readonly DnsRecord[] | undefined> {
  const answer = await reader.resolve(zone, 'DS');
  if (answer.kind === 'found') return answer.records;
  return answer.kind === 'failed' ? undefined : [];
}
