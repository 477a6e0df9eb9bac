// A decoded record's data in the presentation form of zone files, so that people and machines read the same.
import type { Answer as PacketAnswer, SoaAnswer } from 'dns-packet';
import { canonical } from '../../names/dns-name.ts';
import type { CaaProperty, DnsRecord } from './answer.ts';
import { formatServiceBinding, parseServiceBinding, type ServiceBinding } from './svcb.ts';

/** Types that dns-packet knows only by number (RFC 9460, RFC 7553). */
const NUMBERED = [
  ['SVCB', 'UNKNOWN_64'],
  ['HTTPS', 'UNKNOWN_65'],
  ['URI', 'UNKNOWN_256'],
] as const;
/** Types whose data dns-packet decodes. Others keep their octets: it would read malformed ones past their end. */
const DECODED: readonly string[] = [
  'A',
  'AAAA',
  'CNAME',
  'DNAME',
  'NS',
  'PTR',
  'MX',
  'SRV',
  'TXT',
  'DS',
  'SOA',
  'OPT',
];
/** RFC 2181 8: a TTL with the highest bit set counts as 0. */
const MAX_TTL = 2 ** 31 - 1;
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

export function isDecoded({ type }: PacketAnswer): boolean {
  return DECODED.includes(type);
}

/** The answer with its data as it is on the wire, for the types that are not decoded. */
export function rawAnswer(answer: PacketAnswer, data: Buffer | undefined): PacketAnswer {
  return { ...answer, data } as PacketAnswer;
}

/** The record in our form; undefined for OPT, which is not a record of the name. */
export function toRecord(answer: PacketAnswer): DnsRecord | undefined {
  if (answer.type === 'OPT') return undefined;
  const base = { name: nameText(answer.name), type: typeName(answer.type), ttl: ttlOf(answer.ttl) };
  if (!isDecoded(answer)) return { ...base, ...fromOctets(base.type, answer.data as unknown as Buffer) };
  return { ...base, value: presentation(answer) };
}

function ttlOf(ttl = 0): number {
  return ttl > MAX_TTL ? 0 : ttl;
}

/** RFC 2308 5: for how many seconds a resolver may cache a negative answer. */
export function negativeTtl(soa: SoaAnswer): number {
  return Math.min(ttlOf(soa.ttl), ttlOf(soa.data.minimum));
}

/** The data of a record as text, and its parts where it is well-formed. */
interface Presented {
  readonly value: string;
  readonly caa?: CaaProperty;
  readonly binding?: ServiceBinding;
}

/** Malformed data is kept, as octets and without its parts: the record exists, and cannot be read. */
function fromOctets(type: string, data: Buffer): Presented {
  if (type === 'CAA') {
    const caa = parseCaa(data);
    if (caa === undefined) return { value: generic(data) };
    return { value: `${caa.flags} ${printable(caa.tag)} ${quoted(caa.value)}`, caa };
  }
  if (type === 'HTTPS' || type === 'SVCB') {
    const binding = parseServiceBinding(data);
    return binding === undefined
      ? { value: generic(data) }
      : { value: formatServiceBinding(binding), binding };
  }
  // RFC 4255 3.2: two numbers, and a digest.
  if (type === 'SSHFP' && data.length > 2)
    return { value: `${data[0]} ${data[1]} ${data.toString('hex', 2)}` };
  return { value: generic(data) };
}

/** RFC 8659 4.1: a tag has at least one octet, and ends within the data. */
function parseCaa(data: Buffer): CaaProperty | undefined {
  const [flags, length = 0] = data;
  const end = 2 + length;
  if (flags === undefined || length === 0 || end > data.length) return undefined;
  return { flags, tag: data.toString('latin1', 2, end), value: data.toString('utf8', end) };
}

function presentation(answer: Exclude<PacketAnswer, { type: 'OPT' }>): string {
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
      throw new TypeError(`${answer.type} is not decoded`);
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

/** RFC 3597 5: data of a type that is not decoded here, or malformed data. */
function generic(data: Buffer): string {
  return data.length === 0 ? '\\# 0' : `\\# ${data.length} ${data.toString('hex')}`;
}
