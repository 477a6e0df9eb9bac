// DNS names between the wire and text (lower case, no final dot, each octet that is not a plain character as \DDD), and types by number.
import { parentOf } from '../names/dns-name.ts';

/** Bytes that are not a DNS message, or a name in text that cannot be one. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code = 'dns-wire';
}

/** RFC 1035 2.3.4, with the octet of the root. */
const MAX_OCTETS = 255;

/**
 * RFC 1035 4.1.4. A pointer leads backwards only, and a name has 255 octets at most, so that no bytes cause a loop. `end`: the offset
 * after the name, or after its first pointer.
 */
export function readName(bytes: Buffer, offset: number): { name: string; end: number } {
  const labels: string[] = [];
  let end: number | undefined;
  let octets = 1;
  let at = offset;
  let limit = offset;
  for (;;) {
    const length = octet(bytes, at);
    if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 };
    if ((length & 0xc0) === 0xc0) {
      end ??= at + 2;
      const target = ((length & 0x3f) << 8) | octet(bytes, at + 1);
      if (target >= limit) throw new WireError('a name points forwards');
      at = limit = target;
      continue;
    }
    octets += length + 1;
    if (at + 1 + length > bytes.length) throw new WireError('the message ends early');
    if (length > 63 || octets > MAX_OCTETS) throw new WireError('a name is too long');
    labels.push(labelText(bytes, at + 1, at + 1 + length));
    at += length + 1;
  }
}

function octet(bytes: Buffer, offset: number): number {
  const value = bytes[offset];
  if (value === undefined) throw new WireError('the message ends early');
  return value;
}

/** A dot or a backslash inside a label is escaped as well, so that a text can be split at its dots. */
function labelText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start, end);
  if (/^[a-z0-9_-]*$/.test(text)) return text;
  return text.replace(/[^!-~]|[.\\A-Z]/g, (character) =>
    /[A-Z]/.test(character)
      ? character.toLowerCase()
      : `\\${String(character.charCodeAt(0)).padStart(3, '0')}`,
  );
}

/** Uncompressed, in lower case (RFC 4034 6.2). */
export function encodeName(name: string): Buffer {
  const labels = labelsOf(name).map(labelBytes);
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ]);
}

function labelBytes(label: string): Buffer {
  const bytes = Buffer.from(
    label.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number(code))),
    'latin1',
  );
  if (bytes.length === 0 || bytes.length > 63) throw new WireError(`"${label}" is not a label`);
  return bytes;
}

function labelsOf(name: string): string[] {
  return name === '' ? [] : name.split('.');
}

/** RFC 4034 3.1.3: the labels of an RRSIG are counted without the root and without a wildcard's asterisk. */
export function countLabels(name: string): number {
  const labels = labelsOf(name);
  return labels[0] === '*' ? labels.length - 1 : labels.length;
}

/** RFC 4034 6.1: from the last label to the first, each as octets; a name comes before the names below it. */
export function compareNames(one: string, other: string): number {
  const left = labelsOf(one);
  const right = labelsOf(other);
  for (let index = 1; index <= Math.min(left.length, right.length); index++) {
    const a = left[left.length - index] as string;
    const b = right[right.length - index] as string;
    if (a === b) continue;
    const order = Buffer.compare(labelBytes(a), labelBytes(b));
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** The name that both are at or below, with the most labels. */
export function commonAncestor(one: string, other: string): string {
  let at = one;
  while (at !== '' && at !== other && !other.endsWith(`.${at}`)) at = parentOf(at) ?? '';
  return at;
}

export function wildcardAt(name: string): string {
  return name === '' ? '*' : `*.${name}`;
}

export function lastLabels(name: string, count: number): string {
  const labels = labelsOf(name);
  return labels.slice(labels.length - count).join('.');
}

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
