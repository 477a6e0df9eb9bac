// The plan: what a stack will have, as data. Pure, printable as JSON; no Pulumi, no I/O.
import type { RedirectStatus, Settings, SiteName } from '../config/settings.ts';

export type HostRole = 'primary' | 'domain' | 'redirect';

/** Who serves the DNS of a host. `by-hand`: a host in no declared zone, whose owner sets the records. */
export type HostZone =
  | { readonly provider: 'cloudflare'; readonly name: string; readonly zoneId: string }
  | { readonly provider: 'route53'; readonly name: string; readonly zoneId?: string }
  | { readonly provider: 'by-hand'; readonly verified: boolean };

/** A zone as far as its DNS goes: what a host's place in it, and the preflight, depend on. */
export type ZoneFacts =
  | { readonly provider: 'cloudflare' | 'route53'; readonly name: string }
  | { readonly provider: 'by-hand'; readonly verified: boolean };

/** What the preflight needs to know of a host; a HostPlan has it all. */
export interface HostFacts {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** The host is the top name of its zone, where no CNAME may be. */
  readonly apex: boolean;
  readonly zone: ZoneFacts;
  /** What the host is attached to. */
  readonly target: 'gateway' | 'distribution';
}

/** One host's way, decided: which zone, what it is attached to, which record sends its traffic. */
export interface HostPlan extends HostFacts {
  readonly site: SiteName;
  readonly role: HostRole;
  readonly zone: HostZone;
  /** Where its certificate must be: the stack's region, or us-east-1 for CloudFront. */
  readonly certificateRegion: string;
  /** The routing record: `flattened` is a CNAME at a Cloudflare apex, `none` is a host set by hand. */
  readonly record: 'cname' | 'alias' | 'flattened' | 'none';
  readonly redirect?: { readonly to: string; readonly status: RedirectStatus };
}

export interface StackPlan {
  readonly stack: string;
  readonly region: string;
  readonly production: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly settings: Settings;
  /** In order of declaration: the api's primary, domains, redirects, then the docs'. */
  readonly hosts: readonly HostPlan[];
}
