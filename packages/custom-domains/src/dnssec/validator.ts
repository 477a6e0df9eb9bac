// Validates what a name has of a type, through every alias (RFC 4035 5). Own code: @relaycorp/dnssec 1.12 proves no denial of
// existence (its README says so), so that it cannot tell a missing CAA record from a removed one, and it brings 4 dependencies.
import { Chain } from './chain.ts';
import { type LookUp, Questions } from './questions.ts';
import type { Ds } from './records.ts';
import { typeNumber } from './types.ts';
import type { Verdict } from './verdict.ts';
import { type Validation, Walk } from './walk.ts';

export interface ValidatorOptions {
  readonly lookUp: LookUp;
  readonly anchors: readonly Ds[];
  /** Seconds since 1970. */
  readonly now?: () => number;
  /** After this time a validation asks nothing more. */
  readonly timeoutMs?: number;
}

/** Never rejects. */
export interface Validator {
  /** The answer to a question, and each alias on the way to it; each question once a run. */
  validate(name: string, type: string): Promise<Validation>;
}

/** A last question takes 6 s more (2 s, sent three times), so that a validation ends within the 15 s that a host may take. */
const TIMEOUT_MS = 9_000;

export function createValidator(options: ValidatorOptions): Validator {
  const { lookUp, anchors, now = () => Math.floor(Date.now() / 1000), timeoutMs = TIMEOUT_MS } = options;
  if (anchors.length === 0) return { validate: async () => ({ verdict: UNANCHORED, isAbsent: false }) };
  const chain = new Chain(anchors, now());
  const validations = new Map<string, Promise<Validation>>();
  return {
    validate: (name, type) => {
      const key = `${name} ${type}`;
      const known = validations.get(key);
      if (known !== undefined) return known;
      const walk = new Walk(chain, new Questions(lookUp, timeoutMs));
      const validation = walk.validate(name, typeNumber(type));
      validations.set(key, validation);
      return validation;
    },
  };
}

/** RFC 4033 5: without a trust anchor nothing is known to be signed. */
const UNANCHORED: Verdict = { status: 'insecure', zone: '', why: 'there is no trust anchor' };
