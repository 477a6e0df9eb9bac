// From the root's trust anchor down to the zone of a name: each zone's keys by the DS records of its parent (RFC 4035 5.2).
import { isBelow, parentOf } from '../names/dns-name.ts';
import { isSupported } from './algorithms.ts';
import { proveDenial, unprovenFault } from './denial.ts';
import { type Message, readMessage } from './message.ts';
import { TYPE, typeText } from './name.ts';
import { attempt, type Ds, type Rrset, readDs, rrsetsIn } from './records.ts';
import { dsText, type TrustedZone, trustKeys } from './signature.ts';
import { type Bogus, bogus, type Insecure, type Unknown, unknown, zoneText } from './verdict.ts';

/** The zone that a name is in, where its keys are trusted; else why not. */
export type ZoneTrust = TrustedZone | Insecure | Bogus | Unknown;

/**
 * IANA, https://data.iana.org/root-anchors/root-anchors.xml, read in November 2026: the root's key signing keys of 2017
 * (20326) and of 2024 (38696, in use from October 2026). Both are RSASHA256, as digests of SHA-256.
 */
export const IANA_ROOT_ANCHORS: readonly Ds[] = [
  anchor(20326, 'e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d'),
  anchor(38696, '683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16'),
];

function anchor(keyTag: number, digest: string): Ds {
  return { keyTag, algorithm: 8, digestType: 2, digest: Buffer.from(digest, 'hex') };
}

export class Chain {
  readonly #anchors: readonly Ds[];
  readonly #now: number;
  readonly #zones = new Map<string, Promise<ZoneTrust>>();

  /** `now` in seconds since 1970. */
  constructor(anchors: readonly Ds[], now: number) {
    this.#anchors = anchors;
    this.#now = now;
  }

  /** Looks for each name once a run; what could not be found out is tried again for the next host. */
  zoneOf(name: string, questions: Questions): Promise<ZoneTrust> {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const found = name === '' ? this.#root(questions) : this.#find(name, questions);
    this.#zones.set(name, found);
    return found.then((trust) => {
      if (trust.status === 'unknown') this.#zones.delete(name);
      return trust;
    });
  }

  /** A root without the keys that IANA publishes is not the root: nothing is known then, of any name. */
  async #root(questions: Questions): Promise<ZoneTrust> {
    const message = await questions.ask('', TYPE.DNSKEY);
    if ('status' in message) return message;
    const set = find(message, '', TYPE.DNSKEY);
    if (set === undefined || set.signatures.length === 0) {
      return unknown('the resolver returns no signatures of the root zone: it does not pass DNSSEC on');
    }
    const trust = trustKeys('', this.#anchors, set, this.#now);
    if (trust.status === 'secure') return trust;
    return unknown(`the resolver's root zone is not the one of the trust anchor: ${trust.fault.detail}`);
  }

  async #find(name: string, questions: Questions): Promise<ZoneTrust> {
    const above = await this.zoneOf(parentOf(name) ?? '', questions);
    if (above.status !== 'secure') return above;
    const message = await questions.ask(name, TYPE.DS);
    if ('status' in message) return message;
    const ds = find(message, name, TYPE.DS);
    if (ds !== undefined) return this.#below(name, above, ds, questions);
    return alias(message, name, above) ?? withoutDs(message, name, above);
  }

  /** The name is a zone's apex, and its parent signs what keys it has. */
  async #below(name: string, above: TrustedZone, set: Rrset, questions: Questions): Promise<ZoneTrust> {
    const check = above.check(set);
    if (check.kind === 'fault') return bogus(check.fault);
    if (check.wildcard !== undefined) return bogus(unprovenFault(above.zone, name, TYPE.DS));
    const list = set.data.map((data) => attempt(() => readDs(data))).filter((ds) => ds !== undefined);
    // RFC 4035 5.2, RFC 6840 5.2: as if there were no DS record.
    if (!list.some(isSupported)) return { status: 'insecure' };
    const message = await questions.ask(name, TYPE.DNSKEY);
    if ('status' in message) return message;
    const keys = find(message, name, TYPE.DNSKEY);
    if (keys !== undefined) return trustKeys(name, list, keys, this.#now);
    const detail = `the parent of ${name} has DS records for it, and ${name} has no keys (DNSKEY)`;
    const present = list.map(dsText);
    return bogus({ cause: 'zone-unsigned', zone: name, ds: { present }, detail });
  }
}

export function find(message: Message, name: string, type: number): Rrset | undefined {
  return rrsetsIn(message.answers).find((set) => set.name === name && set.type === type);
}

/** A name that is an alias, or below a DNAME, is not the top of a zone. */
function alias(message: Message, name: string, above: TrustedZone): ZoneTrust | undefined {
  const sets = rrsetsIn(message.answers);
  const set =
    sets.find((one) => one.type === TYPE.DNAME && isBelow(name, one.name)) ??
    sets.find((one) => one.type === TYPE.CNAME && one.name === name);
  if (set === undefined) return undefined;
  const check = above.check(set);
  return check.kind === 'fault' ? bogus(check.fault) : above;
}

/** No DS: the name is a zone that is not signed, or not a zone at all. */
function withoutDs(message: Message, name: string, above: TrustedZone): ZoneTrust {
  const { denial, fault } = proveDenial(message, above, name, TYPE.DS);
  switch (denial.kind) {
    case 'unproven':
      return bogus(fault ?? unprovenFault(above.zone, name, TYPE.DS));
    case 'insecure':
      return { status: 'insecure' };
    case 'no-such-name':
      return above;
    case 'no-data':
      return denial.delegation ? { status: 'insecure' } : above;
  }
}

/** What the resolver sent, with DO and CD set (RFC 4035 3.2): the octets of one whole message. */
export type SignedResponse =
  | { readonly kind: 'response'; readonly bytes: Buffer }
  | { readonly kind: 'failed'; readonly detail: string };

/** Sends a question to the resolver, with the name as name.ts has it, or returns what it sent to the same question before. Never rejects. */
export type LookUp = (name: string, type: string) => Promise<SignedResponse>;

/** A chain of 16 aliases through zones of 3 labels needs about 100; a signed zone below a top-level domain needs 6. */
const MAX_QUESTIONS = 100;
const NO_ERROR_OR_NXDOMAIN = [0, 3];

export class Questions {
  readonly #lookUp: LookUp;
  readonly #deadline: number;
  #left = MAX_QUESTIONS;

  /** `ms`: after this time no further question is asked; those that were asked have the bound of the look-up. */
  constructor(lookUp: LookUp, ms: number) {
    this.#lookUp = lookUp;
    this.#deadline = performance.now() + ms;
  }

  /** A readable response with NOERROR or NXDOMAIN; else why there is none. */
  async ask(name: string, type: number): Promise<Message | Unknown> {
    const what = `${typeText(type)} of ${zoneText(name)}`;
    if (this.#left-- <= 0)
      return unknown(`${what} was not queried: validation takes over ${MAX_QUESTIONS} queries`);
    if (performance.now() > this.#deadline)
      return unknown(`${what} was not queried: validation takes too long`);
    const response = await this.#lookUp(name, typeText(type));
    if (response.kind === 'failed') return unknown(`${what}: ${response.detail}`);
    const message = attempt(() => readMessage(response.bytes));
    if (message === undefined) return unknown(`${what}: the response cannot be read`);
    if (NO_ERROR_OR_NXDOMAIN.includes(message.rcode)) return message;
    return unknown(`${what}: the response has the code ${message.rcode}`);
  }
}
