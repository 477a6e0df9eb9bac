// A decoded record's data in the presentation form of zone files, so that people and machines read the same.
import type { Answer as PacketAnswer, SoaAnswer } from 'dns-packet';
import { canonical } from '../names.ts';
import type { CaaProperty, DnsRecord } from './outcome.ts';

/** A DNS type that dns-packet knows only by number. */
const numbered: Readonly<Record<string, string>> = { UNKNOWN_64: 'SVCB', UNKNOWN_65: 'HTTPS' };

/** dns-packet's name for a type of ours. */
export function packetType(type: string): string {
  return Object.entries(numbered).find(([, name]) => name === type)?.[0] ?? type;
}

/** Our name for dns-packet's type. */
export function typeName(type: string): string {
  return numbered[type] ?? type;
}

/** The record in our form; undefined for OPT, which is no record of the name's. */
export function toRecord(answer: PacketAnswer): DnsRecord | undefined {
  if (answer.type === 'OPT') return undefined;
  const base = { name: canonical(answer.name), type: typeName(answer.type), ttl: answer.ttl ?? 0 };
  if (answer.type !== 'CAA') return { ...base, value: presentation(answer) };
  const { flags = 0, tag, value } = answer.data;
  const caa: CaaProperty = { flags, tag, value };
  return { ...base, value: `${flags} ${tag} "${value.replace(/["\\]/g, '\\$&')}"`, caa };
}

/** RFC 2308 5: how long a resolver may keep "not there", in seconds. */
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
      return canonical(answer.data);
    case 'MX':
      return `${answer.data.preference ?? 0} ${canonical(answer.data.exchange) || '.'}`;
    case 'SRV': {
      const { priority = 0, weight = 0, port, target } = answer.data;
      return `${priority} ${weight} ${port} ${canonical(target) || '.'}`;
    }
    case 'TXT':
      return strings(answer.data);
    case 'DS': {
      const { keyTag, algorithm, digestType, digest } = answer.data;
      return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
    }
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = answer.data;
      return [canonical(mname), canonical(rname), serial, refresh, retry, expire, minimum].join(' ');
    }
    default:
      return generic(answer.data);
  }
}

function strings(data: string | Buffer | readonly (string | Buffer)[]): string {
  const list = typeof data === 'string' || Buffer.isBuffer(data) ? [data] : data;
  return list.map((part) => `"${part.toString().replace(/["\\]/g, '\\$&')}"`).join(' ');
}

/** RFC 3597 5: data of a type that is not taken apart here. */
function generic(data: unknown): string {
  if (!Buffer.isBuffer(data)) return JSON.stringify(data);
  return data.length === 0 ? '\\# 0' : `\\# ${data.length} ${data.toString('hex')}`;
}
