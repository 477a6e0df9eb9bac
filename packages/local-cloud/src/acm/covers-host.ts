// Which hosts a name on a certificate covers.

/** RFC 6125 6.4.3: a wildcard stands for exactly one label. */
export function coversHost(name: string, host: string): boolean {
  return name === host || (name.startsWith('*.') && host.slice(host.indexOf('.') + 1) === name.slice(2));
}
