// From the root's trust anchor down to the zone of a name: each zone's keys by the DS records of its parent (RFC 4035 5.2).
import { isBelow, parentOf } from '../names/dns-name.ts';
import { isSupported } from './algorithms.ts';
import { type Budget, hostBudget } from './budget.ts';
import { proveDenial, unprovenFault } from './denial.ts';
import type { Message } from './message.ts';
import { TYPE, typeText } from './name.ts';
import { attempt, type Ds, type Rrset, readDs, type SignedResponse, toSigned } from './records.ts';
import { checkSignature, dsText, type TrustedZone, trustKeys } from './signature.ts';
import { type Bogus, bogus, type Unknown, unknown, type Verdict, zoneText } from './verdict.ts';

export type ZoneTrust = TrustedZone | { readonly status: 'insecure' } | Bogus | Unknown;

export type Ask = (name: string, type: number, server?: string) => Promise<SignedResponse | Unknown>;

/** What is known of the zone that a name is in, looked for once a run; what could not be found out is tried again for the next host. `now`
 * in seconds since 1970. */
export function createChain(anchors: readonly Ds[], now: number) {
  const zones = new Map<string, Promise<ZoneTrust>>();
  return async function zoneOf(name: string, ask: Ask): Promise<ZoneTrust> {
    const known = zones.get(name);
    const found = known ?? (name === '' ? rootZone() : zoneBelow());
    zones.set(name, found);
    const trust = await found;
    if (trust.status === 'unknown' && zones.get(name) === found) zones.delete(name);
    // It was another host's budget, and this one has its own.
    return known && isOfHost(trust) ? zoneOf(name, ask) : trust;

    /** A root without the keys that IANA publishes is not the root: nothing is known then, of any name. */
    async function rootZone(): Promise<ZoneTrust> {
      const message = await ask('', TYPE.DNSKEY);
      if ('status' in message) return message;
      const set = find(message, '', TYPE.DNSKEY);
      if (set === undefined || set.signatures.length === 0) {
        return unknown('the resolver returns no signatures of the root zone: it does not pass DNSSEC on');
      }
      if (!anchors.some(isSupported))
        return unknown("this runtime supports no algorithm of the root zone's keys");
      const root = await trustKeys('', anchors, set, now);
      if (root.status !== 'bogus' || root.fault.isOfClock) return root;
      return unknown(`the resolver's root zone is not the one of the trust anchor: ${root.fault.detail}`);
    }

    async function zoneBelow(): Promise<ZoneTrust> {
      const above = await zoneOf(parentOf(name) ?? '', ask);
      if (above.status !== 'secure') return above;
      const message = await ask(name, TYPE.DS);
      if ('status' in message) return message;
      const ds = find(message, name, TYPE.DS);
      return ds === undefined ? withoutDs(message, name, above) : apex(above, ds);
    }

    /** The name is a zone's apex, and its parent signs what keys it has. */
    async function apex(above: TrustedZone, set: Rrset): Promise<ZoneTrust> {
      const check = await checkSignature(set, above);
      if (check.kind === 'fault') return bogus(check.fault);
      if (check.wildcard !== undefined) return bogus(unprovenFault(above.zone, name, TYPE.DS));
      const list = set.data.map((data) => attempt(() => readDs(data))).filter((ds) => ds !== undefined);
      // RFC 4035 5.2, RFC 6840 5.2: as if there were no DS record.
      if (!list.some(isSupported)) return { status: 'insecure' };
      const message = await ask(name, TYPE.DNSKEY);
      if ('status' in message) return message;
      const keys = find(message, name, TYPE.DNSKEY);
      const signedAt = Math.max(above.signedAt ?? 0, check.inception);
      if (keys !== undefined) return trustKeys(name, list, keys, now, signedAt);
      const detail = `the parent of ${name} has DS records for it, and ${name} has no keys (DNSKEY)`;
      const present = list.map(dsText);
      return bogus({ cause: 'zone-unsigned', zone: name, ds: { present }, detail });
    }
  };
}

export function isOfHost(one: ZoneTrust | Verdict): boolean {
  return one.status === 'unknown' && one.isOfHost === true;
}

export function find({ answers }: SignedResponse, name: string, type: number): Rrset | undefined {
  return answers.find((set) => set.name === name && set.type === type);
}

export function dnameOver({ answers }: SignedResponse, name: string): Rrset | undefined {
  return answers.find((set) => set.type === TYPE.DNAME && isBelow(name, set.name));
}

/** No DS: the name is a zone that is not signed, or not a zone at all. */
async function withoutDs(message: SignedResponse, name: string, above: TrustedZone): Promise<ZoneTrust> {
  // A name that is an alias, or below a DNAME, is not the top of a zone.
  const alias = dnameOver(message, name) ?? find(message, name, TYPE.CNAME);
  if (alias !== undefined) {
    const check = await checkSignature(alias, above);
    return check.kind === 'fault' ? bogus(check.fault) : above;
  }
  const { denial, fault } = await proveDenial(message, above, name, TYPE.DS);
  if (denial.kind === 'unproven') return bogus(fault ?? unprovenFault(above.zone, name, TYPE.DS));
  const isUnsigned = denial.kind === 'insecure' || (denial.kind === 'no-data' && denial.delegation);
  return isUnsigned ? { status: 'insecure' } : above;
}

/** Sends a question with DO and CD set (RFC 4035 3.2) to the resolver, or to the server with that address, with the name as name.ts has it:
 * a message with NOERROR or NXDOMAIN, else why there is none. Never rejects. */
export type LookUp = (name: string, type: string, server?: string) => Promise<Message | string>;

/** A chain of 16 aliases through zones of 3 labels needs about 100; a signed zone below a top-level domain needs 6. */
const MAX_QUESTIONS = 100;
/** What a host waits for has a bound of its own; past it, the questions would go on, and keep the process from its end. */
const MAX_MS = 9_000;

/** `budget`: of the host, for what fails to verify. */
export function createQuestions(lookUp: LookUp, budget: Budget = hostBudget()): Ask {
  const end = performance.now() + MAX_MS;
  let left = MAX_QUESTIONS;
  return async (name, type, server) => {
    const what = `${typeText(type)} of ${zoneText(name)}`;
    if (left-- <= 0)
      return unknown(`${what} was not queried: validation takes over ${MAX_QUESTIONS} queries`);
    if (performance.now() > end) return unknown(`${what} was not queried: validation takes too long`);
    const response = await lookUp(name, typeText(type), server);
    return typeof response === 'string' ? unknown(`${what}: ${response}`) : toSigned(response, budget);
  };
}
