// Which declared zone a host belongs to.
import { isRegistrable } from './host.ts';
import type { ZoneDeclaration, ZoneRef } from './types.ts';

/**
 * The longest declared zone that equals the host or ends it at a label boundary, as DNS itself delegates;
 * undefined for a host set by hand. Both sides are in normal form.
 */
export function zoneOf<Zone extends Pick<ZoneDeclaration, 'name'>>(
  host: string,
  zones: readonly Zone[],
): Zone | undefined {
  const holding = zones.filter(({ name }) => host === name || host.endsWith(`.${name}`));
  return holding.toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** A host in no declared zone: a name directly below a public suffix is the top of its owner's zone. */
export function isApex(host: string, zone: ZoneRef): boolean {
  return zone.provider === 'external' ? isRegistrable(host) : host === zone.name;
}
