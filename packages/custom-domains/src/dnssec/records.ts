// The records of DNSSEC, decoded: RRSIG, DNSKEY, DS (RFC 4034), NSEC and NSEC3 (RFC 5155); and RRsets with their signatures.
import { parentOf } from '../names/dns-name.ts';
import { type Budget, type Budgets, hostBudget, responseBudget } from './budget.ts';
import type { Message, WireRecord } from './message.ts';
import { readName, TYPE, WireError } from './name.ts';

export interface Rrset {
  readonly name: string;
  readonly type: number;
  readonly data: readonly Buffer[];
  readonly signatures: readonly Rrsig[];
  readonly budgets: Budgets;
}

export interface SignedResponse {
  readonly rcode: number;
  readonly answers: readonly Rrset[];
  readonly authorities: readonly Rrset[];
}

export function toSigned(
  { rcode, answers, authorities }: Message,
  host: Budget = hostBudget(),
): SignedResponse {
  const budgets = responseBudget(host);
  return { rcode, answers: rrsetsIn(answers, budgets), authorities: rrsetsIn(authorities, budgets) };
}

/** Groups records by name and type, in the order of their first record. An RRSIG that cannot be read counts as absent. */
function rrsetsIn(records: readonly WireRecord[], budgets: Budgets): Rrset[] {
  const sets = new Map<string, Rrset & { data: Buffer[]; signatures: Rrsig[] }>();
  for (const { name, type, data } of records) {
    const signature = type === TYPE.RRSIG ? attempt(() => readRrsig(data)) : undefined;
    if (type === TYPE.RRSIG && signature === undefined) continue;
    const of = signature?.covered ?? type;
    const key = `${name} ${of}`;
    const set = sets.get(key) ?? { name, type: of, data: [], signatures: [], budgets };
    sets.set(key, set);
    if (signature === undefined) set.data.push(data);
    else set.signatures.push(signature);
  }
  return [...sets.values()].filter(({ data }) => data.length > 0);
}

export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError || error instanceof RangeError) return undefined;
    throw error;
  }
}

export type Rrsig = Readonly<ReturnType<typeof readRrsig>>;

function readRrsig(data: Buffer) {
  const { name: signer, end } = readName(data, 18);
  return {
    covered: data.readUInt16BE(0),
    algorithm: data.readUInt8(2),
    labels: data.readUInt8(3),
    originalTtl: data.readUInt32BE(4),
    /** Seconds of 32 bits (RFC 1982). */
    expiration: data.readUInt32BE(8),
    inception: data.readUInt32BE(12),
    keyTag: data.readUInt16BE(16),
    signer,
    signature: data.subarray(end),
    /** The data in front of the signature, which is signed too (RFC 4034 3.1.8.1). */
    head: data.subarray(0, end),
  };
}

export type Dnskey = Readonly<ReturnType<typeof readDnskey>>;

export function readDnskey(data: Buffer) {
  return {
    flags: data.readUInt16BE(0),
    protocol: data.readUInt8(2),
    algorithm: data.readUInt8(3),
    key: data.subarray(4),
    tag: keyTag(data),
    data,
  };
}

/** RFC 4034 appendix B; algorithm 1, which has another rule, is not supported. */
function keyTag(data: Buffer): number {
  let sum = 0;
  for (const [index, octet] of data.entries()) sum += index & 1 ? octet : octet << 8;
  return (sum + ((sum >>> 16) & 0xffff)) & 0xffff;
}

export type Ds = Readonly<ReturnType<typeof readDs>>;

export function readDs(data: Buffer) {
  return {
    keyTag: data.readUInt16BE(0),
    algorithm: data.readUInt8(2),
    digestType: data.readUInt8(3),
    digest: data.subarray(4),
  };
}

export type Nsec = Readonly<ReturnType<typeof readNsec>>;

export function readNsec(owner: string, data: Buffer) {
  const { name: next, end } = readName(data, 0);
  return { owner, next, types: readTypes(data.subarray(end)) };
}

export type Nsec3 = Readonly<ReturnType<typeof readNsec3>>;

export function readNsec3(owner: string, data: Buffer) {
  const [label = ''] = owner.split('.', 1);
  const saltEnd = 5 + data.readUInt8(4);
  const nextEnd = saltEnd + 1 + data.readUInt8(saltEnd);
  return {
    /** The first label of its owner: the hash in base32hex. */
    hash: fromBase32Hex(label),
    zone: parentOf(owner) ?? '',
    algorithm: data.readUInt8(0),
    flags: data.readUInt8(1),
    iterations: data.readUInt16BE(2),
    salt: data.subarray(5, saltEnd),
    next: data.subarray(saltEnd + 1, nextEnd),
    types: readTypes(data.subarray(nextEnd)),
  };
}

/** RFC 4034 4.1.2: windows of 256 types, each a bitmap of at most 32 octets. */
function readTypes(data: Buffer): ReadonlySet<number> {
  const types = new Set<number>();
  let at = 0;
  while (at < data.length) {
    const window = data.readUInt8(at);
    const length = data.readUInt8(at + 1);
    if (length === 0 || length > 32 || at + 2 + length > data.length)
      throw new WireError('a bitmap of types is malformed');
    for (let bit = 0; bit < length * 8; bit++) {
      if ((data.readUInt8(at + 2 + (bit >> 3)) >> (7 - (bit & 7))) & 1) types.add(window * 256 + bit);
    }
    at += 2 + length;
  }
  return types;
}

/** RFC 4648 7, without padding; names are in lower case here. */
function fromBase32Hex(text: string): Buffer {
  const octets = Buffer.alloc(Math.floor((text.length * 5) / 8));
  for (let index = 0, bits = 0; index < text.length; index++) {
    const value = Number.parseInt(text.charAt(index), 32);
    if (Number.isNaN(value)) throw new WireError(`"${text}" is not base32hex`);
    bits = (bits << 5) | value;
    // Of each five bits, the last of an octet are among them where the count of all passes a multiple of eight.
    const rest = ((index + 1) * 5) % 8;
    if (rest < 5) octets[Math.floor((index * 5) / 8)] = bits >> rest;
  }
  return octets;
}
