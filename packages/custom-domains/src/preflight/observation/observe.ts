// Reads all that the rules need of one host. Shared queries (its zone, the names above) are sent once a run.

import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { DnsRecord } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import { type Located, locateZone } from './locate-zone.ts';
import type { CaaAnswer, CaaStep, Expected, HostView, Observation, ZoneState } from './observation.ts';
import { observeCaa } from './observe-caa.ts';
import { observeExpected } from './observe-expected.ts';
import { recordsIn } from './observe-host.ts';
import { observeDoubled, observeWildcard } from './observe-wildcard.ts';

/** Never throws for a failure of DNS: every failure is part of the observation. */
export async function observe(plan: HostSpec, reader: Reader, expected?: Expected): Promise<Observation> {
  const { host } = plan;
  const located = await locateZone(plan, reader);
  const { cut, zone, sources, subZones, lame } = located;
  const { resolverOnly, otherPort } = reader;
  const base = { host, resolverOnly, ...(otherPort && { otherPort }), cut, subZones, lame };
  if (zone === undefined) return { ...base, views: [], doubled: [], caa: [] };

  const [source] = sources;
  const isAbsent = located.views.every((one) => recordsIn(one, host).length === 0);
  const [views, doubled, caa, state] = await Promise.all([
    withWildcards(reader, located, host, zone),
    source === undefined || !isAbsent ? [] : observeDoubled(reader, source, host, zone.name),
    observeCaa(reader, sources, zone.name, host, located.views),
    expected === undefined ? undefined : observeExpected(reader, sources, zone.name, plan, expected),
  ]);
  const ds = caa.some(isUnreadable) ? await readDs(reader, zone.name) : undefined;
  return { ...base, zone, views, doubled, caa, ds, expected: state };
}

/** Server by server: one can have the host's own records, and another, which is behind, the wildcard's. */
function withWildcards(
  reader: Reader,
  { views, sources }: Located,
  host: string,
  zone: ZoneState,
): Promise<readonly HostView[]> {
  if (host === zone.name) return Promise.resolve(views);
  return Promise.all(
    sources.map(async (source, index) => {
      const view = views[index] as HostView;
      const wildcard = await observeWildcard(reader, source, view, host);
      return wildcard === undefined ? view : { ...view, wildcard };
    }),
  );
}

function isUnreadable({ differing, ...step }: CaaStep): boolean {
  return (differing ?? [step]).some(
    ({ own, through }: CaaAnswer) => own.kind === 'failed' || through?.answer.kind === 'failed',
  );
}

/** RFC 4035 2.4: a signed zone has DS records in its parent. They decide how an authority treats a failure (RFC 8659 3). */
async function readDs(reader: Reader, zone: string): Promise<readonly DnsRecord[] | undefined> {
  const answer = await reader.resolve(zone, 'DS');
  if (answer.kind === 'found') return answer.records;
  return answer.kind === 'failed' ? undefined : [];
}
