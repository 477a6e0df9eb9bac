// DER (X.690) as far as a certificate needs it: tag, length, value. @peculiar/asn1-x509 in its place adds seven packages
// (2 MB), 40 ms and 15 MB of memory to each start, and would still not sign: node:crypto parses the result in the tests.

/** Tags of X.690 8, and the two context-specific forms. */
const TAG = {
  ...{ boolean: 0x01, integer: 0x02, bitString: 0x03, octetString: 0x04, oid: 0x06, utf8: 0x0c },
  ...{ utcTime: 0x17, generalizedTime: 0x18, sequence: 0x30, set: 0x31 },
} as const;

export const sequence = (...parts: readonly Buffer[]) => encode(TAG.sequence, ...parts);
export const set = (...parts: readonly Buffer[]) => encode(TAG.set, ...parts);
export const octets = (value: Buffer) => encode(TAG.octetString, value);
export const utf8 = (text: string) => encode(TAG.utf8, Buffer.from(text, 'utf8'));
export const isTrue = encode(TAG.boolean, Buffer.from([0xff]));
/** `[n]` around whole values (EXPLICIT), or in place of a value's own tag (IMPLICIT, not constructed). */
export const explicit = (number: number, ...parts: readonly Buffer[]) => encode(0xa0 + number, ...parts);
export const implicit = (number: number, value: Buffer) => encode(0x80 + number, value);

/** An unsigned number: a leading zero octet keeps it positive. */
export function integer(value: number | Buffer): Buffer {
  const octets = typeof value === 'number' ? Buffer.from([value]) : value;
  return encode(TAG.integer, (octets[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), octets]) : octets);
}

export function bits(value: Buffer, unused = 0): Buffer {
  return encode(TAG.bitString, Buffer.from([unused]), value);
}

/** `2.5.29.19`; every arc after the second in base 128. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** RFC 5280 4.1.2.5: UTCTime before 2050, GeneralizedTime from then on. */
export function time(date: Date): Buffer {
  const text = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  if (date.getUTCFullYear() >= 2050) return encode(TAG.generalizedTime, Buffer.from(text));
  return encode(TAG.utcTime, Buffer.from(text.slice(2)));
}

function base128(arc: number): number[] {
  const octets = [arc & 0x7f];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    octets.unshift((rest & 0x7f) | 0x80);
  }
  return octets;
}

function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(value.length), value]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(size);
  const significant = octets.subarray(octets.findIndex((octet) => octet > 0));
  return Buffer.concat([Buffer.from([0x80 + significant.length]), significant]);
}
