// What was observed in DNS of one host: all that the rules need, as data. Printable as JSON.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Verdict } from '../../dnssec/verdict.ts';
import type { Answer, DnsRecord, Failed, RecordData } from '../reader/answer.ts';

export interface Expected {
  /** What the routing record points to. */
  readonly target?: string;
  readonly validation?: {
    readonly name: string;
    readonly type: string;
    readonly value: string;
    /** It is said to be set: where it is missing, no certificate is issued. */
    readonly claimed?: true;
  };
  /** The data of the HTTPS record that the stack sets beside the addresses of an apex. */
  readonly https?: string;
  /** The owner of an external host could not know its routing record, or not for long, and nobody has seen it set. */
  readonly routingAwaited?: boolean;
  /** Records that the stack's state does not have. The present run sets them, except those of an external host. */
  readonly unset?: readonly ('routing' | 'validation')[];
  readonly kind?: HostSpec['target'];
  /** That has the host's certificate, and so responds for it at the target's addresses. */
  readonly attached?: true;
  /** The port at which the target responds; 443 where absent. */
  readonly httpsPort?: number;
}

/** Where the zone that holds a name begins: the nearest name with an SOA record of its own. */
export type Cut =
  | {
      readonly kind: 'zone';
      readonly name: string;
      readonly negativeTtl: number;
      /** The resolver's; absent for a zone that only a referral or the parent showed. */
      readonly soa?: RecordData;
      /** Names between the host and the zone that do not exist at all (NXDOMAIN). */
      readonly missing: readonly string[];
      /** The resolver did not show this zone, although its parent delegates it. */
      readonly byParent?: true;
    }
  | {
      readonly kind: 'failed';
      readonly at: string;
      readonly failure: Failed;
      readonly resolverResponds?: boolean;
    };

/** The zone's servers by the parent zone's NS records. */
export type Delegation =
  | { readonly kind: 'delegated'; readonly nameServers: readonly string[] }
  | { readonly kind: 'none' }
  | Failed
  /** With the resolver alone the parent's servers are not queried. */
  | { readonly kind: 'unseen' };

export interface ZoneServer {
  /** `ns1.example (192.0.2.1)`. */
  readonly label: string;
  /** Absent: its address is not known, or this machine cannot reach it. */
  readonly address?: string;
  /** Its NS records for the zone; failed where it does not serve it, and `no-server` where only this machine's lack of IPv6 keeps it from it. */
  readonly own: { readonly kind: 'serves'; readonly nameServers: readonly string[] } | Failed;
}

export interface ZoneState {
  readonly name: string;
  readonly delegation: Delegation;
  readonly servers: readonly ZoneServer[];
}

/** One server's responses about the host, by type. Types that need no query are absent. */
export interface HostView {
  readonly server: string;
  readonly answers: Readonly<Record<string, Answer>>;
  /** Records that a wildcard synthesises at the host on this server; undefined where the records are the host's own. Empty: the server
   * responds so, without records, for every name that does not exist. */
  readonly wildcard?: readonly DnsRecord[];
}

/** A zone below the one that was read, to which servers of that one refer for the host. */
export interface SubZone {
  readonly name: string;
  readonly referredBy: readonly string[];
  readonly notBy: readonly string[];
}

export interface CaaAnswer {
  /** The name's own RRset; `absent` where it is a CNAME. */
  readonly own: Answer;
  /** The RRset at the end of its CNAME: the authority treats it as the name's own. */
  readonly through?: { readonly target: string; readonly answer: Answer };
  /** The wildcard that synthesises it: it ends with the first record at the name or below it (RFC 4592 2.2.2). */
  readonly wildcard?: string;
}

/** One step of the search for CAA (RFC 8659 3): what the zone's servers agree on, or each one's answer. */
export interface CaaStep extends CaaAnswer {
  readonly name: string;
  /** The answer of each server that responded; present only where they differ. */
  readonly differing?: readonly (CaaAnswer & { readonly server: string })[];
}

/** What responds for a host at an address that it shares with its target.
 * - `none`: the server there does not have the host.
 * - `unknown`: there was no response, or one that does not show which service it is from.
 */
export type Responder = HostSpec['target'] | 'none' | 'unknown';

/** IPv4 and IPv6 addresses from the resolver; a failure where it has none and one of the two queries failed. */
export type Addresses = readonly string[] | Failed;

export interface ExpectedState {
  readonly expected: Expected;
  /** The validation record as each server has it; `others`: what is beside it, or in its place. */
  readonly validation: readonly {
    readonly server: string;
    readonly answer: Answer;
    readonly others: readonly DnsRecord[];
  }[];
  /** The validation record's name exists, where another beside it does not, and has none of the types that were read. */
  readonly isEmptyName?: boolean;
  /** The validation record with the zone's name twice, where somebody set that. */
  readonly doubledValidation: readonly DnsRecord[];
  /** From one resolver, for a flattened CNAME or an alias; undefined: not read, or nobody knows whether there are any. */
  readonly hostAddresses?: readonly string[];
  readonly targetAddresses?: readonly string[];
  /** Why not. */
  readonly unread?: readonly Failed[];
  /** What responds for an external host at an address that it shares with its target; undefined: nobody asked. */
  readonly responder?: Responder;
}

/** The declared zone's name servers, as its DNS host's API has them; `failed`: the API did not respond with them. */
export type AssignedServers =
  | { readonly kind: 'known'; readonly nameServers: readonly string[] }
  | { readonly kind: 'failed'; readonly detail: string };

export interface AssignedState {
  readonly servers: AssignedServers;
  /** Of these servers; read only where the parent names others. */
  readonly addresses?: readonly string[];
  /** What the delegated servers have, by its SOA: a copy of the assigned servers' zone, or another zone. */
  readonly delegated?: 'copy' | 'other';
}

/** A question, and what its response from the resolver comes to; from each of the zone's servers, where these were queried too. */
export interface Validated {
  readonly name: string;
  readonly type: string;
  readonly verdict: Verdict;
  readonly servers?: readonly { readonly server: string; readonly verdict: Verdict }[];
}

/** What the authority gets for TXT of `_acme-challenge`, where that leads elsewhere or fails. */
export interface Challenge {
  readonly name: string;
  readonly record?: DnsRecord;
  readonly failure?: Failed;
  readonly verdict?: Verdict;
  /** A domain on the way that does not exist. */
  readonly missing?: string;
}

export interface Observation {
  readonly host: string;
  /** When it was read, in milliseconds. */
  readonly at: number;
  /** The zones' own servers were not queried: lag, lame servers and delegation were not observed. */
  readonly resolverOnly: boolean;
  readonly cut: Cut;
  /** The zone that has the host; where that is not known, the declared one. */
  readonly zone?: ZoneState;
  readonly views: readonly HostView[];
  /** Delegations that the zones' own servers show between the zone that was read first and the host. */
  readonly subZones?: readonly SubZone[];
  /** The last of these zones, where none of its servers serves it. The views are those of the zone above. */
  readonly lame?: ZoneState;
  /** Why servers that respond give no answer in mixed case, where the authority asks so; undefined: not read. */
  readonly unmixed?: readonly string[];
  /** Records at the host's name with the zone's name twice. */
  readonly doubled: readonly DnsRecord[];
  readonly caa: readonly CaaStep[];
  /** The zone is known to have DS records in its parent (RFC 4035 2.4); read only where CAA could not be. */
  readonly isSigned?: boolean;
  readonly expected?: ExpectedState;
  /** Undefined: nobody asked the DNS host's API. */
  readonly assigned?: AssignedState;
  /** What an authority and a visitor look up for the host; undefined: it was not validated. */
  readonly dnssec?: readonly Validated[];
  /** Where the records stay and the host's own server proves control (RFC 8555 8.3, RFC 8737 3); undefined: not read. */
  readonly addresses?: Addresses;
  /** The record of dns-persist-01, as each server has it; present where that is the method. */
  readonly persist?: readonly { readonly server: string; readonly answer: Answer }[];
  readonly challenge?: Challenge;
}
