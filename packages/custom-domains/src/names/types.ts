// What a host and its zone are, as far as names and DNS go.

/** A zone as declared: who serves its DNS. */
export type ZoneSetting =
  | { readonly name: string; readonly provider: 'cloudflare'; readonly zoneId: string }
  | { readonly name: string; readonly provider: 'route53'; readonly zoneId?: string };

/** Who serves the DNS of a host. `by-hand`: a host in no declared zone, whose owner sets the records. */
export type HostZone = ZoneSetting | { readonly provider: 'by-hand'; readonly verified: boolean };

/** A zone as far as its DNS goes: what a host's place in it, and the preflight, depend on. */
export type ZoneFacts =
  | { readonly provider: 'cloudflare' | 'route53'; readonly name: string }
  | { readonly provider: 'by-hand'; readonly verified: boolean };

/** What the preflight needs to know of a host. */
export interface HostFacts {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** The host is the top name of its zone, where no CNAME may be. */
  readonly apex: boolean;
  readonly zone: ZoneFacts;
  /** What the host is attached to. */
  readonly target: 'gateway' | 'distribution';
}
