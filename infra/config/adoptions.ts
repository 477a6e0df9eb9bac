// `petstore:adopt`: hosts that are live already and that the stack takes over, with the ids that no look-up finds.
import * as z from 'zod';
import { hostEntryForm, parseHostEntry } from './host-entry.ts';
import { type Parsed, parsedBy, refused, show } from './scalars.ts';

/** A host to adopt. The providers can look up everything else by the host's name. */
export interface AdoptionSetting {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** The id of its API mapping, or `none`: of a host of the api. */
  readonly mapping?: string;
  /** The id of the distribution that has its alias: of a host of the docs, or a redirect. */
  readonly distribution?: string;
}

interface IdForm {
  readonly description: string;
  readonly pattern: string;
  readonly fix: string;
}

const IDS: Readonly<Record<'mapping' | 'distribution', IdForm>> = {
  mapping: {
    description: "The id of the host's API mapping: aws apigatewayv2 get-api-mappings --domain-name HOST",
    pattern: '^[0-9a-z]{4,20}$',
    fix: 'copy ApiMappingId from aws apigatewayv2 get-api-mappings --domain-name HOST',
  },
  distribution: {
    description: 'The id of the distribution that has the host among its aliases.',
    pattern: '^E[0-9A-Z]{5,20}$',
    fix: 'copy the id, such as E2EXAMPLE12345, from aws cloudfront list-distributions',
  },
};

const KEYS = ['host', ...Object.keys(IDS)];

const META = hostEntryForm(
  Object.fromEntries(
    Object.entries(IDS).map(([id, { description, pattern }]) => [
      id,
      { type: 'string', pattern, description },
    ]),
  ),
);

export const adoptions = z
  .array(z.unknown().transform(parsedBy(parseAdoption)).meta(META))
  .describe(
    'Hosts that are live already: what serves them in this account, and their records, are taken over.',
  );

function parseAdoption(given: unknown): Parsed<AdoptionSetting> {
  const forms = 'write a host, or { host, mapping } or { host, distribution }';
  const entry = parseHostEntry(given, KEYS, forms);
  if (entry.value === undefined) return entry;
  const { host, settings } = entry.value;
  for (const [id, { pattern, fix }] of Object.entries(IDS)) {
    if (settings[id] === undefined || new RegExp(pattern).test(String(settings[id]))) continue;
    return refused('bad-adoption-id', `${show(settings[id])} is not the id of a ${id}`, fix);
  }
  const { mapping, distribution } = settings as Partial<AdoptionSetting>;
  return { value: { host, ...(mapping && { mapping }), ...(distribution && { distribution }) } };
}
