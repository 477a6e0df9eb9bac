// A key's item in the keys table; it does not contain the key itself.
import { type Item, number, readNumber, readText, text } from '../dynamo/values.ts';

export interface KeyRecord {
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Epoch seconds; absent: never expires. */
  readonly expiresAt?: number;
  /** The last day, UTC, that a request with the key was accepted, `2026-11-21`; absent: none was since days are stored. */
  readonly lastUsedOn?: string;
  /** The hash of the key that replaces it: it was rotated, and `expiresAt` is the end of the overlap. */
  readonly replacedBy?: string;
}

export function toItem(record: KeyRecord): Item {
  const members = Object.entries({ ...record }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === 'number' ? number(value) : text(value)]),
  );
}

/** `satisfies`, here and for a new key: a member that is left out is a compiler error, an optional one too. */
export function fromItem(item: Item): KeyRecord {
  const expiresAt = readNumber(item, 'expiresAt');
  return {
    hash: readText(item, 'hash'),
    name: readText(item, 'name'),
    createdAt: readText(item, 'createdAt'),
    expiresAt: expiresAt === undefined ? undefined : Number(expiresAt),
    lastUsedOn: optionalText(item, 'lastUsedOn'),
    replacedBy: optionalText(item, 'replacedBy'),
  } satisfies Record<keyof KeyRecord, unknown>;
}

function optionalText(item: Item, name: string): string | undefined {
  return item[name] === undefined ? undefined : readText(item, name);
}

/** The day of a time in ms since 1970, in UTC: `2026-11-21`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** DynamoDB deletes expired items late, so every reader checks. `now` in ms since 1970. */
export function isExpired({ expiresAt }: KeyRecord, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt * 1_000;
}
