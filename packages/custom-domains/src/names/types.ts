// What a host and its zone are, as far as names and DNS go.

/** A zone as declared: who serves its DNS. */
export type ZoneDeclaration =
  | { readonly name: string; readonly provider: 'cloudflare'; readonly zoneId: string }
  | { readonly name: string; readonly provider: 'route53'; readonly zoneId?: string };

/** Who serves the DNS of a host. `external`: a host in no declared zone, whose owner sets the records. */
export type HostZone = ZoneDeclaration | { readonly provider: 'external'; readonly verified: boolean };

/** A zone as far as its DNS goes: what a host's place in it, and the preflight, depend on. */
export type ZoneRef =
  | { readonly provider: 'cloudflare' | 'route53'; readonly name: string }
  | { readonly provider: 'external'; readonly verified: boolean };

/** What the preflight needs to know of a host. */
export interface HostSpec {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** The host is the top name of its zone, where no CNAME may be. */
  readonly apex: boolean;
  readonly zone: ZoneRef;
  /** What the host is attached to. */
  readonly target: 'gateway' | 'distribution';
}
