// The outcome of a DNS query: five kinds that are never confused, and a record's shape.

/** A resource record as text: names are lower case without a final dot, `value` is as a zone file writes it. */
export interface RecordData {
  readonly name: string;
  readonly type: string;
  /** Seconds. */
  readonly ttl: number;
  readonly value: string;
}

export interface DnsRecord extends RecordData {
  /** The parts of a CAA record as they are on the wire (RFC 8659 4.1); absent where its data is malformed. */
  readonly caa?: CaaProperty;
  /** The parts of an HTTPS or SVCB record; absent where its data is malformed. */
  readonly binding?: ServiceBinding;
}

export interface CaaProperty {
  readonly flags: number;
  readonly tag: string;
  readonly value: string;
}

/** RFC 9460 2.1: priority 0 is an alias for the target; any other describes the service at the target. */
export interface ServiceBinding {
  readonly priority: number;
  /** Lower case, no final dot; '' is the owner itself (RFC 9460 2.5). */
  readonly target: string;
  /** Values by key (`alpn`, `ipv4hint`, `key65400`), as a zone file writes them, without quotes; '' where a key has none. */
  readonly params: Readonly<Record<string, string>>;
}

export type FailureReason =
  | 'timeout'
  /** All queries of the host took too long together; the server may respond. */
  | 'deadline'
  | 'unreachable'
  | 'servfail'
  | 'refused'
  | 'not-authoritative'
  | 'malformed'
  | 'rejected'
  | 'cname-loop'
  | 'no-server'
  /** The name server's name has neither A nor AAAA. */
  | 'no-address'
  | 'not-global'
  | 'cancelled';

interface Received {
  /** The AA flag: the server is an authority for the zone. */
  readonly authoritative: boolean;
  /** CNAME and DNAME records from the queried name to the end of the chain, in order. */
  readonly chain: readonly DnsRecord[];
}

/** Records of the queried type, at the end of the chain. */
interface Found extends Received {
  readonly kind: 'found';
  readonly records: readonly DnsRecord[];
}

interface Negative extends Received {
  /**
   * - `absent`: the name exists and has no record of that type (NODATA, RFC 2308 2.2).
   * - `no-such-name`: NXDOMAIN; with an empty chain, neither the name nor anything below it exists (RFC 8020).
   */
  readonly kind: 'absent' | 'no-such-name';
  /** Seconds that resolvers may cache it: the smaller of the SOA's TTL and MINIMUM (RFC 2308 5). */
  readonly negativeTtl?: number;
  /** The zone whose SOA record the server sent with it. */
  readonly zone?: string;
}

/** The server refers to the servers of another zone: one below its own, or, where it serves none, one above (the root). */
export interface Referral {
  readonly kind: 'referral';
  readonly zone: string;
  readonly nameServers: readonly string[];
}

export interface Failed {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** What a person reads: `ns1.example (192.0.2.1) did not respond within 2 s, queried 3 times`. */
  readonly detail: string;
}

export type Conclusive = Found | Negative;

/** A resolver's: one that only refers to other servers has failed. */
export type Resolved = Conclusive | Failed;

export type Answer = Resolved | Referral;

export function isConclusive(answer: Answer): answer is Conclusive {
  return answer.kind !== 'referral' && answer.kind !== 'failed';
}

/** A failure, where there can also be a list, or nothing. */
export function isFailed(one: object | undefined): one is Failed {
  return one !== undefined && 'kind' in one && one.kind === 'failed';
}

const SILENT: readonly FailureReason[] = ['timeout', 'deadline', 'unreachable', 'no-server'];

export function isSilence({ reason }: Failed): boolean {
  return SILENT.includes(reason);
}

export function failed(reason: FailureReason, detail: string): Failed {
  return { kind: 'failed', reason, detail };
}

/** Records at the name itself: a CNAME there, or those of the queried type; without those at the end of a chain. */
export function recordsAt(answer: Answer, name: string): readonly DnsRecord[] {
  if (!isConclusive(answer)) return [];
  const records = answer.kind === 'found' ? [...answer.chain, ...answer.records] : answer.chain;
  return records.filter((record) => record.name === name);
}
