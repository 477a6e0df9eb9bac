// The hosts of a site, as a file has them and as the program reads them.
import { REDIRECT_STATUSES, type RedirectStatus } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { destination, host, hosts } from './name-schema.ts';
import { choice } from './scalars.ts';

export const SITE_NAMES = ['api', 'docs'] as const;

const redirect = z.strictObject({
  from: host('The host that redirects.'),
  to: destination('A host that this stack serves, or a full https URL whose path becomes a prefix.'),
  status: choice(
    '301 and 308 are permanent, 302 and 307 temporary; 307 and 308 keep the method.',
    REDIRECT_STATUSES,
  ),
});

const REDIRECT = { from: 'shop.petstore.example', to: 'https://petstore.example', status: 301 };
const EXAMPLE = { primary: 'petstore.example' };

export function siteSchema(description: string) {
  const parts = {
    primary: host("The site's public address.").optional(),
    domains: hosts('A host.', 'Further hosts that serve the same site.').optional(),
    redirects: z
      .array(redirect)
      .meta({ description: 'Hosts that redirect, path and query kept.', examples: [[REDIRECT]] })
      .optional(),
  };
  // For editors: a primary, or no hosts at all. The rule itself is in rules.ts.
  const hostless = { properties: { domains: { maxItems: 0 }, redirects: { maxItems: 0 } } };
  return z
    .strictObject(parts)
    .meta({ description, examples: [EXAMPLE], anyOf: [{ required: ['primary'] }, hostless] })
    .optional();
}

/** A redirect; `to` is a full https URL with a path that is a prefix: `https://host/path`, no final slash. */
export interface RedirectSetting {
  readonly from: string;
  readonly to: string;
  readonly status: RedirectStatus;
}

/** A site's own hosts; `domains` is without the primary. All names are normalised: lower case, A-labels, no final dot. */
export interface SiteSetting {
  readonly primary?: string;
  readonly domains: readonly string[];
  readonly redirects: readonly RedirectSetting[];
}

export function siteSetting(written: z.output<ReturnType<typeof siteSchema>> = {}): SiteSetting {
  const { primary, domains = [], redirects = [] } = written;
  return {
    ...(primary !== undefined && { primary }),
    domains,
    redirects: redirects.map(({ from, to, status }) => ({ from, to: to.url, status })),
  };
}
