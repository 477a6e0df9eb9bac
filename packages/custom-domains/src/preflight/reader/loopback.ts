// Addresses of this machine alone.

/** RFC 1122 3.2.1.3, RFC 4291 2.5.3. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address.startsWith('127.') || address === '::1');
}
