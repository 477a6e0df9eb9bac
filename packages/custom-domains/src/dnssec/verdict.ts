// What validation comes to (RFC 4035 4.3): secure, insecure, bogus with its cause, or not known.

export type FaultCause =
  /** A signed zone has the records without a signature. */
  | 'signature-missing'
  | 'signature-expired'
  | 'signature-not-yet-valid'
  /** It was made by another key, or for other data. */
  | 'signature-invalid'
  /** No key of the zone has the signature's tag and algorithm. */
  | 'key-missing'
  /** The parent has DS records, and no key of the zone is the one that they mean. */
  | 'ds-mismatch'
  /** The parent has DS records, and the zone has no keys. */
  | 'zone-unsigned'
  /** NSEC or NSEC3 records do not prove what the response says. */
  | 'denial-unproven'
  /** The proof shows a DNAME above the name, which the server does not follow. */
  | 'dname-ignored'
  /** More key tags or signatures than anybody needs (CVE-2023-50387). */
  | 'too-much-work';

export interface Fault {
  readonly cause: FaultCause;
  readonly zone: string;
  /** Present where DS records are the fault: those of the parent, and the one that the zone's keys call for (`20326 8 2 e06d…`). */
  readonly ds?: { readonly present: readonly string[]; readonly wanted?: string };
  /** It is one of dates, and this machine's clock may be what is wrong. */
  readonly isOfClock?: boolean;
  /** The host's budget is used up, by whatever zone: nothing is known of this one. */
  readonly isOfHost?: boolean;
  /** What a person reads, without a final dot. */
  readonly detail: string;
}

/** A signature of the zone that ends soon and has not been renewed in time. */
export interface Ending {
  readonly name: string;
  readonly type: string;
  readonly keyTag: number;
  /** Seconds since 1970. */
  readonly at: number;
}

/** `insecure`: nothing signs it. `ending`: of the signatures over the records and over the keys of their zone, the first that ends. */
export interface Passed {
  readonly status: 'secure' | 'insecure';
  readonly ending?: Ending;
}

export interface Bogus {
  readonly status: 'bogus';
  readonly fault: Fault;
}

/** A question that validation needs had no answer; it may be asked again. */
export interface Unknown {
  readonly status: 'unknown';
  readonly detail: string;
  /** By this machine's clock, signatures are not valid, and nothing else shows that time. */
  readonly cause?: 'clock';
  /** Too many verifications of the host have failed before, and another host may find it out. */
  readonly isOfHost?: boolean;
}

export type Verdict = Passed | Bogus | Unknown;

const SEVERITY = { bogus: 3, unknown: 2, insecure: 1, secure: 0 } as const;

/** The worse of two verdicts that are both needed, with the signature of either that ends first. */
export function worst(one: Verdict, other: Verdict): Verdict {
  const [verdict, milder] = SEVERITY[other.status] > SEVERITY[one.status] ? [other, one] : [one, other];
  if (!isPassed(verdict) || !isPassed(milder)) return verdict;
  const ending = first(verdict.ending, milder.ending);
  return ending === undefined ? verdict : { ...verdict, ending };
}

export function isPassed(verdict: Verdict): verdict is Passed {
  return verdict.status === 'secure' || verdict.status === 'insecure';
}

export function first(one: Ending | undefined, other: Ending | undefined): Ending | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.at < one.at ? other : one;
}

export function unknown(detail: string): Unknown {
  return { status: 'unknown', detail };
}

export function bogus(fault: Fault): Bogus | Unknown {
  return fault.isOfHost ? { ...unknown(fault.detail), isOfHost: true } : { status: 'bogus', fault };
}

/** `the root zone` for ''. */
export function zoneText(zone: string): string {
  return zone === '' ? 'the root zone' : zone;
}

/** `2026-11-22 03:00 UTC` */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
