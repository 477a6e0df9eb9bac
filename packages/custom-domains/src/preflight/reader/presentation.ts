// A decoded record's data in the presentation form of zone files, so that people and machines read the same.
import type { Answer as PacketAnswer, SoaAnswer } from 'dns-packet';
import { canonical } from '../../names/dns-name.ts';
import type { CaaProperty, DnsRecord } from './answer.ts';

/** Types that dns-packet knows only by number (RFC 9460). */
const NUMBERED = [
  ['SVCB', 'UNKNOWN_64'],
  ['HTTPS', 'UNKNOWN_65'],
] as const;
const TO_PACKET = new Map<string, string>(NUMBERED);
const FROM_PACKET = new Map<string, string>(NUMBERED.map(([name, number]) => [number, name]));

/** dns-packet's name for a type of ours. */
export function packetType(type: string): string {
  return TO_PACKET.get(type) ?? type;
}

/** Our name for dns-packet's type. */
export function typeName(type: string): string {
  return FROM_PACKET.get(type) ?? type;
}

/** The record in our form; undefined for OPT, which is not a record of the name. */
export function toRecord(answer: PacketAnswer): DnsRecord | undefined {
  if (answer.type === 'OPT') return undefined;
  const base = { name: nameText(answer.name), type: typeName(answer.type), ttl: answer.ttl ?? 0 };
  if (answer.type !== 'CAA') return { ...base, value: presentation(answer) };
  const { flags = 0, tag, value } = answer.data;
  const caa: CaaProperty = { flags, tag, value };
  return { ...base, value: `${flags} ${printable(tag)} ${quoted(value)}`, caa };
}

/** RFC 2308 5: for how many seconds a resolver may cache a negative answer. */
export function negativeTtl(soa: SoaAnswer): number {
  return Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0);
}

function presentation(answer: Exclude<PacketAnswer, { type: 'OPT' | 'CAA' }>): string {
  switch (answer.type) {
    case 'A':
      return answer.data;
    case 'AAAA':
      return answer.data.toLowerCase();
    case 'CNAME':
    case 'DNAME':
    case 'NS':
    case 'PTR':
      return nameText(answer.data);
    case 'MX':
      return `${answer.data.preference ?? 0} ${nameText(answer.data.exchange) || '.'}`;
    case 'SRV': {
      const { priority = 0, weight = 0, port, target } = answer.data;
      return `${priority} ${weight} ${port} ${nameText(target) || '.'}`;
    }
    case 'TXT':
      return strings(answer.data);
    case 'DS': {
      const { keyTag, algorithm, digestType, digest } = answer.data;
      return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
    }
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = answer.data;
      return [nameText(mname), nameText(rname), serial, refresh, retry, expire, minimum].join(' ');
    }
    default:
      return generic(answer.data);
  }
}

function strings(data: string | Buffer | readonly (string | Buffer)[]): string {
  const list = typeof data === 'string' || Buffer.isBuffer(data) ? [data] : data;
  return list.map((part) => quoted(part.toString())).join(' ');
}

function nameText(name: string): string {
  return printable(canonical(name));
}

function quoted(text: string): string {
  return `"${printable(text.replace(/["\\]/g, '\\$&'))}"`;
}

/**
 * RFC 1035 5.1: what is not printable ASCII is written \DDD, octet by octet. DNS data is foreign text: it
 * must not move a terminal's cursor or break out of a line.
 */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((octet) => `\\${String(octet).padStart(3, '0')}`).join(''),
  );
}

/** RFC 3597 5: data of a type that is not decoded here. */
function generic(data: unknown): string {
  if (!Buffer.isBuffer(data)) return JSON.stringify(data);
  return data.length === 0 ? '\\# 0' : `\\# ${data.length} ${data.toString('hex')}`;
}
