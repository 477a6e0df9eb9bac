// A record's data in the presentation form of zone files, so that people and machines read the same.
import type { WireRecord } from '../../dnssec/message.ts';
import { readName, TYPE, typeText } from '../../dnssec/name.ts';
import { attempt } from '../../dnssec/records.ts';
import type { CaaProperty, DnsRecord } from './answer.ts';
import {
  characterStrings,
  formatServiceBinding,
  ipv6Text,
  parseServiceBinding,
  type ServiceBinding,
} from './svcb.ts';

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

/** The data of a record as text, and its parts where it is well-formed. */
interface Presented {
  readonly value: string;
  readonly caa?: CaaProperty;
  readonly binding?: ServiceBinding;
}

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

/**
 * RFC 1035 5.1: what is not printable ASCII is written \DDD, octet by octet. DNS data is foreign text: it
 * must not move a terminal's cursor or break out of a line. `octets`: a character for each.
 */
function printable(octets: string): string {
  return octets.replace(/[^\x20-\x7e]/g, (one) => `\\${String(one.charCodeAt(0)).padStart(3, '0')}`);
}

/** RFC 3597 5: data of a type that is not decoded here, or malformed data. */
function generic(data: Buffer): string {
  return data.length === 0 ? '\\# 0' : `\\# ${data.length} ${data.toString('hex')}`;
}
