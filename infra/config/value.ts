// A value in a stack's config: its path, and what kind of value it is.

/** As Pulumi writes it (`pulumi config set --path`): `['petstore:docs', 'redirects', 0, 'from']` → `petstore:docs.redirects[0].from`; dotted keys in brackets. */
export function formatPath(parts: readonly PropertyKey[]): string {
  const [key = '', ...inner] = parts;
  return inner.reduce<string>((path, part) => path + step(part), String(key));
}

function step(part: PropertyKey): string {
  if (typeof part === 'number') return `[${part}]`;
  const text = String(part);
  return /^[A-Za-z_][\w-]*$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}

/** Pulumi writes an encrypted value as `{ secure: … }`. */
export function isSecure(value: unknown): boolean {
  return isMapping(value) && Object.keys(value).join() === 'secure';
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
