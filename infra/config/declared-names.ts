// Every name that a stack file declares, with its path, as the rules among names need them.

import { zoneName } from './name-schema.ts';
import type { Partly } from './parsed-parts.ts';
import { formatPath } from './path.ts';
import type { RedirectDestination } from './redirect-destination.ts';
import { SITE_NAMES, type StackConfig } from './schema.ts';
import type { HostRole, SiteName } from './settings.ts';

export interface DeclaredName {
  readonly path: string;
  /** In normal form. */
  readonly host: string;
}

export interface SiteHost extends DeclaredName {
  readonly site: SiteName;
  readonly role: HostRole;
}

export interface DeclaredRedirect {
  readonly from: SiteHost;
  readonly to: RedirectDestination;
  readonly toPath: string;
}

export interface DeclaredSite {
  readonly site: SiteName;
  readonly hosts: readonly SiteHost[];
  readonly redirects: readonly DeclaredRedirect[];
  /** The hosts that the file lists, those whose names are not valid included. */
  readonly count: number;
  readonly hasPrimary: boolean;
}

export interface Declared {
  readonly zones: readonly DeclaredName[];
  readonly sites: readonly DeclaredSite[];
  readonly verified: readonly DeclaredName[];
  readonly adopt: readonly DeclaredName[];
  readonly moving: readonly DeclaredName[];
  readonly removals: readonly DeclaredName[];
}

/** Names that are not valid are left out: the schema reports those. */
export function declaredNames(config: Partly<StackConfig>): Declared {
  const zones = Object.keys(config['petstore:zones'] ?? {});
  return {
    zones: zones.flatMap((key) => named(formatPath(['petstore:zones', key]), zoneName(key))),
    sites: SITE_NAMES.map((site) => declaredSite(site, config[`petstore:${site}`] ?? {})),
    verified: listed('petstore:verified', config['petstore:verified']),
    adopt: listed(
      'petstore:adopt',
      config['petstore:adopt']?.map((entry) => entry?.host),
    ),
    moving: listed(
      'petstore:moving',
      config['petstore:moving']?.map((entry) => entry?.host),
    ),
    removals: listed('petstore:removals', config['petstore:removals']),
  };
}

type Site = NonNullable<Partly<StackConfig>[`petstore:${SiteName}`]>;

function declaredSite(site: SiteName, written: Site): DeclaredSite {
  const path = `petstore:${site}`;
  const { primary, domains = [], redirects = [] } = written;
  const as = (role: HostRole, names: readonly DeclaredName[]): SiteHost[] =>
    names.map((name) => ({ ...name, site, role }));
  const hasPrimary = Object.hasOwn(written, 'primary');
  const redirecting = redirects.map((redirect, index) => {
    const at = `${path}.redirects[${index}]`;
    const [from] = as('redirect', named(`${at}.from`, redirect?.from));
    return { from, to: redirect?.to, toPath: `${at}.to` };
  });
  return {
    site,
    hosts: [
      ...as('primary', named(`${path}.primary`, primary)),
      ...as('domain', listed(`${path}.domains`, domains)),
      ...redirecting.flatMap(({ from }) => from ?? []),
    ],
    redirects: redirecting.filter((redirect): redirect is DeclaredRedirect => isWhole(redirect)),
    count: Number(hasPrimary) + domains.length + redirects.length,
    hasPrimary,
  };
}

function isWhole({ from, to }: { readonly from?: SiteHost; readonly to?: RedirectDestination }): boolean {
  return from !== undefined && to !== undefined;
}

function listed(path: string, hosts: readonly (string | undefined)[] = []): DeclaredName[] {
  return hosts.flatMap((host, index) => named(`${path}[${index}]`, host));
}

function named(path: string, host: string | undefined): DeclaredName[] {
  return host === undefined ? [] : [{ path, host }];
}
