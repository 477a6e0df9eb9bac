// X.509 certificates (RFC 5280), built and signed synchronously: Certificates.platform returns one without a promise.
import { hash, type KeyObject, randomBytes, sign } from 'node:crypto';

// DER (X.690) as far as a certificate needs it: tag, length, value. @peculiar/asn1-x509 in its place adds seven packages
// (2 MB), 40 ms and 15 MB of memory to each start, and would still not sign: node:crypto parses the result in the tests.

const TAG = {
  ...{ boolean: 0x01, integer: 0x02, bitString: 0x03, octetString: 0x04, oid: 0x06, utf8: 0x0c },
  ...{ utcTime: 0x17, sequence: 0x30, set: 0x31 },
} as const;

const sequence = (...parts: readonly Buffer[]) => encode(TAG.sequence, ...parts);
const set = (...parts: readonly Buffer[]) => encode(TAG.set, ...parts);
const octets = (value: Buffer) => encode(TAG.octetString, value);
const utf8 = (text: string) => encode(TAG.utf8, Buffer.from(text, 'utf8'));
const isTrue = encode(TAG.boolean, Buffer.from([0xff]));
/** `[n]` around whole values (EXPLICIT), or in place of a value's own tag (IMPLICIT, not constructed). */
const explicit = (number: number, ...parts: readonly Buffer[]) => encode(0xa0 + number, ...parts);
const implicit = (number: number, value: Buffer) => encode(0x80 + number, value);

/** An unsigned number: a leading zero octet keeps it positive. */
function integer(value: number | Buffer): Buffer {
  const octets = typeof value === 'number' ? Buffer.from([value]) : value;
  return encode(TAG.integer, (octets[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), octets]) : octets);
}

const bits = (value: Buffer, unused = 0) => encode(TAG.bitString, Buffer.from([unused]), value);

/** `2.5.29.19`; every arc after the second in base 128. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** RFC 5280 4.1.2.5: UTCTime before 2050; the root, which lasts the longest, ends after ten years. */
function time(date: Date): Buffer {
  return encode(TAG.utcTime, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}

function base128(arc: number): number[] {
  const octets = [arc & 0x7f];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    octets.unshift((rest & 0x7f) | 0x80);
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

/** The key is of P-256. */
export interface Signer {
  readonly key: KeyObject;
  readonly commonName: string;
}

export interface CertificateRequest {
  readonly publicKey: KeyObject;
  readonly commonName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Buffer[];
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const ORGANIZATION = 'local cloud';

export function signCertificate(signer: Signer, request: CertificateRequest): string {
  const body = sequence(
    explicit(0, integer(2)),
    integer(serialNumber()),
    ECDSA_WITH_SHA256,
    distinguishedName(signer.commonName),
    sequence(time(request.notBefore), time(request.notAfter)),
    distinguishedName(request.commonName),
    request.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...request.extensions)),
  );
  const signature = sign('sha256', body, signer.key);
  const der = sequence(body, ECDSA_WITH_SHA256, bits(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** RFC 5280 4.1.2.2: positive, at most 20 octets; the baseline requirements ask for 64 random bits. */
function serialNumber(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  return serial;
}

function distinguishedName(commonName: string): Buffer {
  const attribute = (type: string, value: string) => set(sequence(oid(type), utf8(value)));
  return sequence(attribute('2.5.4.10', ORGANIZATION), attribute('2.5.4.3', commonName));
}

/** RFC 7093 2, method 4: a hash of the whole SubjectPublicKeyInfo, cut to 160 bits. */
function keyIdentifier(publicKey: KeyObject): Buffer {
  const info = publicKey.export({ type: 'spki', format: 'der' });
  return hash('sha256', info, 'buffer').subarray(0, 20);
}

export const extension = {
  basicConstraints: (authority: boolean) =>
    critical('2.5.29.19', authority ? sequence(isTrue, integer(0)) : sequence()),
  /** Bit 0 is the highest; `5` and `6` are keyCertSign and cRLSign. */
  keyUsage: (...usages: readonly number[]) => {
    const octet = usages.reduce((all, bit) => all | (0x80 >> bit), 0);
    return critical('2.5.29.15', bits(Buffer.from([octet]), 7 - Math.max(...usages)));
  },
  serverAuthentication: () => plain('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
  subjectKey: (key: KeyObject) => plain('2.5.29.14', octets(keyIdentifier(key))),
  authorityKey: (key: KeyObject) => plain('2.5.29.35', sequence(implicit(0, keyIdentifier(key)))),
  alternativeNames: (names: readonly string[]) => plain('2.5.29.17', sequence(...names.map(dnsName))),
  /** RFC 5280 4.2.1.10: permits names within `domains`, excludes every IP address. */
  nameConstraints: (domains: readonly string[]) => {
    const permitted = domains.map((domain) => sequence(dnsName(domain)));
    const addresses = [8, 32].map((size) => sequence(implicit(7, Buffer.alloc(size))));
    return critical('2.5.29.30', sequence(explicit(0, ...permitted), explicit(1, ...addresses)));
  },
};

const dnsName = (name: string) => implicit(2, Buffer.from(name, 'ascii'));
const critical = (id: string, value: Buffer) => sequence(oid(id), isTrue, octets(value));
const plain = (id: string, value: Buffer) => sequence(oid(id), octets(value));
