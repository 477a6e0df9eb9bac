// DNS names, compared by label: lower case, no final dot, the root is the empty string.

/** The name in the form in which names are compared: lower case, no final dot; the root is ''. */
export function canonical(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** ACM accepts its own value without the leading underscore too (user guide, troubleshooting-DNS-validation.html, "Underscores prohibited"). */
export function isSameValidation(one: string, other: string): boolean {
  const plain = (value: string) => value.replace(/^_(?=.*\.acm-validations\.aws$)/, '');
  return plain(one) === plain(other);
}

/** The name one label up; '' is the root, and undefined is above it. */
export function parentOf(name: string): string | undefined {
  if (name === '') return undefined;
  const dot = name.indexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1);
}

/** True when `name` is `zone` or ends with it at a label boundary. */
export function isWithin(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

export function isBelow(name: string, zone: string): boolean {
  return name !== zone && isWithin(name, zone);
}

/** The name and each name above it down to the top-level domain, nearest first, without the root. */
export function climb(name: string): string[] {
  const names: string[] = [];
  for (let at: string | undefined = name; at !== undefined && at !== ''; at = parentOf(at)) names.push(at);
  return names;
}

/** The longest zone that equals the host or ends it at a label boundary, as DNS delegates. Both sides are in normal form. */
export function zoneOf<Zone extends { readonly name: string }>(
  host: string,
  zones: readonly Zone[],
): Zone | undefined {
  const holding = zones.filter(({ name }) => isWithin(host, name));
  return holding.toSorted((a, b) => b.name.length - a.name.length)[0];
}
