// Signs a zone for tests, with a key pair of any algorithm: DNSKEY and RRSIG records, the chain of NSEC or NSEC3 records, and the proofs
// that a server adds.
import { generateKeyPairSync, hash as hashBytes, type KeyObject, sign } from 'node:crypto';
import type { Answer } from 'dns-packet';
import dnsPacket from 'dns-packet';
import { digestOf } from '../../src/dnssec/algorithms.ts';
import { compareNames, countLabels, encodeName, wildcardAt } from '../../src/dnssec/name.ts';
import { type Ds, readDnskey } from '../../src/dnssec/records.ts';
import { climb, isWithin, parentOf } from '../../src/names/dns-name.ts';

export interface ZoneKey {
  readonly algorithm: number;
  readonly flags: number;
  readonly tag: number;
  /** The key's own octets, as in a DNSKEY record. */
  readonly key: Buffer;
  /** The data of its DNSKEY record. */
  readonly data: Buffer;
  sign(data: Buffer): Buffer;
}

const HASHES: Readonly<Record<number, string>> = {
  5: 'sha1',
  7: 'sha1',
  8: 'sha256',
  10: 'sha512',
  13: 'sha256',
  14: 'sha384',
};

/** Zone Key and Secure Entry Point: one key signs everything. */
export const ENTRY = 257;
export const ZONE = 256;

export function createKey(algorithm: number, flags = ENTRY): ZoneKey {
  const { publicKey, privateKey } = pair(algorithm);
  const key = octets(publicKey);
  const data = Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, 3, algorithm]), key]);
  return {
    algorithm,
    flags,
    key,
    data,
    tag: tagOf(data),
    sign: (bytes) => sign(HASHES[algorithm], bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

/** An algorithm that Node cannot do is signed as 13: its number is all that a validator may look at. */
function pair(algorithm: number): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm <= 10) return generateKeyPairSync('rsa', { modulusLength: 1024 });
  if (algorithm === 14) return generateKeyPairSync('ec', { namedCurve: 'P-384' });
  if (algorithm === 15) return generateKeyPairSync('ed25519');
  if (algorithm === 16) return generateKeyPairSync('ed448');
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function octets(key: KeyObject): Buffer {
  const { kty, x = '', y = '', e = '', n = '' } = key.export({ format: 'jwk' });
  const parts = [x, y, e, n].map((part) => Buffer.from(part, 'base64url'));
  const [one, other, exponent = Buffer.alloc(0), modulus = Buffer.alloc(0)] = parts;
  if (kty === 'RSA') return Buffer.concat([Buffer.from([exponent.length]), exponent, modulus]);
  return Buffer.concat([one, other].filter((part) => part !== undefined));
}

export const tagOf = (data: Buffer): number => readDnskey(data).tag;

/** Not a key that signs anything: its octets only have the same tag. */
export function sameTag(model: ZoneKey): ZoneKey {
  const data = Buffer.from(createKey(model.algorithm, model.flags).data);
  const at = data.length - (data.length % 2 === 0 ? 2 : 3);
  for (let value = 0; tagOf(data) !== model.tag; value++) data.writeUInt16BE(value, at);
  return { ...model, key: data.subarray(4), data };
}

export interface Signing {
  readonly algorithm?: number;
  /** All keys of the DNSKEY RRset; the first signs it. */
  readonly keys?: readonly ZoneKey[];
  /** Keys that sign the other records; the first of all keys where absent. */
  readonly zoneKeys?: readonly ZoneKey[];
  /** Keys that sign the DNSKEY RRset too. */
  readonly also?: readonly ZoneKey[];
  /** Keys that DS records in the parent are for; the first key where absent, and none for an unsigned delegation. */
  readonly ds?: readonly ZoneKey[];
  /** Of the DS records: 2 where absent. */
  readonly digestTypes?: readonly number[];
  /** Changes the DS records before the parent signs them. */
  readonly changeDs?: (ds: Ds) => Ds;
  /** Seconds from now. */
  readonly inception?: number;
  readonly expiration?: number;
  readonly nsec3?: { readonly iterations: number; readonly salt?: string; readonly optOut?: boolean };
  /** Changes what a resolver returns, after it is signed. */
  readonly tamper?: Tamper;
}

interface Tampering {
  readonly name: string;
  readonly type: string;
  readonly section: 'answer' | 'authority';
  readonly signer: ZoneSigner;
}

export type Tamper = (records: readonly Answer[], where: Tampering) => readonly Answer[];

const HOUR = 3600;
const MONTH = 30 * 24 * HOUR;

interface Node {
  readonly name: string;
  readonly types: readonly string[];
  readonly isUnsignedDelegation: boolean;
}

export class ZoneSigner {
  readonly name: string;
  readonly keys: readonly ZoneKey[];
  readonly signing: Signing;
  readonly #nodes: Node[];
  readonly #signatures = new Map<string, Answer[]>();
  #chain: { hash: Buffer; node: Node }[] | undefined;

  /** `data` by name: the zone's own records, with NS (and DS) at each delegation. */
  constructor(name: string, data: ReadonlyMap<string, readonly Answer[]>, signing: Signing) {
    this.name = name;
    this.signing = signing;
    this.keys = signing.keys ?? [createKey(signing.algorithm ?? 13, ENTRY)];
    // RFC 5155 7.1: with opt-out, an unsigned delegation is not in the chain.
    const isLeftOut = (node: Node) => node.isUnsignedDelegation && signing.nsec3?.optOut === true;
    this.#nodes = nodesOf(name, data).filter((node) => !isLeftOut(node));
  }

  get dnskeys(): Answer[] {
    return this.keys.map(({ flags, algorithm, key }) => ({
      type: 'DNSKEY',
      name: this.name || '.',
      ttl: HOUR,
      data: { flags, algorithm, key },
    }));
  }

  /** For the parent zone. */
  get ds(): Answer[] {
    const { ds = this.keys.slice(0, 1), digestTypes = [2] } = this.signing;
    const { changeDs = (data: Ds) => data } = this.signing;
    return ds.flatMap((key) =>
      digestTypes.map((digestType): Answer => {
        const data = changeDs(dsOf(this.name, key, digestType));
        return { type: 'DS', name: this.name || '.', ttl: HOUR, data };
      }),
    );
  }

  /** The signatures over one RRset; at a name that a wildcard matched, with the wildcard as `source`. */
  sign(set: readonly Answer[], source?: string): Answer[] {
    const [first] = set;
    if (first === undefined) return [];
    const key = `${first.name} ${first.type} ${source ?? ''}`;
    const known = this.#signatures.get(key);
    if (known !== undefined) return known;
    const { also = [], zoneKeys = this.keys.slice(0, 1) } = this.signing;
    const signers = first.type === 'DNSKEY' ? [...this.keys.slice(0, 1), ...also] : zoneKeys;
    const made = signers.map((one) => this.#rrsig(set, source ?? plain(first.name), one));
    this.#signatures.set(key, made);
    return made;
  }

  #rrsig(set: readonly Answer[], source: string, key: ZoneKey): Answer {
    const { inception = -HOUR, expiration = MONTH } = this.signing;
    const now = Math.floor(Date.now() / 1000);
    const [first] = set as [Answer];
    const head = {
      typeCovered: first.type,
      algorithm: key.algorithm,
      labels: countLabels(source),
      originalTTL: ttlOf(first),
      expiration: now + expiration,
      inception: now + inception,
      keyTag: key.tag,
      signersName: this.name || '.',
      signature: Buffer.alloc(0),
    };
    const own = encode({ type: 'RRSIG', name: '.', ttl: 0, data: head } as Answer).subarray(1 + 10);
    const data = { ...head, signature: key.sign(Buffer.concat([own, ...canonicalRecords(set, source)])) };
    return { type: 'RRSIG', name: first.name, ttl: ttlOf(first), data } as Answer;
  }

  /** NSEC or NSEC3 records, signed, which prove that the name has no such type or does not exist. */
  deny(name: string, wildcard: string | undefined): Answer[] {
    const encloser = this.#encloser(name);
    const next = nextCloser(name, encloser);
    const star = wildcard ?? wildcardAt(encloser);
    const isThere = encloser === name;
    if (this.signing.nsec3)
      return this.#signed((isThere ? [name] : [encloser, next, star]).map((at) => this.#nsec3At(at)));
    return this.#signed((isThere ? [name] : [name, star]).map((at) => this.#nsecAt(at)));
  }

  /** That the name, which a wildcard matched, does not exist itself. */
  denyItself(name: string): Answer[] {
    const next = nextCloser(name, this.#encloser(name));
    return this.#signed([this.signing.nsec3 ? this.#nsec3At(next) : this.#nsecAt(name)]);
  }

  #signed(records: readonly Answer[]): Answer[] {
    const unique = [...new Map(records.map((record) => [record.name, record])).values()];
    return unique.flatMap((record) => [record, ...this.sign([record])]);
  }

  #encloser(name: string): string {
    const isThere = (at: string) => this.#nodes.some((node) => node.name === at);
    return climb(name).find(isThere) ?? '';
  }

  /** The record of the last name that is not after this one. Empty non-terminals have none (RFC 4035 2.3). */
  #nsecAt(name: string): Answer {
    const own = this.#nodes.filter(({ types }) => types.length > 0);
    const index = own.findLastIndex((node) => compareNames(node.name, name) <= 0);
    const { name: owner, types } = own[index] as Node;
    const next = own[(index + 1) % own.length] as Node;
    const rrtypes = [...types, 'RRSIG', 'NSEC'];
    return { type: 'NSEC', name: owner || '.', ttl: 60, data: { nextDomain: next.name || '.', rrtypes } };
  }

  #nsec3At(name: string): Answer {
    const { iterations = 0, salt = '', optOut = false } = this.signing.nsec3 ?? {};
    const bytes = Buffer.from(salt, 'hex');
    const hash = hashOf(name, iterations, bytes);
    this.#chain ??= this.#nodes
      .map((node) => ({ hash: hashOf(node.name, iterations, bytes), node }))
      .sort((one, other) => Buffer.compare(one.hash, other.hash));
    const all = this.#chain;
    const before = all.findLastIndex((one) => Buffer.compare(one.hash, hash) <= 0);
    const at = before === -1 ? all.length - 1 : before;
    const { hash: owner, node } = all[at] as { hash: Buffer; node: Node };
    const next = (all[(at + 1) % all.length] as { hash: Buffer }).hash;
    const signedTypes = node.types.length > 0 && !node.isUnsignedDelegation ? ['RRSIG'] : [];
    const rrtypes = [...node.types, ...signedTypes];
    const data = { algorithm: 1, flags: optOut ? 1 : 0, iterations, salt: bytes, nextDomain: next, rrtypes };
    return { type: 'NSEC3', name: [base32(owner), this.name].filter(Boolean).join('.'), ttl: 60, data };
  }
}

/** Every name of the zone with its types in canonical order, empty non-terminals among them. */
function nodesOf(zone: string, data: ReadonlyMap<string, readonly Answer[]>): Node[] {
  const types = new Map<string, Set<string>>();
  const at = (name: string) => types.get(name) ?? types.set(name, new Set()).get(name) ?? new Set();
  for (const [name, records] of data) {
    for (const above of climb(name)) if (isWithin(above, zone)) at(above);
    for (const { type } of records) at(name).add(type);
  }
  at(zone).add('DNSKEY');
  const nodes = [...types].map(([name, set]): Node => {
    const isUnsignedDelegation = name !== zone && set.has('NS') && !set.has('DS');
    return { name, types: [...set], isUnsignedDelegation };
  });
  return nodes.sort((one, other) => compareNames(one.name, other.name));
}

function nextCloser(name: string, encloser: string): string {
  return climb(name).find((at) => parentOf(at) === encloser) ?? name;
}

function hashOf(name: string, iterations: number, salt: Buffer): Buffer {
  let hash = encodeName(name);
  for (let left = iterations + 1; left > 0; left--)
    hash = hashBytes('sha1', Buffer.concat([hash, salt]), 'buffer');
  return hash;
}

/** RFC 4648 7, of a SHA-1 hash. */
function base32(bytes: Buffer): string {
  const number = BigInt(`0x${bytes.toString('hex')}`);
  return number.toString(32).padStart(32, '0');
}

export function dsOf(zone: string, key: ZoneKey, digestType = 2): Ds {
  const digest = digestOf(encodeName(zone), key, digestType) as Buffer;
  return { keyTag: key.tag, algorithm: key.algorithm, digestType, digest };
}

/** RFC 4034 3.1.8.1 and 6.3: in the order of their data. */
function canonicalRecords(set: readonly Answer[], source: string): Buffer[] {
  const data = encodeName(source).length + 10;
  return set
    .map((record) => encode({ ...record, name: source || '.' } as Answer))
    .sort((one, other) => Buffer.compare(one.subarray(data), other.subarray(data)));
}

/** On the wire, by dns-packet, which compresses no name. */
function encode(record: Answer): Buffer {
  return dnsPacket.encode({ type: 'response', id: 0, answers: [record] }).subarray(12);
}

function ttlOf(record: Answer): number {
  return ('ttl' in record ? record.ttl : undefined) ?? 0;
}

function plain(name: string): string {
  return name === '.' ? '' : name;
}
