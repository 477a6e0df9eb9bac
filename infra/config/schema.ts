// The settings of a stack file: one definition, from which they are parsed and the JSON Schema is made.

import { HOST_FORM, TARGET_FORM } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { choice, flag, numberChoice, switchWith } from './scalars.ts';
import * as tuning from './service-schema.ts';
import { zones } from './zones.ts';

/** A host name as written. What it must be is judged in host.ts, all over the file at once. */
function host(description: string) {
  // One more than a certificate takes: a final dot is dropped.
  return z.string().meta({ ...HOST_FORM, maxLength: 65, description });
}

function hosts(item: string, description: string) {
  return z.array(host(item)).meta({ uniqueItems: true, description });
}

const redirect = z.strictObject({
  from: host('The host that redirects.'),
  to: z.string().meta({
    ...TARGET_FORM,
    description: 'A host that this stack serves, or a full https URL whose path becomes a prefix.',
  }),
  status: numberChoice(
    '301 and 308 are permanent, 302 and 307 temporary; 307 and 308 keep the method.',
    [301, 302, 307, 308],
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
  return z.strictObject(parts).meta({ description, anyOf: [{ required: ['primary'] }, hostless] });
}

const TIERS = ['free', 'pro', 'enterprise'] as const;

/** Every key that the program reads or checks; others of `aws:*` and `cloudflare:*` are their providers' own. */
export const stackConfig = z.strictObject({
  'aws:region': tuning.region,
  'aws:allowedAccountIds': tuning.allowedAccountIds.optional(),
  'petstore:plan': choice('free: default addresses only. pro, enterprise: custom hosts.', TIERS).optional(),
  'petstore:zones': zones.optional(),
  'petstore:api': site("The API's own hosts.").optional(),
  'petstore:docs': site("The documentation site's own hosts.").optional(),
  'petstore:verified': hosts(
    'A host in no zone.',
    "Hosts set by hand whose owner's DNS was verified.",
  ).optional(),
  'petstore:removals': hosts('A host declared no more.', 'Hosts that production may take down.').optional(),
  'petstore:preflight': switchWith(
    'on: a host that DNS or CAA blocks is left out, and everything else is deployed. strict: it ends the run before anything is created. off: live DNS is not read. For emergencies.',
    'strict',
  ).optional(),
  'petstore:protect': flag('Deletion protection of what holds data. On in production.').optional(),
  'petstore:function': tuning.lambda.optional(),
  'petstore:throttling': tuning.throttling.optional(),
  'petstore:logRetentionDays': tuning.logRetentionDays.optional(),
  'petstore:shards': tuning.shards.optional(),
  'petstore:alarms': tuning.alarms.optional(),
});

export type StackConfig = z.output<typeof stackConfig>;
