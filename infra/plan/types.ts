// The plan: what a stack will have, as data. Pure, printable as JSON; no Pulumi, no I/O.

import type { RedirectStatus } from '@petstore/custom-domains';
import type { HostSpec, HostZone } from '@petstore/custom-domains/names';
import type { HostRole, Settings, SiteName } from '../config/settings.ts';

/** One host's way, decided: which zone, what it is attached to, which record sends its traffic. */
export interface HostPlan extends HostSpec {
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
