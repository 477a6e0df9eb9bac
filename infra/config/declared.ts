// Every name that a stack file declares, with its place: as it is written for edits, and in its normal form for the rules.
import { normaliseHost } from '@petstore/custom-domains/names';
import { parseDestination, type RedirectDestination } from './name-schema.ts';
import type { HostRole, SiteName } from './settings.ts';
import { SITE_NAMES } from './site.ts';
import { formatPath, isMapping } from './value.ts';

/** Config by key, with values as a file or the engine gives them. */
export type RawConfig = Readonly<Record<string, unknown>>;

/** Keys of mappings and indices of lists, from the config down. */
export type Path = readonly (string | number)[];

export interface DeclaredName {
  /** In normal form. */
  readonly host: string;
  /** `petstore:docs.redirects[0].from` */
  readonly path: string;
}

export interface DeclaredPlace extends DeclaredName {
  /** The name as it is written, which may be in another form than `host`. */
  readonly written: unknown;
  readonly site: SiteName;
  readonly role: HostRole;
  readonly at: Path;
  readonly redirect?: RawConfig;
}

/** The hosts of both sites, in their order. A name that is not valid is there as it is written. */
export function declaredPlaces(config: RawConfig): DeclaredPlace[] {
  return SITE_NAMES.flatMap((site) => {
    const { primary, domains, redirects } = siteOf(config, site);
    const place = (role: HostRole, written: unknown, ...steps: Path): DeclaredPlace => {
      const at = [`petstore:${site}`, ...steps];
      return { host: normal(written), path: formatPath(at), written, site, role, at };
    };
    return [
      place('primary', primary, 'primary'),
      ...list(domains).map((name, index) => place('domain', name, 'domains', index)),
      ...list(redirects).map((given, index) => {
        const redirect = mapping(given);
        return { ...place('redirect', redirect.from, 'redirects', index, 'from'), redirect };
      }),
    ];
  });
}

export type Declared = ReturnType<typeof declaredNames>;
export type DeclaredRedirect = Declared['redirects'][number];

/** Names that are not valid are left out: the schema reports those. */
export function declaredNames(config: RawConfig) {
  const hosts = declaredPlaces(config).filter(isValid);
  const listed = (key: string) =>
    list(config[key])
      .map((entry, index): DeclaredName => ({ host: entryHost(entry), path: `${key}[${index}]` }))
      .filter(isValid);
  const zones = Object.keys(mapping(config['petstore:zones']));
  return {
    zones: zones
      .map((key) => ({ host: normal(key), path: formatPath(['petstore:zones', key]) }))
      .filter(isValid),
    hosts,
    redirects: hosts.flatMap((from) => {
      const to = destinationOf(from);
      return to === undefined ? [] : [{ from, to, toPath: from.path.replace(/from$/, 'to') }];
    }),
    /** `count`: the hosts that the file lists, those whose names are not valid included. */
    sites: SITE_NAMES.map((site) => {
      const own = siteOf(config, site);
      const hasPrimary = Object.hasOwn(own, 'primary');
      const others = [...list(own.domains), ...list(own.redirects)];
      return { site, count: Number(hasPrimary) + others.length, hasPrimary };
    }),
    verified: listed('petstore:verified'),
    adopt: listed('petstore:adopt'),
    moving: listed('petstore:moving'),
    removals: listed('petstore:removals'),
  };
}

/** Where the host redirects to; undefined where it does not, or to nothing that is valid. */
export function destinationOf({ redirect }: DeclaredPlace): RedirectDestination | undefined {
  if (typeof redirect?.to !== 'string') return undefined;
  const destination = parseDestination(redirect.to);
  return 'value' in destination ? destination.value : undefined;
}

/** An entry of a list is a host, or a mapping that says more of it. */
export function entryHost(entry: unknown): string {
  return normal(isMapping(entry) ? entry.host : entry);
}

const isValid = ({ host }: DeclaredName): boolean => normaliseHost(host).ok;

/** The normal form of a valid name; any other text unchanged, which the config then refuses. */
export function normal(text: unknown): string {
  if (typeof text !== 'string') return '';
  const result = normaliseHost(text);
  return result.ok ? result.host : text;
}

export function siteOf(config: RawConfig, site: SiteName): RawConfig {
  return mapping(config[`petstore:${site}`]);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function mapping(value: unknown): RawConfig {
  return isMapping(value) ? value : {};
}
