// The types of records that the preflight queries or validates, by number (IANA's registry of RR types).
import { WireError } from './name.ts';

export const TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  DNAME: 39,
  DS: 43,
  SSHFP: 44,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
  URI: 256,
  CAA: 257,
} as const;

const NAMES = new Map<number, string>(Object.entries(TYPE).map(([name, number]) => [number, name]));

/** RFC 3597 5: `TYPE65280` for a type without a name here. */
export function typeText(type: number): string {
  return NAMES.get(type) ?? `TYPE${type}`;
}

export function typeNumber(text: string): number {
  const known = (TYPE as Readonly<Record<string, number>>)[text];
  const number = known ?? Number(/^TYPE(\d{1,5})$/.exec(text)?.[1] ?? Number.NaN);
  if (!(number <= 0xffff)) throw new WireError(`"${text}" is not a type`);
  return number;
}
