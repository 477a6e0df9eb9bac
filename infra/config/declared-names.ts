// Every name that a stack file declares, with its path, as the rules among names need them.

import { zoneName } from './name-schema.ts';
import type { RedirectDestination } from './redirect-destination.ts';
import { SITE_NAMES, type StackConfig } from './schema.ts';
import type { Partly } from './schema-problems.ts';
import type { HostRole, SiteName } from './settings.ts';
import { formatPath } from './value.ts';

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

type Config = Partly<StackConfig>;

/** Names that are not valid are left out: the schema reports those. */
export function declaredNames(config: Config): Declared {
  const listed = (key: 'verified' | 'adopt' | 'moving' | 'removals') =>
    (config[`petstore:${key}`] ?? []).flatMap((entry, index) =>
      named(`petstore:${key}[${index}]`, typeof entry === 'object' ? entry.host : entry),
    );
  const zones = Object.keys(config['petstore:zones'] ?? {});
  return {
    zones: zones.flatMap((key) => named(formatPath(['petstore:zones', key]), zoneName(key))),
    sites: SITE_NAMES.map((site) => declaredSite(site, config[`petstore:${site}`] ?? {})),
    verified: listed('verified'),
    adopt: listed('adopt'),
    moving: listed('moving'),
    removals: listed('removals'),
  };
}

function declaredSite(site: SiteName, written: NonNullable<Config[`petstore:${SiteName}`]>): DeclaredSite {
  const path = `petstore:${site}`;
  const { primary, domains = [], redirects = [] } = written;
  const hostAt = (role: HostRole, at: string, host: string | undefined): SiteHost[] =>
    named(`${path}.${at}`, host).map((name) => ({ ...name, site, role }));
  const redirecting = redirects.map((redirect, index) => {
    const [from] = hostAt('redirect', `redirects[${index}].from`, redirect?.from);
    return { from, to: redirect?.to, toPath: `${path}.redirects[${index}].to` };
  });
  const hasPrimary = Object.hasOwn(written, 'primary');
  return {
    site,
    hosts: [
      ...hostAt('primary', 'primary', primary),
      ...domains.flatMap((host, index) => hostAt('domain', `domains[${index}]`, host)),
      ...redirecting.flatMap(({ from }) => from ?? []),
    ],
    redirects: redirecting.flatMap(({ from, to, toPath }) => (from && to ? [{ from, to, toPath }] : [])),
    count: Number(hasPrimary) + domains.length + redirects.length,
    hasPrimary,
  };
}

function named(path: string, host: string | undefined): DeclaredName[] {
  return host === undefined ? [] : [{ path, host }];
}
