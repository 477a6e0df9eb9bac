// The hosts of a site, and the zones of a stack, as a file has them and as the program reads them.

import {
  ZONE_HOSTS,
  type ZoneDeclaration,
  type ZoneField,
  type ZoneHost,
} from '@petstore/custom-domains/dns-hosts';
import { HOST_FORM, REDIRECT_STATUSES, type RedirectStatus } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { destination, host, hosts } from './name-schema.ts';
import { choice, formed } from './scalars.ts';

export const SITE_NAMES = ['api', 'docs'] as const;

/** Of a redirect without a status of its own. Permanent; that of the API keeps the method. */
export const DEFAULT_STATUS = { api: 308, docs: 301 } as const;

const redirect = z.strictObject({
  from: host('The host that redirects.'),
  to: destination('A host that this stack serves, or a full https URL whose path becomes a prefix.'),
  status: choice(
    '301 and 308 are permanent, 302 and 307 temporary; 307 and 308 keep the method. 308 for the API and 301 for the documentation where absent.',
    REDIRECT_STATUSES,
  ).optional(),
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
  return z
    .strictObject(parts)
    .meta({ description, examples: [EXAMPLE] })
    .optional();
}

/** All names are in normal form; `to` is a URL with a path that is a prefix, `https://host/path`, no final slash. */
export function siteSetting(site: keyof typeof DEFAULT_STATUS) {
  const byDefault: RedirectStatus = DEFAULT_STATUS[site];
  return ({ domains = [], redirects = [], ...primary }: z.output<ReturnType<typeof siteSchema>> = {}) => ({
    ...primary,
    domains,
    redirects: redirects.map(({ from, to, status = byDefault }) => ({ from, to: to.url, status })),
  });
}

function zoneEntry({ id, zone }: ZoneHost) {
  const fields = fieldsOf(zone).map(([name, { required, description, pattern, refusal }]) => {
    const field = formed(description, pattern, refusal);
    return [name, required ? field : field.optional()] as const;
  });
  return z.strictObject({ provider: z.literal(id), ...Object.fromEntries(fields) });
}

const [first, ...others] = ZONE_HOSTS.map(zoneEntry);
const entry = z.discriminatedUnion('provider', [first as ReturnType<typeof zoneEntry>, ...others]);

export const zones = z.record(z.string().meta({ ...HOST_FORM }), entry).meta({
  description: 'Who serves DNS, for each zone. The owner of a host in no zone sets its records.',
  examples: [{ 'petstore.example': { provider: 'route53' } }],
});

type ZoneEntry = z.output<typeof entry>;

/** The entry's fields in the form in which the DNS host's API returns them. */
export function zoneDeclaration(name: string, { provider, ...given }: ZoneEntry): ZoneDeclaration {
  const { zone } = ZONE_HOSTS.find(({ id }) => id === provider) as ZoneHost;
  const fields = fieldsOf(zone).flatMap(([field, { letters }]) => {
    const value = (given as Readonly<Record<string, string | undefined>>)[field];
    if (value === undefined) return [];
    return [[field, letters === 'lower' ? value.toLowerCase() : value] as const];
  });
  // The schema has held the fields to the descriptor from which the type is derived.
  return { name, provider, ...Object.fromEntries(fields) } as ZoneDeclaration;
}

function fieldsOf(zone: ZoneHost['zone']): [string, ZoneField][] {
  return Object.entries(zone);
}
