// Addresses of DNS servers: as text, and which of them this machine can send to.
import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface Server {
  readonly address: string;
  readonly port: number;
}

export const DNS_PORT = 53;

/** `ADDR`, `ADDR:PORT`, `[V6]` or `[V6]:PORT`; undefined when it is none of these. */
export function parseServer(text: string): Server | undefined {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  const plain = /^([^:]+):(\d+)$/.exec(text);
  const address = bracketed?.[1] ?? plain?.[1] ?? text;
  const port = Number(bracketed?.[2] ?? plain?.[2] ?? DNS_PORT);
  if (isIP(address) === 0 || port < 1 || port > 65535) return undefined;
  return { address, port };
}

/** Names the port only where it is not the default one. */
export function formatServer({ address, port }: Server): string {
  if (port === DNS_PORT) return address;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** An address of this machine alone: RFC 1122 3.2.1.3, RFC 4291 2.5.3. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address.startsWith('127.') || address === '::1');
}

/** Whether this machine can send to the address at all: IPv6 needs an interface with an address of the same kind (loopback; RFC 4193 unique
 * local; RFC 4291 global), as a local network does not lead to the internet. */
export function reaches(address: string): boolean {
  if (!isIPv6(address)) return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => one.family === 'IPv6' && kindOf(one.address) === kindOf(address));
}

function kindOf(address: string): string {
  if (address === '::1') return 'loopback';
  if (/^f[cd]/i.test(address)) return 'unique local';
  return /^[23]/.test(address) ? 'global' : address;
}

/** `global`: addresses of the public internet only. `any`: every address. */
export type AddressPolicy = 'global' | 'any';

/** A loopback resolver that was named is the local cloud's or a test's, whose zones are on this machine. The system's own says nothing: on
 * many machines, those of GitHub Actions included, it is a stub (127.0.0.53) in front of the public DNS. */
export function addressPolicyFor(given: Server | undefined): AddressPolicy {
  return isLoopback(given?.address) ? 'any' : 'global';
}
