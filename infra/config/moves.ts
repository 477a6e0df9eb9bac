// `petstore:moving`: hosts that are live elsewhere. Their certificate and attachment are created while the old place serves.
import { canonical } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { hostEntryForm, parseHostEntry } from './host-entry.ts';
import { type Parsed, parsedBy, refused, show } from './scalars.ts';

/** A record as the line names it: canonical, without its TTL. */
export interface NamedRecord {
  readonly type: string;
  readonly value: string;
}

/** A host that moves in. */
export interface MoveSetting {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** Every record of the old place that the routing record takes the place of. Absent: the routing record waits. */
  readonly replaces?: readonly NamedRecord[];
}

/** Records that lead to a place: an HTTPS record does at an apex (RFC 9460 3). */
export const PLACE_TYPES: readonly string[] = ['A', 'AAAA', 'CNAME', 'HTTPS'];
const RECORD = `(${PLACE_TYPES.join('|')}) \\S.*`;
const RECORDS = `^${RECORD}$`;
const SEPARATOR = ', ';
const DESCRIPTION = 'The records that lead to the old place, as TYPE VALUE, with commas between them.';
const REPLACES_FIX =
  'write TYPE VALUE, such as CNAME shop.platform.example, with ", " between several (npm run domains -- move HOST prints it)';

const KEYS = ['host', 'replaces'];

const META = hostEntryForm({
  replaces: { type: 'string', pattern: RECORDS, description: DESCRIPTION },
});

export const moves = z
  .array(z.unknown().transform(parsedBy(parseMove)).meta(META))
  .describe(
    'Hosts that are live elsewhere: all but the routing record is created, and that too where the line names what it replaces.',
  );

function parseMove(given: unknown): Parsed<MoveSetting> {
  const entry = parseHostEntry(given, KEYS, 'write a host, or { host, replaces }');
  if (entry.value === undefined) return entry;
  const { host, settings } = entry.value;
  if (settings.replaces === undefined) return { value: { host } };
  const replaces = parseRecords(settings.replaces);
  if (replaces !== undefined) return { value: { host, replaces } };
  return refused('bad-replaces', `${show(settings.replaces)} is not a record of an old place`, REPLACES_FIX);
}

/** Undefined where it names no record, or one that leads to no place. */
function parseRecords(given: unknown): NamedRecord[] | undefined {
  if (typeof given !== 'string') return undefined;
  const records = given.split(SEPARATOR).map(parseRecord);
  return records.every((record) => record !== undefined) ? records : undefined;
}

function parseRecord(text: string): NamedRecord | undefined {
  if (!new RegExp(RECORDS).test(text)) return undefined;
  const [type = '', ...value] = text.split(' ');
  return { type, value: canonical(value.join(' ')) };
}

/** As the line has them: `A 192.0.2.1, AAAA 2001:db8::1`. */
export function recordsText(records: readonly NamedRecord[]): string {
  return records.map(({ type, value }) => `${type} ${value}`).join(SEPARATOR);
}
