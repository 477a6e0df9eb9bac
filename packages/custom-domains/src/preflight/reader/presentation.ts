// A record's data in the presentation form of zone files, so that people and machines read the same; and the parts of SVCB and HTTPS
// records (RFC 9460).
import { SocketAddress } from 'node:net';
import type { WireRecord } from '../../dnssec/message.ts';
import { encodeName, readName, TYPE, typeText } from '../../dnssec/name.ts';
import { attempt } from '../../dnssec/records.ts';
import type { CaaProperty, DnsRecord, ServiceBinding } from './answer.ts';

/** The record in our form. Malformed data is kept, as octets and without its parts: the record exists, and cannot be read. */
export function toRecord({ name, type, ttl, data }: WireRecord): DnsRecord {
  const presented = attempt(() => present(type, data)) ?? { value: generic(data) };
  return { name, type: typeText(type), ttl: ttlOf(ttl), ...presented };
}

/** RFC 2181 8: a TTL with the highest bit set counts as 0. */
function ttlOf(ttl: number): number {
  return ttl > 2 ** 31 - 1 ? 0 : ttl;
}

/** RFC 2308 5: for how many seconds a resolver may cache a negative answer; MINIMUM is the last field of the SOA record. */
export function negativeTtl({ ttl, data }: WireRecord): number {
  return Math.min(ttlOf(ttl), ttlOf(data.length < 4 ? 0 : data.readUInt32BE(data.length - 4)));
}

type Presented = Pick<DnsRecord, 'value' | 'caa' | 'binding'>;

/** Undefined, or an error that `attempt` takes: the data is malformed, or of a type that is not decoded here. */
function present(type: number, data: Buffer): Presented | undefined {
  if (type === TYPE.CAA) {
    const caa = parseCaa(data);
    const value = data.subarray(2 + (data[1] ?? 0));
    return caa && { value: `${caa.flags} ${printable(caa.tag)} ${quoted(value)}`, caa };
  }
  if (type === TYPE.HTTPS || type === TYPE.SVCB) {
    const binding = parseServiceBinding(data);
    return binding && { value: formatServiceBinding(binding), binding };
  }
  const value = textOf(type, data);
  return value === undefined ? undefined : { value };
}

/** RFC 8659 4.1: a tag has at least one octet, and ends within the data. */
function parseCaa(data: Buffer): CaaProperty | undefined {
  const [flags, length = 0] = data;
  const end = 2 + length;
  if (flags === undefined || length === 0 || end > data.length) return undefined;
  return { flags, tag: data.toString('latin1', 2, end), value: data.toString('utf8', end) };
}

function textOf(type: number, data: Buffer): string | undefined {
  const nameAt = (at: number) => readName(data, at).name;
  const numbers = (count: number) =>
    Array.from({ length: count }, (_, index) => data.readUInt16BE(2 * index));
  switch (type) {
    case TYPE.A:
      return data.length === 4 ? data.join('.') : undefined;
    case TYPE.AAAA:
      return data.length === 16 ? ipv6Text(data) : undefined;
    case TYPE.CNAME:
    case TYPE.DNAME:
    case TYPE.NS:
    case TYPE.PTR:
      return nameAt(0);
    case TYPE.MX:
      return [...numbers(1), nameAt(2) || '.'].join(' ');
    case TYPE.SRV:
      return [...numbers(3), nameAt(6) || '.'].join(' ');
    case TYPE.TXT:
      return characterStrings(data).map(quoted).join(' ');
    case TYPE.DS:
      return [...numbers(1), data.readUInt8(2), data.readUInt8(3), data.toString('hex', 4)].join(' ');
    // RFC 4255 3.2: two numbers, and a digest.
    case TYPE.SSHFP:
      return data.length > 2 ? `${data[0]} ${data[1]} ${data.toString('hex', 2)}` : undefined;
    case TYPE.SOA: {
      const { name: server, end } = readName(data, 0);
      const { name: mailbox, end: start } = readName(data, end);
      const times = [0, 4, 8, 12, 16].map((at) => data.readUInt32BE(start + at));
      return [server, mailbox, ...times].join(' ');
    }
    default:
      return undefined;
  }
}

function quoted(octets: Buffer): string {
  return `"${printable(octets.toString('latin1').replace(/["\\]/g, '\\$&'))}"`;
}

/** RFC 1035 5.1: what is not printable ASCII is written \DDD, octet by octet. DNS data is foreign text: it must not move a terminal's
 * cursor or break out of a line. `octets`: a character for each. */
function printable(octets: string): string {
  return octets.replace(/[^\x20-\x7e]/g, decimal);
}

function decimal(octet: string): string {
  return `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`;
}

/** RFC 3597 5: data of a type that is not decoded here, or malformed data. */
function generic(data: Buffer): string {
  return data.length === 0 ? '\\# 0' : `\\# ${data.length} ${data.toString('hex')}`;
}

/** RFC 9460 14.3.2. */
const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint'];

/** Undefined, or an error: malformed, which a client must reject (RFC 9460 2.2). */
function parseServiceBinding(data: Buffer): ServiceBinding | undefined {
  const { name: target, end } = readName(data, 2);
  // RFC 9460 2.2: the target is not compressed.
  if (end - 2 !== encodeName(target).length) return undefined;
  return { priority: data.readUInt16BE(0), target, params: readParams(data.subarray(end)) };
}

/** `1 . alpn="h2,h3" ipv4hint="192.0.2.1"` */
function formatServiceBinding({ priority, target, params }: ServiceBinding): string {
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
      // RFC 9460 A.1: in an item of a list, a comma and a backslash have one more backslash.
      return characterStrings(value)
        .map((id) => escaped(id).replace(/\\(,|092)/g, '\\092$&'))
        .join(',');
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
function characterStrings(data: Buffer): Buffer[] {
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
function ipv6Text(address: Buffer): string {
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
    .replace(/[^\x21-\x7e]|["\\,.;]/g, (one) => (one === '.' || one === ',' ? `\\${one}` : decimal(one)));
}
