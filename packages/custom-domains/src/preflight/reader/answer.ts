// What a DNS question can come back as: five outcomes that are never mixed up, and a record's shape.

/** One resource record; names are lower case without a final dot, `value` is as a zone file writes it. */
export interface DnsRecord {
  readonly name: string;
  readonly type: string;
  /** Seconds. */
  readonly ttl: number;
  readonly value: string;
  /** Of a CAA record: its parts as they are on the wire (RFC 8659 4.1). */
  readonly caa?: CaaProperty;
}

export interface CaaProperty {
  readonly flags: number;
  readonly tag: string;
  readonly value: string;
}

/** Why a question got no usable answer. */
export type FailureReason =
  | 'timeout'
  | 'unreachable'
  | 'servfail'
  | 'refused'
  | 'not-authoritative'
  | 'malformed'
  | 'rejected'
  | 'cname-loop'
  | 'no-server'
  | 'cancelled';

interface Received {
  /** The AA flag: the server answers for the zone itself. */
  readonly authoritative: boolean;
  /** CNAME and DNAME records on the way from the name asked to where the chain ends, in order. */
  readonly chain: readonly DnsRecord[];
}

/** Records of the type asked, at the end of the chain. */
export interface Found extends Received {
  readonly kind: 'found';
  readonly records: readonly DnsRecord[];
}

/** The name exists and has no record of that type (NODATA, RFC 2308 2.2). */
export interface Absent extends Received {
  readonly kind: 'absent';
  /** Seconds that resolvers may remember it: the smaller of the SOA's TTL and MINIMUM (RFC 2308 5). */
  readonly negativeTtl?: number;
}

/** NXDOMAIN: with an empty chain, neither the name nor anything below it exists (RFC 8020). */
export interface NoSuchName extends Received {
  readonly kind: 'no-such-name';
  readonly negativeTtl?: number;
}

/** The server points to the servers of a zone further down, and answers for none itself. */
export interface Referral {
  readonly kind: 'referral';
  readonly zone: string;
  readonly nameServers: readonly string[];
}

export interface Failed {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** For a person: `ns1.example (192.0.2.1) did not answer within 2 s, asked 3 times`. */
  readonly detail: string;
}

/** What one server said to one question. */
export type Answer = Found | Absent | NoSuchName | Referral | Failed;

/** An answer that says something of the name: every kind but a referral and a failure. */
export type Conclusive = Found | Absent | NoSuchName;

export function isConclusive(answer: Answer): answer is Conclusive {
  return answer.kind === 'found' || answer.kind === 'absent' || answer.kind === 'no-such-name';
}

export function failed(reason: FailureReason, detail: string): Failed {
  return { kind: 'failed', reason, detail };
}

/** Records at the name itself: a CNAME there, or those of the type asked; what a chain led to is left out. */
export function recordsAt(answer: Answer, name: string): readonly DnsRecord[] {
  if (!isConclusive(answer)) return [];
  const alias = answer.chain.filter((record) => record.name === name);
  const records = answer.kind === 'found' ? answer.records.filter((record) => record.name === name) : [];
  return [...alias, ...records];
}
