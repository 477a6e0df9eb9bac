// `petstore:adopt` and `petstore:moving`: lists whose entries are a host, or a mapping with a host and further settings.
import { canonical, HOST_FORM } from '@petstore/custom-domains/names';
import type { NamedRecord } from '@petstore/custom-domains/state';
import * as z from 'zod';
import { host } from './name-schema.ts';
import { formed } from './scalars.ts';

function hostEntries<Fields extends z.ZodRawShape>(description: string, fields: Fields) {
  const whole = (given: unknown) => (typeof given === 'string' ? { host: given } : given);
  const entry = z.strictObject({ host: host('A host.') }).extend(z.object(fields).partial().shape);
  const name = { type: 'string', ...HOST_FORM };
  const settings = Object.entries(fields).map(([key, field]) => [key, (field as z.ZodType).meta()]);
  const properties = { host: name, ...Object.fromEntries(settings) };
  const mapping = { type: 'object', required: ['host'], additionalProperties: false, properties };
  const item = z.unknown().transform(whole).pipe(entry);
  const list = z.array(item.meta({ anyOf: [name, mapping] }));
  return list.meta({ description, examples: [['shop.petstore.example']] });
}

const MAPPINGS = 'aws apigatewayv2 get-api-mappings --domain-name HOST';
const mapping = formed(`The id of the host's API mapping: ${MAPPINGS}`, '^[0-9a-z]{4,20}$', {
  code: 'bad-adoption-id',
  what: 'is not the id of a mapping',
  fix: `copy ApiMappingId from ${MAPPINGS}`,
});
const ALIASES = 'The id of the distribution that has the host among its aliases.';
const distribution = formed(ALIASES, '^E[0-9A-Z]{5,20}$', {
  code: 'bad-adoption-id',
  what: 'is not the id of a distribution',
  fix: 'copy the id, such as E2EXAMPLE12345, from aws cloudfront list-distributions',
});

export const adoptions = hostEntries(
  'Hosts that are live already: what serves them in this account, and their records, are taken over.',
  { mapping, distribution },
);

/** A host to adopt, with the ids that no look-up finds. The providers can look up everything else by the host's name. */
export type AdoptionSetting = z.output<typeof adoptions>[number];

/** Records that lead to a place: an HTTPS record does at an apex (RFC 9460 3). */
export const PLACE_TYPES: readonly string[] = ['A', 'AAAA', 'CNAME', 'HTTPS'];
const SEPARATOR = ', ';
const RECORD = `(${PLACE_TYPES.join('|')}) [^ ](?:(?!${SEPARATOR}).)*`;

const replaces = formed(
  'The records that lead to the old place, as TYPE VALUE, with commas between them.',
  `^${RECORD}(${SEPARATOR}${RECORD})*$`,
  {
    code: 'bad-replaces',
    what: 'is not a record of an old place',
    fix: 'write TYPE VALUE, such as CNAME shop.platform.example, with ", " between several (npm run domains -- move HOST prints it)',
  },
);

export const moves = hostEntries(
  'Hosts that are live elsewhere: all but the routing record is created, and that too where the line names what it replaces.',
  { replaces: replaces.transform(recordsIn).meta({ ...replaces.meta() }) },
);

/** A host that is live elsewhere. `replaces`: every record of the old place, which the routing record replaces; absent:
 * that record waits. */
export type MoveSetting = z.output<typeof moves>[number];

function recordsIn(text: string): readonly NamedRecord[] {
  return text.split(SEPARATOR).map((record) => {
    const [type = '', ...value] = record.split(' ');
    return { type, value: canonical(value.join(' ')) };
  });
}

export function recordsText(records: readonly NamedRecord[]): string {
  return records.map(({ type, value }) => `${type} ${value}`).join(SEPARATOR);
}
