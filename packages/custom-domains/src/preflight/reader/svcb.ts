// SVCB and HTTPS records (RFC 9460): their data from the wire, and as a zone file writes it.
import { SocketAddress } from 'node:net';
import { encodeName, readName } from '../../dnssec/name.ts';
import { attempt } from '../../dnssec/records.ts';

/** RFC 9460 2.1: priority 0 is an alias for the target; any other describes the service at the target. */
export interface ServiceBinding {
  readonly priority: number;
  /** Lower case, no final dot; '' is the owner itself (RFC 9460 2.5). */
  readonly target: string;
  /** Values by key (`alpn`, `ipv4hint`, `key65400`), as a zone file writes them, without quotes; '' where a key has none. */
  readonly params: Readonly<Record<string, string>>;
}

/** RFC 9460 14.3.2. */
const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint'];

/** Undefined: malformed, which a client must reject (RFC 9460 2.2). */
export function parseServiceBinding(data: Buffer): ServiceBinding | undefined {
  return attempt(() => {
    const { name, end } = readName(data, 2);
    // RFC 9460 2.2: the target is not compressed.
    if (end - 2 !== encodeName(name).length) return undefined;
    return { priority: data.readUInt16BE(0), target: name, params: readParams(data.subarray(end)) };
  });
}

/** `1 . alpn="h2,h3" ipv4hint="192.0.2.1"` */
export function formatServiceBinding({ priority, target, params }: ServiceBinding): string {
  const texts = Object.entries(params).map(([key, value]) => (value === '' ? key : `${key}="${value}"`));
  return [priority, `${target}.`, ...texts].join(' ');
}

/** RFC 9460 2.2: keys in increasing order, each once. */
function readParams(data: Buffer): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  let last = -1;
  for (let at = 0; at < data.length; ) {
    const key = data.readUInt16BE(at);
    const value = bytesOf(data, at + 4, data.readUInt16BE(at + 2));
    if (key <= last) throw new RangeError(`key ${key} is out of order`);
    params[nameOf(key)] = valueText(nameOf(key), value);
    last = key;
    at += 4 + value.length;
  }
  return params;
}

function nameOf(key: number): string {
  return KEYS[key] ?? `key${key}`;
}

function valueText(key: string, value: Buffer): string {
  const list = (size: number, text: (part: Buffer) => string) => split(value, size).map(text).join(',');
  switch (key) {
    case 'mandatory':
      return list(2, (part) => nameOf(part.readUInt16BE(0)));
    case 'alpn':
      return characterStrings(value).map(escaped).join(',');
    case 'port':
      return String(value.readUInt16BE(0));
    case 'ipv4hint':
      return list(4, (part) => part.join('.'));
    case 'ipv6hint':
      return list(16, ipv6Text);
    case 'ech':
      return value.toString('base64');
    default:
      return escaped(value);
  }
}

/** RFC 1035 3.3: each with its length in front. */
export function characterStrings(data: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; at += 1 + data.readUInt8(at)) {
    parts.push(bytesOf(data, at + 1, data.readUInt8(at)));
  }
  return parts;
}

function split(value: Buffer, size: number): Buffer[] {
  if (value.length === 0 || value.length % size !== 0) throw new RangeError('a list of another size');
  return Array.from({ length: value.length / size }, (_, index) => bytesOf(value, index * size, size));
}

/** RFC 5952. */
export function ipv6Text(address: Buffer): string {
  const groups = split(address, 2).map((two) => two.toString('hex'));
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}

function bytesOf(data: Buffer, start: number, length: number): Buffer {
  if (start + length > data.length) throw new RangeError('runs past the end');
  return data.subarray(start, start + length);
}

/** RFC 1035 5.1: what is not printable, or would end the text, as its octet in decimal. */
function escaped(octets: Buffer): string {
  return octets
    .toString('latin1')
    .replace(/[^\x21-\x7e]|["\\,.;]/g, (character) =>
      character === '.' || character === ','
        ? `\\${character}`
        : `\\${String(character.charCodeAt(0)).padStart(3, '0')}`,
    );
}
