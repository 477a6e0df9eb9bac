// The plan: what a stack will have, as data. Pure, printable as JSON; no Pulumi, no I/O.
import type { RedirectStatus, Settings, SiteName } from '../config/settings.ts';

export type HostRole = 'primary' | 'domain' | 'redirect';

/** Who serves the DNS of a host. `by-hand`: a host in no declared zone, whose owner sets the records. */
export type HostZone =
  | { readonly provider: 'cloudflare'; readonly name: string; readonly zoneId: string }
  | { readonly provider: 'route53'; readonly name: string; readonly zoneId?: string }
  | { readonly provider: 'by-hand'; readonly verified: boolean };

/** One host's way, decided: which zone, what it is attached to, which record sends its traffic. */
export interface HostPlan {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  readonly site: SiteName;
  readonly role: HostRole;
  /** The host is the top name of its zone. */
  readonly apex: boolean;
  readonly zone: HostZone;
  /** What the host is attached to. */
  readonly target: 'gateway' | 'distribution';
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
