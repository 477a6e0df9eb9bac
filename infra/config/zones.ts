// The zones of a stack file, from the descriptors of the DNS hosts: their schema, and a parsed entry as a declaration.

import {
  ZONE_HOSTS,
  type ZoneDeclaration,
  type ZoneField,
  type ZoneHost,
} from '@petstore/custom-domains/dns-hosts';
import { HOST_FORM } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { formed } from './scalars.ts';

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
