// `petstore:adopt` and `petstore:moving`: lists whose entries are a host, or a mapping with a host and further settings.
import { canonical, HOST_FORM, normaliseHost } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { type Parsed, parsedBy, type Refusal, refused, show } from './scalars.ts';
import { isMapping } from './yaml.ts';

/** A further setting of an entry: text of a form. */
interface EntryField {
  readonly description: string;
  readonly pattern: string;
  /** `what` follows the quoted value. */
  readonly refusal: Refusal;
}

type Entry<Field extends string> = { readonly host: string } & { readonly [Key in Field]?: string };

function hostEntries<Field extends string>(description: string, fields: Readonly<Record<Field, EntryField>>) {
  const forms = Object.entries<EntryField>(fields);
  const names = forms.map(([name]) => name);
  const host = { type: 'string', ...HOST_FORM };
  const properties = Object.fromEntries(
    forms.map(([name, { pattern, ...form }]) => [
      name,
      { type: 'string', pattern, description: form.description },
    ]),
  );
  const mapping = { type: 'object', required: ['host'], additionalProperties: false };
  const meta = { anyOf: [host, { ...mapping, properties: { host, ...properties } }] };
  const parse = (given: unknown): Parsed<Entry<Field>> => {
    const wanted = `write a host, or ${names.map((name) => `{ host, ${name} }`).join(' or ')}`;
    const entry = typeof given === 'string' ? { host: given } : given;
    if (!isMapping(entry)) return refused('bad-type', `${show(given)} is not a host`, wanted);
    const unknown = Object.keys(entry).find((key) => key !== 'host' && !names.includes(key));
    if (unknown !== undefined) {
      const known = `known here: ${['host', ...names].join(', ')}`;
      return refused('unknown-key', `has "${unknown}", which is not a setting`, known);
    }
    if (entry.host === undefined) return refused('missing-key', 'has no host', wanted);
    const named = normaliseHost(typeof entry.host === 'string' ? entry.host : '');
    if (!named.ok)
      return refused(`host-${named.fault.code}`, `${show(entry.host)} ${named.fault.what}`, named.fault.fix);
    for (const [name, { pattern, refusal }] of forms) {
      const value = entry[name];
      if (value === undefined || (typeof value === 'string' && new RegExp(pattern).test(value))) continue;
      return refused(refusal.code, `${show(value)} ${refusal.what}`, refusal.fix);
    }
    return { value: { ...entry, host: named.host } as Entry<Field> };
  };
  return z.array(z.unknown().transform(parsedBy(parse)).meta(meta)).meta({
    description,
    examples: [['shop.petstore.example']],
  });
}

/** A host to adopt, with the ids that no look-up finds. The providers can look up everything else by the host's name. */
export interface AdoptionSetting {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** The id of its API mapping: of a host of the api. */
  readonly mapping?: string;
  /** The id of the distribution that has its alias: of a host of the docs, or a redirect. */
  readonly distribution?: string;
}

export const adoptions = hostEntries(
  'Hosts that are live already: what serves them in this account, and their records, are taken over.',
  {
    mapping: {
      description: "The id of the host's API mapping: aws apigatewayv2 get-api-mappings --domain-name HOST",
      pattern: '^[0-9a-z]{4,20}$',
      refusal: {
        code: 'bad-adoption-id',
        what: 'is not the id of a mapping',
        fix: 'copy ApiMappingId from aws apigatewayv2 get-api-mappings --domain-name HOST',
      },
    },
    distribution: {
      description: 'The id of the distribution that has the host among its aliases.',
      pattern: '^E[0-9A-Z]{5,20}$',
      refusal: {
        code: 'bad-adoption-id',
        what: 'is not the id of a distribution',
        fix: 'copy the id, such as E2EXAMPLE12345, from aws cloudfront list-distributions',
      },
    },
  },
);

/** A record as the line names it: canonical, without its TTL. */
export interface NamedRecord {
  readonly type: string;
  readonly value: string;
}

/** A host that is live elsewhere. Its certificate and attachment are created while the old place serves. */
export interface MoveSetting {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** Every record of the old place that the routing record takes the place of. Absent: the routing record waits. */
  readonly replaces?: readonly NamedRecord[];
}

/** Records that lead to a place: an HTTPS record does at an apex (RFC 9460 3). */
export const PLACE_TYPES: readonly string[] = ['A', 'AAAA', 'CNAME', 'HTTPS'];
const SEPARATOR = ', ';
const RECORD = `(${PLACE_TYPES.join('|')}) [^ ](?:(?!${SEPARATOR}).)*`;

export const moves = hostEntries(
  'Hosts that are live elsewhere: all but the routing record is created, and that too where the line names what it replaces.',
  {
    replaces: {
      description: 'The records that lead to the old place, as TYPE VALUE, with commas between them.',
      pattern: `^${RECORD}(${SEPARATOR}${RECORD})*$`,
      refusal: {
        code: 'bad-replaces',
        what: 'is not a record of an old place',
        fix: 'write TYPE VALUE, such as CNAME shop.platform.example, with ", " between several (npm run domains -- move HOST prints it)',
      },
    },
  },
).transform((entries) =>
  entries.map(
    ({ host, replaces }): MoveSetting =>
      replaces === undefined ? { host } : { host, replaces: recordsIn(replaces) },
  ),
);

function recordsIn(text: string): NamedRecord[] {
  return text.split(SEPARATOR).map((record) => {
    const [type = '', ...value] = record.split(' ');
    return { type, value: canonical(value.join(' ')) };
  });
}

/** As the line has them: `A 192.0.2.1, AAAA 2001:db8::1`. */
export function recordsText(records: readonly NamedRecord[]): string {
  return records.map(({ type, value }) => `${type} ${value}`).join(SEPARATOR);
}
