// Which declared zone a host belongs to.

/**
 * The longest declared zone that equals the host or ends it at a label boundary, as DNS itself delegates;
 * undefined for a host in none of them. Both sides are in normal form.
 */
export function zoneOf<Zone extends { readonly name: string }>(
  host: string,
  zones: readonly Zone[],
): Zone | undefined {
  const holding = zones.filter(({ name }) => host === name || host.endsWith(`.${name}`));
  return holding.toSorted((a, b) => b.name.length - a.name.length)[0];
}
