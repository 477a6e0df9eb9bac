// Where a stack file declares each of its hosts.

import type { RedirectStatus } from '@petstore/custom-domains/names';
import type { HostRole, SiteName } from '../settings.ts';
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { list, normal } from './host-list.ts';

export interface DeclaredPlace {
  readonly host: string;
  /** The name as it is written, which may be in another form than `host`. */
  readonly written: unknown;
  readonly site: SiteName;
  readonly role: HostRole;
  readonly index: number;
  /** `petstore:docs.redirects[0].from` */
  readonly path: string;
  /** The redirect as it is written, of a host that redirects. */
  readonly redirect?: RawConfig;
}

export function declaredPlaces(config: RawConfig): DeclaredPlace[] {
  return (['api', 'docs'] as const).flatMap((site) => {
    const { primary, domains, redirects } = part(config, site);
    const at = (role: HostRole, written: unknown, index: number, key: string): DeclaredPlace => ({
      ...{ host: normal(written), written, site, role, index },
      path: `petstore:${site}.${key}`,
    });
    return [
      at('primary', primary, 0, 'primary'),
      ...list(domains).map((name, index) => at('domain', name, index, `domains[${index}]`)),
      ...list(redirects).map((given, index) => {
        const redirect = isMapping(given) ? given : {};
        return { ...at('redirect', redirect.from, index, `redirects[${index}].from`), redirect };
      }),
    ];
  });
}

/** The first declaration of the host; the config refuses another one. */
export function placeOf(config: RawConfig, host: string): DeclaredPlace | undefined {
  return declaredPlaces(config).find((candidate) => candidate.host === normal(host));
}

export function part(config: RawConfig, site: SiteName): RawConfig {
  const value = config[`petstore:${site}`];
  return isMapping(value) ? value : {};
}

export interface NewHost {
  readonly host: string;
  readonly site: SiteName;
  /** A host of the stack or a full https URL: the new host redirects there. */
  readonly redirectTo?: string;
  /** By default that of the redirect which the host is already, else 308 for the api, which keeps the method, and 301 for the docs. */
  readonly status?: RedirectStatus;
}
