// Validates what a name has of a type, through every alias (RFC 4035 5). Own code: @relaycorp/dnssec 1.12 proves no denial of
// existence (its README says so), so that it cannot tell a missing CAA record from a removed one, and it brings 4 dependencies.

import { isWithin, parentOf } from '../names/dns-name.ts';
import { type Budget, hostBudget } from './budget.ts';
import {
  type Ask,
  createChain,
  createQuestions,
  dnameOver,
  find,
  isOfHost,
  type LookUp,
  type ZoneTrust,
} from './chain.ts';
import { type Proof, proveDenial, proveExpansion, unprovenFault } from './denial.ts';
import { encodeName, readName, TYPE, typeNumber, typeText } from './name.ts';
import { attempt, type Ds, type Rrset, type SignedResponse } from './records.ts';
import { checkSignature, type TrustedZone } from './signature.ts';
import {
  bogus,
  type Fault,
  type Passed,
  timeText,
  unknown,
  type Verdict,
  worst,
  zoneText,
} from './verdict.ts';

interface ServerOfZone {
  readonly zone: string;
  readonly address: string;
}

/** Never rejects. */
export interface Validator {
  /** `server`: it is queried for the name itself, in place of the resolver; for the zone's keys where the resolver's are bogus. */
  validate(name: string, type: string, server?: ServerOfZone, budget?: Budget): Promise<Validation>;
  /** Whether the name is proven to be in a zone that is not signed, or not below a signed one. */
  isInsecure(name: string, budget?: Budget): Promise<boolean>;
}

export function createValidator(lookUp: LookUp, anchors: readonly Ds[]): Validator {
  if (anchors.length === 0)
    return {
      validate: async () => ({ verdict: UNANCHORED, isAbsent: false }),
      isInsecure: async () => true,
    };
  const now = Math.floor(Date.now() / 1000);
  const chain = createChain(anchors, now);
  const validations = new Map<string, Promise<Validation>>();

  const validate = (
    name: string,
    type: number,
    budget: Budget,
    server?: ServerOfZone,
  ): Promise<Validation> => {
    const ask = createQuestions(lookUp, budget);
    if (server === undefined) return walk(name, type, ask, (at) => chain(at, ask));
    const { zone, address } = server;
    const isThere = (at: string, of: number) =>
      (at === name && of === type) || (at === zone && of === TYPE.DNSKEY);
    const askThere: Ask = (at, of) => ask(at, of, isThere(at, of) ? address : undefined);
    const own = createChain(anchors, now);
    return walk(name, type, askThere, async (at) => {
      const trust = await chain(at, ask);
      return trust.status === 'bogus' ? own(at, askThere) : trust;
    });
  };
  return {
    validate: (name, type, server, budget = hostBudget()) => {
      const key = `${name} ${type} ${server?.address}`;
      const start = () => {
        const validation = validate(name, typeNumber(type), budget, server).then((one) => asKnown(one, now));
        validations.set(key, validation);
        return validation;
      };
      const known = validations.get(key);
      return known?.then((one) => (isOfHost(one.verdict) ? start() : one)) ?? start();
    },
    isInsecure: async (name, budget) =>
      (await chain(name, createQuestions(lookUp, budget))).status === 'insecure',
  };
}

/** By a clock that is wrong, or a root zone that the resolver has changed, nothing is known of any zone. */
function asKnown(validation: Validation, now: number): Validation {
  if (validation.verdict.status !== 'bogus') return validation;
  const { isOfClock, zone, detail } = validation.verdict.fault;
  if (!isOfClock && zone !== '') return validation;
  const verdict: Verdict = isOfClock
    ? { ...unknown(`${detail}, and this machine's clock shows ${timeText(now)}`), cause: 'clock' }
    : unknown(`the resolver's root zone does not validate: ${detail}`);
  return { ...validation, verdict };
}

/** RFC 4033 5: without a trust anchor nothing is known to be signed. */
const UNANCHORED: Verdict = { status: 'insecure' };

export interface Validation {
  readonly verdict: Verdict;
  /** It is proven that neither the name nor anything below it exists (RFC 8020). */
  readonly isAbsent: boolean;
  /** The signed zone that the name is in, where its keys are trusted. */
  readonly zone?: string;
}

interface Step extends Validation {
  readonly next?: string;
}

/** RFC 1034 3.6.2 leaves the bound to the resolver. */
const MAX_ALIASES = 16;
const DENIAL_TYPES: readonly number[] = [TYPE.NSEC, TYPE.NSEC3, TYPE.SOA];

type ZoneOf = (name: string) => Promise<ZoneTrust>;

async function walk(name: string, type: number, ask: Ask, zoneOf: ZoneOf): Promise<Validation> {
  let verdict: Verdict = secure();
  let first: Step | undefined;
  let at: string | undefined = name;
  let message: SignedResponse | undefined;
  for (let steps = 0; at !== undefined; steps++) {
    if (steps > MAX_ALIASES) return { verdict: endless(name), isAbsent: false };
    // A negative end is asked for by itself, as the code and the proof of a response are those of one name.
    if (message === undefined || !mentions(message, at)) {
      const response = await ask(at, type);
      if ('status' in response) return { isAbsent: false, ...first, verdict: worst(verdict, response) };
      message = response;
    }
    const step: Step = await stepAt(message, at, type, zoneOf);
    verdict = worst(verdict, step.verdict);
    first ??= step;
    if (verdict.status === 'bogus') break;
    at = step.next;
  }
  return { isAbsent: false, ...first, verdict };
}

async function stepAt(message: SignedResponse, name: string, type: number, zoneOf: ZoneOf): Promise<Step> {
  const dname = dnameOver(message, name);
  if (dname !== undefined) {
    return { ...(await positive(message, dname, zoneOf)), next: redirected(name, dname) };
  }
  const own = find(message, name, type);
  if (own !== undefined) return positive(message, own, zoneOf);
  const cname = find(message, name, TYPE.CNAME);
  if (cname === undefined) return negative(message, name, type, zoneOf);
  return { ...(await positive(message, cname, zoneOf)), next: targetOf(cname) };
}

async function positive(message: SignedResponse, set: Rrset, zoneOf: ZoneOf): Promise<Step> {
  const { name, type } = set;
  const trust = await signerOf([set], name, type, zoneOf);
  if (trust?.status === 'secure') {
    return { verdict: await checked(message, set, trust), isAbsent: false, zone: trust.zone };
  }
  const unsigned = (zone: string): Fault => {
    const detail = `${typeText(type)} of ${zoneText(name)} has no signature, and ${zoneText(zone)} is signed`;
    return { cause: 'signature-missing', zone, detail };
  };
  return { verdict: trust ?? (await unlessSigned(name, type, zoneOf, unsigned)), isAbsent: false };
}

async function negative(message: SignedResponse, name: string, type: number, zoneOf: ZoneOf): Promise<Step> {
  const sets = message.authorities.filter((set) => DENIAL_TYPES.includes(set.type));
  const trust = await signerOf(sets, name, type, zoneOf);
  if (trust !== undefined && trust.status !== 'secure') return { verdict: trust, isAbsent: false };
  const proof = trust && (await proveDenial(message, trust, name, type));
  if (trust !== undefined && proof !== undefined && proof.denial.kind !== 'unproven') {
    const isAbsent = proof.denial.kind === 'no-such-name';
    return { verdict: verdictOf(proof, trust, name, type), isAbsent, zone: trust.zone };
  }
  const undenied = (zone: string) => proof?.fault ?? unprovenFault(zone, name, type);
  return { verdict: await unlessSigned(name, type, zoneOf, undenied), isAbsent: false };
}

/** The zone that signs, where it is one and the name is in it; undefined: none does. */
async function signerOf(sets: readonly Rrset[], name: string, type: number, zoneOf: ZoneOf) {
  const holder = holderOf(name, type);
  const signers = sets.flatMap(({ signatures }) => signatures.map(({ signer }) => signer));
  const [signer] = signers
    .filter((one) => isWithin(holder, one))
    .sort((one, other) => other.length - one.length);
  if (signer === undefined) return undefined;
  const trust = await zoneOf(signer);
  return trust.status === 'secure' && trust.zone !== signer ? undefined : trust;
}

/** What no zone has signed, or denied, counts only where nothing is signed. */
async function unlessSigned(
  name: string,
  type: number,
  zoneOf: ZoneOf,
  fault: (zone: string) => Fault,
): Promise<Verdict> {
  const trust = await zoneOf(holderOf(name, type));
  return trust.status === 'secure' ? bogus(fault(trust.zone)) : trust;
}

/** A signed RRset; where a wildcard stands for the name, with the proof that nothing closer does. */
async function checked(message: SignedResponse, set: Rrset, trust: TrustedZone): Promise<Verdict> {
  const check = await checkSignature(set, trust);
  if (check.kind === 'fault') return bogus(check.fault);
  if (check.wildcard === undefined) return worst(secure(check.ending), secure(trust.ending));
  const proof = await proveExpansion(message, trust, set.name, check.wildcard);
  return worst(secure(check.ending), verdictOf(proof, trust, set.name, set.type));
}

function secure(ending?: Passed['ending']): Passed {
  return { status: 'secure', ending };
}

/** RFC 4035 3.1.4.1: DS is the parent's. */
function holderOf(name: string, type: number): string {
  return type === TYPE.DS ? (parentOf(name) ?? '') : name;
}

function mentions(message: SignedResponse, name: string): boolean {
  return message.answers.some((set) => set.name === name) || dnameOver(message, name) !== undefined;
}

function verdictOf(
  { denial, ending, fault }: Proof,
  trust: TrustedZone,
  name: string,
  type: number,
): Verdict {
  if (denial.kind === 'unproven') return bogus(fault ?? unprovenFault(trust.zone, name, type));
  if (denial.kind === 'insecure') return { status: 'insecure' };
  return worst(secure(ending), secure(trust.ending));
}

function targetOf(cname: Rrset): string | undefined {
  const [data] = cname.data;
  return data && attempt(() => readName(data, 0).name);
}

/** RFC 6672 2.2: the end of the name is replaced; undefined where the result is too long to be a name. */
function redirected(name: string, dname: Rrset): string | undefined {
  const target = targetOf(dname);
  if (target === undefined) return undefined;
  const next = [name.slice(0, -(dname.name.length + 1)), target].filter(Boolean).join('.');
  return attempt(() => encodeName(next)) && next;
}

function endless(name: string): Verdict {
  const detail = `the aliases of ${name} never end`;
  return bogus({ cause: 'too-much-work', zone: name, detail });
}
