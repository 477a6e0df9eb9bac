// A small internet as data, for tests: zones, their servers, and the responses of each server and of a resolver.
import type { Answer, SoaAnswer } from 'dns-packet';
import { RCODE } from '../../src/dnssec/message.ts';
import { wildcardAt } from '../../src/dnssec/name.ts';
import { climb, isWithin } from '../../src/names/dns-name.ts';
import { type Signing, ZoneSigner } from '../dnssec/zone-signer.ts';

/** A zone: its records as `name type data` lines, with a TTL before the type where it is not 300. */
export interface TestZone {
  /** Loopback addresses of its servers; their names are ns1.<zone>, ns2.<zone> where `nameServers` is absent. */
  readonly on: readonly string[];
  readonly records?: readonly string[];
  /** The zone's own NS records; generated from `on` where absent. */
  readonly nameServers?: readonly string[];
  /** The parent's NS records; the zone's own where absent. */
  readonly delegatedTo?: readonly string[];
  /** DNSSEC that does not validate: the resolver responds SERVFAIL unless the query has CD set. */
  readonly bogus?: boolean;
  /** The resolver returns its records with signatures, to queries with DO. */
  readonly signed?: Signing;
  /** The zone's minimum, in seconds. */
  readonly negativeTtl?: number;
}

/** By name; '' is the root. Parents that are absent are generated, on the server PLATFORM. */
export type Internet = Readonly<Record<string, TestZone>>;

export interface Reply {
  readonly rcode: number;
  readonly aa: boolean;
  readonly answers: readonly Answer[];
  readonly authorities: readonly Answer[];
}

interface Zone extends TestZone {
  readonly name: string;
  readonly data: ReadonlyMap<string, readonly Answer[]>;
  readonly soa: SoaAnswer;
  readonly signer?: ZoneSigner;
}

/** Types whose data a line can have in hexadecimal, as `UNKNOWN_44`: malformed data too, and what dns-packet cannot encode. */
const NUMBERED: Readonly<Record<string, string>> = {
  SSHFP: 'UNKNOWN_44',
  NAPTR: 'UNKNOWN_35',
  CAA: 'UNKNOWN_257',
};

/** Where the internet has its resolver. */
export const RESOLVER = '127.0.0.1';
const PLATFORM = '127.0.0.9';

export class Fixture {
  readonly #zones = new Map<string, Zone>();

  constructor(internet: Internet) {
    const names = Object.keys(internet);
    const parents = names.flatMap((name) => ['', ...ancestors(name).slice(-1)]);
    for (const name of new Set([...names, ...parents]))
      this.#zones.set(name, load(name, internet[name] ?? { on: [PLATFORM] }));
    // From the deepest zone upwards, as a zone's DS records are signed by its parent.
    const deepestFirst = this.#all.sort((one, other) => climb(other.name).length - climb(one.name).length);
    for (const zone of deepestFirst) this.#zones.set(zone.name, this.#sign(zone));
  }

  #sign(zone: Zone): Zone {
    if (zone.signed === undefined) return zone;
    const children = this.#all.filter(({ name }) => this.#over(name)[1]?.name === zone.name);
    const isOwn = (name: string) => !children.some((child) => isWithin(name, child.name));
    const data = new Map([...zone.data].filter(([name]) => isOwn(name)));
    for (const { name, delegatedTo = ['ns.test'], signer } of children)
      data.set(name, [...nsRecords(name, delegatedTo), ...(signer?.ds ?? [])]);
    return { ...zone, data, signer: new ZoneSigner(zone.name, data, zone.signed) };
  }

  /** The zones that the name is in, the deepest first. */
  #over(name: string): Zone[] {
    return [...climb(name), ''].flatMap((at) => this.#zones.get(at) ?? []);
  }

  /** The trust anchor of this internet: DS records of its root. */
  get anchors(): readonly Answer[] {
    return this.#zones.get('')?.signer?.ds ?? [];
  }

  get #all(): Zone[] {
    return [...this.#zones.values()];
  }

  /** Addresses that need a socket. */
  get addresses(): string[] {
    return [...new Set(this.#all.flatMap(({ on }) => on))];
  }

  /** The response of one of the zones' own servers: with AA, a referral, or REFUSED for a zone that it does not serve. */
  authority(server: string, name: string, type: string, dnssecOk = false): Reply {
    const zones = this.#over(name);
    const own = zones.findIndex(({ on }) => on.includes(server));
    const [zone, away] = [zones[own], zones[own - 1]];
    if (zone === undefined) return reply(RCODE.REFUSED, false);
    if (away !== undefined && !(name === away.name && type === 'DS')) {
      const authorities = nsRecords(away.name, away.delegatedTo ?? away.nameServers ?? generatedNames(away));
      return { ...reply(RCODE.NOERROR, false), authorities };
    }
    const plain = lookUp(zone, name, type);
    return dnssecOk ? signedReply(zone, { name, type }, plain) : plain;
  }

  /** The response of a resolver, which follows every CNAME to its end. */
  resolver(name: string, type: string, checkingDisabled: boolean, dnssecOk = false): Reply {
    const answers: Answer[] = [];
    const proofs: Answer[] = [];
    let at = name;
    for (let step = 0; step < 10; step++) {
      // RFC 4035 3.1.4.1: DS is the parent's.
      const holder = type === 'DS' ? (ancestors(at)[0] ?? '') : at;
      const [zone] = this.#over(holder);
      if (zone === undefined) return reply(RCODE.NXDOMAIN, false);
      if (zone.bogus && !checkingDisabled) return reply(RCODE.SERVFAIL, false);
      const plain = lookUp(zone, at, type);
      const one = dnssecOk ? signedReply(zone, { name: at, type }, plain) : plain;
      answers.push(...one.answers);
      proofs.push(...one.authorities);
      const end = one.answers.findLast((answer) => answer.type === 'CNAME');
      if (end === undefined || type === 'CNAME' || one.answers.some((answer) => answer.type === type)) {
        return { ...one, aa: false, answers, authorities: dnssecOk ? proofs : one.authorities };
      }
      at = target(end);
    }
    // As Unbound, after as many.
    return reply(RCODE.SERVFAIL, false);
  }
}

/** The reply with the signatures and proofs of RFC 4035 3.1. */
function signedReply(zone: Zone, question: { name: string; type: string }, reply: Reply): Reply {
  const { signer } = zone;
  if (signer === undefined) return reply;
  const { name, type } = question;
  const isKeys = name === zone.name && type === 'DNSKEY';
  const plain = isKeys ? signer.dnskeys : reply.answers;
  const isFound = plain.some((record) => record.type === type || record.type === 'CNAME');
  const isWild = reply.answers.length > 0 && !zone.data.has(name) && !hasDname(plain);
  const wildcard = wildcardOf(zone, name);
  const sets = Map.groupBy(plain, (record) => `${record.name} ${record.type}`);
  const answers = [...sets.values()].flatMap((set) => {
    // RFC 6672 3.1: the CNAME that a DNAME stands for is not signed.
    if (set[0]?.type === 'CNAME' && hasDname(plain)) return set;
    return [...set, ...signer.sign(set, set[0]?.name === name && isWild ? wildcard : undefined)];
  });
  const denial = isFound
    ? isWild
      ? signer.denyItself(name)
      : []
    : [zone.soa, ...signer.sign([zone.soa]), ...signer.deny(name, wildcard)];
  const tamper = zone.signed?.tamper ?? ((records: readonly Answer[]) => records);
  return {
    ...reply,
    rcode: isKeys ? RCODE.NOERROR : reply.rcode,
    answers: tamper(answers, { ...question, section: 'answer', signer }),
    authorities: tamper(denial, { ...question, section: 'authority', signer }),
  };
}

const hasDname = (records: readonly Answer[]) => records.some((record) => record.type === 'DNAME');

/** The wildcard whose records the name has. */
function wildcardOf(zone: Zone, name: string): string | undefined {
  if (zone.data.has(name)) return undefined;
  const encloser = ancestors(name).find((above) => exists(zone, above)) ?? '';
  const wildcard = wildcardAt(encloser);
  return zone.data.has(wildcard) ? wildcard : undefined;
}

function exists(zone: Zone, name: string): boolean {
  return [...zone.data.keys()].some((other) => other === name || other.endsWith(`.${name}`));
}

/** RFC 1034 4.3.2, with DNAME (RFC 6672) and wildcards (RFC 4592). */
function lookUp(zone: Zone, name: string, type: string): Reply {
  const dname = ancestors(name)
    .flatMap((above) => zone.data.get(above) ?? [])
    .find((record) => record.type === 'DNAME');
  if (dname !== undefined) {
    const data = `${name.slice(0, -dname.name.length)}${target(dname)}`;
    return found([dname, { type: 'CNAME', name, ttl: 300, data }]);
  }
  const node = zone.data.get(name) ?? synthesized(zone, name);
  const isThere = exists(zone, name) || name === zone.name;
  if (node === undefined) return negative(zone, isThere ? RCODE.NOERROR : RCODE.NXDOMAIN);
  const own = node.filter((record) => record.type === type || record.type === NUMBERED[type]);
  const alias = node.find((record) => record.type === 'CNAME');
  if (own.length > 0) return found(alias === undefined || type === 'CNAME' ? own : [alias, ...own]);
  // A server adds the target's records where it has them (RFC 1034 4.3.2 step 3a).
  const beyond = alias && zone.data.get(target(alias))?.filter((record) => record.type === type);
  if (alias !== undefined) return found([alias, ...(beyond ?? [])]);
  return negative(zone, RCODE.NOERROR);
}

/** The name that a CNAME or DNAME points to. */
function target(record: Answer): string {
  return 'data' in record ? String(record.data) : '';
}

function synthesized(zone: Zone, name: string): Answer[] | undefined {
  const wildcard = wildcardOf(zone, name);
  return wildcard === undefined ? undefined : zone.data.get(wildcard)?.map((one) => ({ ...one, name }));
}

function load(name: string, zone: TestZone): Zone {
  const data = new Map<string, Answer[]>();
  const soa: SoaAnswer = {
    type: 'SOA',
    name: name || '.',
    ttl: 900,
    data: { mname: `ns1.${name}`, rname: `hostmaster.${name}`, serial: 1, minimum: zone.negativeTtl ?? 60 },
  };
  const own = zone.nameServers ?? generatedNames({ ...zone, name });
  const addresses = zone.nameServers ? [] : own.map((server, index) => `${server} A ${zone.on[index]}`);
  const records = [soa, ...nsRecords(name, own), ...[...addresses, ...(zone.records ?? [])].map(parseRecord)];
  for (const record of records) {
    const key = record.name === '.' ? '' : record.name;
    data.set(key, [...(data.get(key) ?? []), record]);
  }
  return { ...zone, name, data, soa };
}

function generatedNames({ name, on }: { name: string; on: readonly string[] }): string[] {
  return on.map((_, index) => `ns${index + 1}.${name || 'root'}`);
}

function nsRecords(zone: string, servers: readonly string[]): Answer[] {
  return servers.map((data) => ({ type: 'NS', name: zone || '.', ttl: 3600, data }));
}

function parseRecord(line: string): Answer {
  const [, name = '', ttl, type = '', data = ''] = /^(\S+) (?:(\d+) )?([A-Z0-9_]+) (.*)$/.exec(line) ?? [];
  return { name, ttl: Number(ttl ?? 300), type, data: parseData(type, data) } as Answer;
}

function parseData(type: string, text: string): unknown {
  const words = text.split(' ');
  if (type === 'MX') return { preference: Number(words[0]), exchange: words[1] };
  // RFC 1035 3.3: a string has at most 255 octets.
  if (type === 'TXT') return text.match(/.{1,255}/g) ?? '';
  if (type === 'SRV') {
    const [priority, weight, port] = words.map(Number);
    return { priority, weight, port, target: words[3] };
  }
  if (type === 'CAA') return { flags: Number(words[0]), tag: words[1], value: words.slice(2).join(' ') };
  if (type === 'DS') return { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.from(text, 'hex') };
  return type.startsWith('UNKNOWN_') ? Buffer.from(text, 'hex') : text;
}

function found(answers: readonly Answer[]): Reply {
  return { ...reply(RCODE.NOERROR, true), answers };
}

function negative(zone: Zone, rcode: number): Reply {
  return { ...reply(rcode, true), authorities: [zone.soa] };
}

function reply(rcode: number, aa: boolean): Reply {
  return { rcode, aa, answers: [], authorities: [] };
}

/** Names above, nearest first, without the root. */
const ancestors = (name: string): string[] => climb(name).slice(1);
