// DNS names between the wire and text (lower case, no final dot, each octet that is not a plain character as \DDD), and types by number.

/** Bytes that are not a DNS message, or a name in text that cannot be one. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code = 'dns-wire';
}

/** RFC 1035 2.3.4, with the octet of the root. */
const MAX_OCTETS = 255;

/** Reading names is what a run does most: their octets are here, and their text, with each octet as \\DDD at most. */
const wire = Buffer.alloc(MAX_OCTETS);
const text = Buffer.alloc(4 * MAX_OCTETS);

/** `end`: the offset after the name, or after its first pointer. */
export function readName(bytes: Buffer, offset: number): { name: string; end: number } {
  const { end, octets } = copyName(bytes, offset);
  let written = 0;
  let labelEnd = 0;
  for (let at = 0; at < octets - 1; at++) {
    const value = wire[at] as number;
    if (at < labelEnd) written = writeOctet(value, written);
    else {
      labelEnd = at + 1 + value;
      if (at > 0) text[written++] = DOT;
    }
  }
  return { name: text.toString('latin1', 0, written), end };
}

/** Writes the octets of a name, uncompressed and in lower case (RFC 4034 6.2). RFC 1035 4.1.4: a pointer leads backwards only, and a name
 * has 255 octets at most, so that no bytes cause a loop. */
export function copyName(
  bytes: Buffer,
  offset: number,
  to = wire,
  start = 0,
): { octets: number; end: number } {
  let end: number | undefined;
  let octets = 0;
  let at = offset;
  let limit = offset;
  for (;;) {
    const length = octet(bytes, at++);
    if (length === 0) {
      to[start + octets++] = 0;
      return { octets, end: end ?? at };
    }
    if ((length & 0xc0) === 0xc0) {
      end ??= at + 1;
      const target = ((length & 0x3f) << 8) | octet(bytes, at);
      if (target >= limit) throw new WireError('a name points forwards');
      at = limit = target;
      continue;
    }
    if (at + length > bytes.length) throw new WireError('the message ends early');
    // The root's octet is still to come.
    if (length > 63 || octets + length + 2 > MAX_OCTETS) throw new WireError('a name is too long');
    to[start + octets++] = length;
    for (const last = at + length; at < last; at++) to[start + octets++] = lower(bytes[at] as number);
  }
}

function lower(octet: number): number {
  return octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
}

function octet(bytes: Buffer, offset: number): number {
  const value = bytes[offset];
  if (value === undefined) throw new WireError('the message ends early');
  return value;
}

const [DOT, BACKSLASH] = [0x2e, 0x5c] as const;

/** A dot or a backslash inside a label is escaped as well, so that a text can be split at its dots. */
function writeOctet(value: number, at: number): number {
  const isEscaped = value < 0x21 || value > 0x7e || value === DOT || value === BACKSLASH;
  if (isEscaped) return at + text.write(`\\${String(value).padStart(3, '0')}`, at);
  text[at] = value;
  return at + 1;
}

/** Uncompressed, in lower case (RFC 4034 6.2). */
export function encodeName(name: string): Buffer {
  const bytes = Buffer.allocUnsafe(name.length + 2);
  return bytes.subarray(0, writeName(name, bytes, 0));
}

/** Returns the offset after it. */
export function writeName(name: string, bytes: Buffer, start: number): number {
  let at = start;
  for (let first = 0; first <= name.length && name !== ''; ) {
    const dot = name.indexOf('.', first);
    const end = dot === -1 ? name.length : dot;
    const octets = labelOctets(name.slice(first, end));
    bytes[at] = octets.length;
    at += 1 + bytes.write(octets, at + 1, 'latin1');
    first = end + 1;
  }
  bytes[at] = 0;
  if (at + 1 - start > MAX_OCTETS) throw new WireError(`"${name}" is too long for a name`);
  return at + 1;
}

/** A character for each. */
function labelOctets(label: string): string {
  const octets = label.includes('\\')
    ? label.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number(code)))
    : label;
  if (octets.length === 0 || octets.length > 63) throw new WireError(`"${label}" is not a label`);
  return octets;
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
    const a = labelOctets(left[left.length - index] as string);
    const b = labelOctets(right[right.length - index] as string);
    if (a !== b) return a < b ? -1 : 1;
  }
  return left.length - right.length;
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
