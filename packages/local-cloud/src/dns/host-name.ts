// The domain names that the local DNS accepts: RFC 1035's lengths; letters, digits, hyphens, underscores, a leading `*`.

/** The problem with a name, with or without final dot; undefined for a valid one. */
export function nameProblem(name: string): string | undefined {
  if (name === '.') return undefined;
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (bare.length > 253) return `${bare.slice(0, 40)}… has ${bare.length} characters, more than 253`;
  const wrong = bare.split('.').findIndex((label, index) => !isLabel(label, index === 0));
  if (wrong === -1) return undefined;
  return `${name} is not a valid domain name: "${bare.split('.')[wrong]}" is not a valid label (1 to 63 letters, digits, - or _)`;
}

function isLabel(label: string, first: boolean): boolean {
  return /^[a-z0-9_-]{1,63}$/i.test(label) || (first && label === '*');
}
