// The settings of a stack file: one definition, from which they are parsed and the JSON Schema is made.

import { REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { adoptions } from './adoptions.ts';
import { moves } from './moves.ts';
import { checkZoneNames, destination, host, hosts } from './name-schema.ts';
import { WITH_OTHER_ISSUES } from './parsed-parts.ts';
import { choice, flag, numberChoice, switchWith } from './scalars.ts';
import * as service from './service-schema.ts';
import { ttl } from './ttl.ts';
import { zones } from './zones.ts';

export const SITE_NAMES = ['api', 'docs'] as const;
const PLAN_TIERS = ['free', 'pro', 'enterprise'] as const;

const redirect = z.strictObject({
  from: host('The host that redirects.'),
  to: destination('A host that this stack serves, or a full https URL whose path becomes a prefix.'),
  status: numberChoice(
    '301 and 308 are permanent, 302 and 307 temporary; 307 and 308 keep the method.',
    REDIRECT_STATUSES,
  ),
});

function site(description: string) {
  const parts = {
    primary: host("The site's public address.").optional(),
    domains: hosts('A host.', 'Further hosts that serve the same site.').optional(),
    redirects: z.array(redirect).describe('Hosts that redirect, path and query kept.').optional(),
  };
  // For editors: a primary, or no hosts at all. The rule itself is in host-rules.ts.
  const hostless = { properties: { domains: { maxItems: 0 }, redirects: { maxItems: 0 } } };
  return z
    .strictObject(parts)
    .meta({ description, anyOf: [{ required: ['primary'] }, hostless] })
    .optional();
}

const sites = {
  'petstore:api': site("The API's own hosts."),
  'petstore:docs': site("The documentation site's own hosts."),
} satisfies Readonly<Record<`petstore:${(typeof SITE_NAMES)[number]}`, z.ZodType>>;

/** Every key that the program reads or checks; other keys of `aws:*` and `cloudflare:*` belong to their providers. */
export const stackConfig = z.strictObject({
  'aws:region': service.region,
  'aws:allowedAccountIds': service.allowedAccountIds.optional(),
  'petstore:plan': choice(
    'free: default addresses only. pro, enterprise: custom hosts.',
    PLAN_TIERS,
  ).optional(),
  'petstore:zones': zones.superRefine(checkZoneNames, WITH_OTHER_ISSUES).optional(),
  ...sites,
  'petstore:verified': hosts(
    'A host in no zone.',
    'Hosts in no zone whose DNS records were verified.',
  ).optional(),
  'petstore:adopt': adoptions.optional(),
  'petstore:moving': moves.optional(),
  'petstore:removals': hosts(
    'A host that is no longer declared.',
    'Hosts that production may remove.',
  ).optional(),
  'petstore:preflight': switchWith(
    'on: a host that DNS or CAA blocks is left out, and everything else is deployed. strict: it ends the run before anything is created. off: live DNS is not read. For emergencies.',
    'strict',
  ).optional(),
  'petstore:beta': flag(
    'Whether the stack has the operations whose stability is beta. Off in production.',
  ).optional(),
  'petstore:checks': flag(
    'Whether every host is called from outside each five minutes, for about $0.50 a month. On in production.',
  ).optional(),
  'petstore:tracing': flag(
    'Whether X-Ray traces calls of the function: $5 for a million traces. Off by default.',
  ).optional(),
  'petstore:ttl': ttl.optional(),
  'petstore:protect': flag('Deletion protection of what holds data. On in production.').optional(),
  'petstore:permissionsBoundary': service.permissionsBoundary.optional(),
  'petstore:function': service.lambda.optional(),
  'petstore:release': service.release.optional(),
  'petstore:throttling': service.throttling.optional(),
  'petstore:logRetentionDays': service.logRetentionDays.optional(),
  'petstore:shards': service.shards.optional(),
  'petstore:alarms': service.alarms.optional(),
  'petstore:backup': service.backup.optional(),
});

export type StackConfig = z.output<typeof stackConfig>;
