// What was seen in DNS of one host: all that the rules need, as data. Printable as JSON.
import type { Answer, DnsRecord, Failed } from '../reader/answer.ts';

/** What a host must be found with, where it was deployed already: from the stack's outputs. */
export interface Expected {
  /** What the routing record points to. */
  readonly target?: string;
  /** The record that proves control of the name to the certificate authority. */
  readonly validation?: { readonly name: string; readonly type: string; readonly value: string };
}

/** Where the zone that holds a name begins: the nearest name with an SOA record of its own. */
export type Cut =
  | {
      readonly kind: 'zone';
      readonly name: string;
      readonly negativeTtl: number;
      /** Names climbed on the way that do not exist at all (NXDOMAIN). */
      readonly missing: readonly string[];
      /** Set when the resolver gave an answer only with DNSSEC validation switched off. */
      readonly bogus?: string;
    }
  | { readonly kind: 'failed'; readonly at: string; readonly failure: Failed };

/** Which servers the parent zone says the zone has. */
export type Delegation =
  | { readonly kind: 'delegated'; readonly nameServers: readonly string[] }
  | { readonly kind: 'none' }
  | Failed
  /** With the resolver alone the parent's servers are not asked. */
  | { readonly kind: 'unseen' };

/** One of the zone's own servers, and what it says of the zone. */
export interface ZoneServer {
  /** `ns1.example (192.0.2.1)`. */
  readonly label: string;
  /** Absent: its address is not known, or this machine cannot reach it. */
  readonly address?: string;
  /** Its NS records for the zone; failed where it does not serve it. */
  readonly own: { readonly kind: 'serves'; readonly nameServers: readonly string[] } | Failed;
  /** IPv6 only, on a machine without: passed over, no fault of the server's. */
  readonly skipped: boolean;
}

export interface ZoneState {
  readonly name: string;
  readonly delegation: Delegation;
  readonly servers: readonly ZoneServer[];
}

/** What one server says of the host, by type. Types that need not be asked are absent. */
export interface HostView {
  readonly server: string;
  readonly answers: Readonly<Record<string, Answer>>;
}

/** One step of the climb for CAA (RFC 8659 3). */
export interface CaaStep {
  readonly name: string;
  /** What the name itself has; `absent` where it is a CNAME. */
  readonly own: Answer;
  /** What the end of its CNAME has: the authority counts it as the name's own. */
  readonly through?: { readonly target: string; readonly answer: Answer };
}

export interface ExpectedState {
  readonly expected: Expected;
  /** The validation record as each server has it. */
  readonly validation: readonly { readonly server: string; readonly answer: Answer }[];
  /** The validation record with the zone's name twice, where somebody set that. */
  readonly doubledValidation: readonly DnsRecord[];
  /** Addresses from one resolver, for a host that is flattened or an alias; undefined: not read. */
  readonly hostAddresses?: readonly string[];
  readonly targetAddresses?: readonly string[];
}

export interface Observation {
  readonly host: string;
  /** The zones' own servers were not asked: lag, lame servers and delegation could not be seen. */
  readonly resolverOnly: boolean;
  readonly cut: Cut;
  /** The zone that holds the host; where that is not known, the one declared. */
  readonly zone?: ZoneState;
  readonly views: readonly HostView[];
  /** Records that a wildcard answers with at the host; undefined when what is there is the host's own. */
  readonly wildcard?: readonly DnsRecord[];
  /** Records at the host's name with the zone's name twice. */
  readonly doubled: readonly DnsRecord[];
  /** From the host down to its top-level domain. */
  readonly caa: readonly CaaStep[];
  /** The zone's DS records, where they matter: none is an unsigned zone; undefined: not asked, or not known. */
  readonly ds?: readonly DnsRecord[];
  readonly expected?: ExpectedState;
}
