// The zone that has the host: as the resolver shows it, and as the zones' own servers do where they differ.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isBelow, isWithin, parentOf } from '../../names/dns-name.ts';
import { registrable } from '../../names/host.ts';
import { isSilence, type Referral } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { Cut, HostView, SubZone, ZoneState } from './observation.ts';
import { observeViews, type Source, sourcesOf } from './observe-host.ts';
import { findCut, observeZone } from './observe-zone.ts';

export interface Located {
  readonly cut: Cut;
  /** Undefined: nothing is known of the host. */
  readonly zone?: ZoneState;
  readonly sources: readonly Source[];
  readonly views: readonly HostView[];
  readonly subZones: readonly SubZone[];
  readonly lame?: ZoneState;
}

/** More delegations than that between a zone and a host of it are a loop, or a mistake. */
const MAX_SUB_ZONES = 4;

export async function locateZone(plan: HostSpec, reader: Reader): Promise<Located> {
  const { cut, zone } = await startingZone(plan, reader);
  if (zone !== undefined) return follow(plan.host, reader, cut, zone);
  const above = await zoneAboveFailure(reader, cut);
  const located = above && (await follow(plan.host, reader, cut, above));
  return located?.lame === undefined ? { cut, sources: [], views: [], subZones: [] } : located;
}

/** A resolver that cannot reach the servers of a zone responds SERVFAIL for it; the servers of the zone above show the delegation that is
 * the cause. Undefined where the resolver failed in another way, or for every name above too. */
async function zoneAboveFailure(reader: Reader, cut: Cut): Promise<ZoneState | undefined> {
  if (reader.resolverOnly) return undefined;
  let found = cut;
  while (found.kind === 'failed' && found.failure.reason === 'servfail') {
    const above = parentOf(found.at);
    if (above === undefined) return undefined;
    found = await findCut(reader, above);
  }
  return found.kind === 'zone' ? observeZone(reader, found.name) : undefined;
}

/** From zone to zone, by the servers' referrals (RFC 1034 5.3.3), down to the one whose servers answer. */
async function follow(host: string, reader: Reader, start: Cut, top: ZoneState): Promise<Located> {
  const subZones: SubZone[] = [];
  let [cut, zone] = [start, top];
  while (true) {
    const sources = sourcesOf(reader, zone);
    const views = await observeViews(sources, host, zone.name);
    const referral = views.map(referralIn).find((one) => one !== undefined);
    const here = { zone, sources, views, subZones };
    const isKnown = cut.kind === 'failed' || views.every((view) => isWithinZone(view, zone.name));
    if ((referral === undefined && isKnown) || subZones.length === MAX_SUB_ZONES) return { ...here, cut };
    const seen = await findCut(reader, referral?.zone ?? host);
    if (cut.kind === 'zone' && seen.kind === 'failed') cut = seen;
    if (referral === undefined) {
      if (seen.kind === 'failed' || !isBelow(seen.name, zone.name)) return { ...here, cut };
      [cut, zone] = [seen, await observeZone(reader, seen.name)];
      continue;
    }
    const { nameServers } = referral;
    const next = await observeZone(reader, referral.zone, { kind: 'delegated', nameServers });
    subZones.push(subZone(referral.zone, views));
    if (!next.servers.some(({ own }) => own.kind === 'serves')) return { ...here, cut, lame: next };
    zone = next;
    if (cut.kind === 'zone' && seen.kind === 'zone') cut = ofZone(seen, next.name);
  }
}

/** The server shows by its SOA record that the name is in that zone, and not in one below it that the server has too. */
function isWithinZone({ answers: { CNAME: cname } }: HostView, zone: string): boolean {
  return (cname?.kind === 'absent' || cname?.kind === 'no-such-name') && cname.zone === zone;
}

function ofZone({ soa, ...cut }: Cut & { kind: 'zone' }, name: string): Cut & { kind: 'zone' } {
  return { ...cut, name, soa: soa?.name === name ? soa : undefined };
}

function referralIn({ answers }: HostView): Referral | undefined {
  return answers.CNAME?.kind === 'referral' ? answers.CNAME : undefined;
}

function subZone(name: string, views: readonly HostView[]): SubZone {
  const labels = (refers: boolean) =>
    views.filter((view) => (referralIn(view) !== undefined) === refers).map(({ server }) => server);
  return { name, referredBy: labels(true), notBy: labels(false) };
}

async function startingZone(plan: HostSpec, reader: Reader): Promise<{ cut: Cut; zone?: ZoneState }> {
  const declared = plan.zone.provider === 'external' ? undefined : plan.zone.name;
  // A zone below the declared one is shown by the servers of that one, to which only the resolver alone has no access.
  const from = reader.resolverOnly ? plan.host : (declared ?? plan.host);
  // Nearly always it is a zone: it is read meanwhile, once for all of its hosts.
  if (declared !== undefined) void observeZone(reader, declared);
  const cut = await withResolver(reader, await findCut(reader, from));
  if (cut.kind === 'failed') {
    // The declared zone is read: its delegation may be broken.
    const isRead = declared !== undefined && isWithin(cut.at, declared);
    return isRead ? { cut, zone: await observeZone(reader, declared) } : { cut };
  }
  const wanted = wantedZone(plan);
  if (wanted !== undefined && isBelow(wanted, cut.name) && !cut.missing.includes(wanted)) {
    // A server that does not serve the zone can make a resolver respond as if there were none: the parent decides.
    const zone = await observeZone(reader, wanted);
    if (zone.delegation.kind === 'delegated')
      return { cut: { ...ofZone(cut, wanted), byParent: true }, zone };
  }
  return { cut, zone: await observeZone(reader, cut.name) };
}

/** A resolver that waits for the servers of one zone, which are silent, responds for the root. */
async function withResolver(reader: Reader, cut: Cut): Promise<Cut> {
  if (cut.kind === 'zone' || !isSilence(cut.failure) || cut.failure.reason === 'no-server') return cut;
  const root = await reader.resolve('', 'NS');
  return { ...cut, resolverResponds: root.kind !== 'failed' || !isSilence(root) };
}

/** The zone that has to be there: the declared one, or the name that the owner of an external host registered. */
export function wantedZone(plan: HostSpec): string | undefined {
  return plan.zone.provider === 'external' ? registrable(plan.host) : plan.zone.name;
}
