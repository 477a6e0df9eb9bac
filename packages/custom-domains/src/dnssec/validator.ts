// Validates what a name has of a type, through every alias (RFC 4035 5). Own code: @relaycorp/dnssec 1.12 proves no denial of
// existence (its README says so), so that it cannot tell a missing CAA record from a removed one, and it brings 4 dependencies.

import { isBelow, isWithin, parentOf } from '../names/dns-name.ts';
import { Chain, find, type LookUp, Questions } from './chain.ts';
import { type Proof, proveDenial, proveExpansion, unprovenFault } from './denial.ts';
import type { Message } from './message.ts';
import { encodeName, readName, TYPE, typeNumber, typeText } from './name.ts';
import { attempt, type Ds, type Rrset, rrsetsIn } from './records.ts';
import type { TrustedZone } from './signature.ts';
import { type Bogus, bogus, type Secure, type Verdict, worst, zoneText } from './verdict.ts';

/** Never rejects. */
export interface Validator {
  validate(name: string, type: string): Promise<Validation>;
}

/** A last question takes 6 s more (2 s, sent three times), so that a validation ends within the 15 s that a host may take. */
const TIMEOUT_MS = 9_000;

export function createValidator(lookUp: LookUp, anchors: readonly Ds[]): Validator {
  if (anchors.length === 0) return { validate: async () => ({ verdict: UNANCHORED, isAbsent: false }) };
  const chain = new Chain(anchors, Math.floor(Date.now() / 1000));
  const validations = new Map<string, Promise<Validation>>();
  return {
    validate: (name, type) => {
      const key = `${name} ${type}`;
      const known = validations.get(key);
      if (known !== undefined) return known;
      const walk = new Walk(chain, new Questions(lookUp, TIMEOUT_MS));
      const validation = walk.validate(name, typeNumber(type));
      validations.set(key, validation);
      return validation;
    },
  };
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
  /** The name that the alias leads to. */
  readonly next?: string;
}

/** RFC 1034 3.6.2 leaves the bound to the resolver. */
const MAX_ALIASES = 16;
const DENIAL_TYPES: readonly number[] = [TYPE.NSEC, TYPE.NSEC3, TYPE.SOA];

class Walk {
  readonly #chain: Chain;
  readonly #questions: Questions;

  constructor(chain: Chain, questions: Questions) {
    this.#chain = chain;
    this.#questions = questions;
  }

  async validate(name: string, type: number): Promise<Validation> {
    let verdict: Verdict = secure();
    let first: Step | undefined;
    let at: string | undefined = name;
    let message: Message | undefined;
    for (let steps = 0; at !== undefined; steps++) {
      if (steps > MAX_ALIASES) return { verdict: endless(name), isAbsent: false };
      // A negative end is asked for by itself, as the code and the proof of a response are those of one name.
      if (message === undefined || !mentions(message, at)) {
        const response = await this.#questions.ask(at, type);
        if ('status' in response) return { isAbsent: false, ...first, verdict: worst(verdict, response) };
        message = response;
      }
      const step: Step = await this.#step(message, at, type);
      verdict = worst(verdict, step.verdict);
      first ??= step;
      if (verdict.status === 'bogus') break;
      at = step.next;
    }
    return { isAbsent: false, ...first, verdict };
  }

  async #step(message: Message, name: string, type: number): Promise<Step> {
    const dname = rrsetsIn(message.answers).find((set) => set.type === TYPE.DNAME && isBelow(name, set.name));
    if (dname !== undefined) {
      return { ...(await this.#positive(message, dname)), next: redirected(name, dname) };
    }
    const own = find(message, name, type);
    if (own !== undefined) return this.#positive(message, own);
    const cname = find(message, name, TYPE.CNAME);
    if (cname === undefined) return this.#negative(message, name, type);
    return { ...(await this.#positive(message, cname)), next: targetOf(cname) };
  }

  async #positive(message: Message, set: Rrset): Promise<Step> {
    const trust = await this.#signerOf([set], set.name, set.type);
    if (trust === undefined) return { verdict: await this.#unsigned(set), isAbsent: false };
    if (trust.status !== 'secure') return { verdict: trust, isAbsent: false };
    return { verdict: checked(message, set, trust), isAbsent: false, zone: trust.zone };
  }

  async #negative(message: Message, name: string, type: number): Promise<Step> {
    const sets = rrsetsIn(message.authorities).filter((set) => DENIAL_TYPES.includes(set.type));
    const trust = await this.#signerOf(sets, name, type);
    if (trust !== undefined && trust.status !== 'secure') return { verdict: trust, isAbsent: false };
    const proof = trust && proveDenial(message, trust, name, type);
    if (trust === undefined || proof === undefined || proof.denial.kind === 'unproven') {
      return { verdict: await this.#undenied(name, type, proof), isAbsent: false };
    }
    return {
      verdict: verdictOf(proof, trust, name, type),
      isAbsent: proof.denial.kind === 'no-such-name',
      zone: trust.zone,
    };
  }

  /** The zone that signs, where it is one and the name is in it; undefined: none does. */
  async #signerOf(sets: readonly Rrset[], name: string, type: number) {
    const holder = holderOf(name, type);
    const signers = sets.flatMap(({ signatures }) => signatures.map(({ signer }) => signer));
    const [signer] = signers
      .filter((one) => isWithin(holder, one))
      .sort((one, other) => other.length - one.length);
    if (signer === undefined) return undefined;
    const trust = await this.#chain.zoneOf(signer, this.#questions);
    return trust.status === 'secure' && trust.zone !== signer ? undefined : trust;
  }

  /** Records without a signature count only where nothing is signed. */
  async #unsigned({ name, type }: Rrset): Promise<Verdict> {
    const trust = await this.#chain.zoneOf(holderOf(name, type), this.#questions);
    if (trust.status !== 'secure') return trust;
    const detail = `${typeText(type)} of ${zoneText(name)} has no signature, and ${zoneText(trust.zone)} is signed`;
    return bogus({ cause: 'signature-missing', zone: trust.zone, detail });
  }

  async #undenied(name: string, type: number, proof: Proof | undefined): Promise<Verdict> {
    const trust = await this.#chain.zoneOf(holderOf(name, type), this.#questions);
    if (trust.status !== 'secure') return trust;
    return bogus(proof?.fault ?? unprovenFault(trust.zone, name, type));
  }
}

/** A signed RRset; where a wildcard stands for the name, with the proof that nothing closer does. */
function checked(message: Message, set: Rrset, trust: TrustedZone): Verdict {
  const check = trust.check(set);
  if (check.kind === 'fault') return bogus(check.fault);
  if (check.wildcard === undefined) return worst(secure(check.ending), secure(trust.ending));
  const proof = proveExpansion(message, trust, set.name, check.wildcard);
  return worst(secure(check.ending), verdictOf(proof, trust, set.name, set.type));
}

function secure(ending?: Secure['ending']): Secure {
  return { status: 'secure', ending };
}

/** RFC 4035 3.1.4.1: DS is the parent's. */
function holderOf(name: string, type: number): string {
  return type === TYPE.DS ? (parentOf(name) ?? '') : name;
}

function mentions(message: Message, name: string): boolean {
  return rrsetsIn(message.answers).some(
    (set) => set.name === name || (set.type === TYPE.DNAME && isBelow(name, set.name)),
  );
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
  return encodeName(next).length <= 255 ? next : undefined;
}

function endless(name: string): Bogus {
  const detail = `the aliases of ${name} never end`;
  return bogus({ cause: 'too-much-work', zone: name, detail });
}
