// The plan: what a stack will have, as data. Pure, printable as JSON; no Pulumi, no I/O.

import type { HostSpec, HostZone } from '@petstore/custom-domains/dns-hosts';
import type { RedirectStatus } from '@petstore/custom-domains/names';
import type { AdoptionSetting, MoveSetting } from '../config/host-entry.ts';
import type { HostRole, Settings, SiteName } from '../config/settings.ts';

export interface DeclaredHost {
  readonly host: string;
  readonly site: SiteName;
  readonly role: HostRole;
  readonly redirect?: { readonly to: string; readonly status: RedirectStatus };
}

export interface HostPlan extends HostSpec, DeclaredHost {
  readonly zone: HostZone;
  readonly certificateRegion: string;
  readonly adopt?: Omit<AdoptionSetting, 'host'>;
  readonly moving?: Omit<MoveSetting, 'host'>;
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
