// `keys create`: a new key, shown once. `keys rotate`: one in place of another, which stays valid for an overlap, so that nobody
// is interrupted.
import { command, json, shown, terminal, UsageError } from '@petstore/custom-domains/output';
import { redact } from '../../service/http/redact.ts';
import { isExpired, type KeyAdmin, type KeyRecord, keyId, type NewKey } from '../../service/keys/index.ts';
import type { KeyPrefix } from '../../service/tables.ts';
import { CommandError } from '../command-error.ts';
import { writeLine } from '../terminal.ts';
import { minute, readExpiry, readOverlap, timeLeft } from './dates.ts';
import {
  checkId,
  findKey,
  isOwnOfLocal,
  type StackOptions,
  sameKeys,
  stackKeys,
  toJson,
} from './existing-keys.ts';

/** What the keys of a stack begin with. */
const prefixOf = (stack: string): KeyPrefix => (stack === 'production' ? 'pets_live_' : 'pets_test_');

interface NewKeyOptions extends StackOptions {
  readonly expires?: string;
  readonly format: string;
}

export async function createKey(given: NewKeyOptions & { readonly name: string }): Promise<void> {
  const { name, expires, format, ...options } = given;
  checkName(name);
  const expiresAt = readExpiry(expires, Date.now());
  const keys = await stackKeys(options);
  const created = await keys.createKey({ name, prefix: prefixOf(options.stack), expiresAt });
  await printNewKey(keys, created, { ...options, format });
  assertConfirmed(created, options, 'create another one');
}

/** In characters: a name is a word or two that tell whose key it is. */
const MAX_NAME = 64;

function checkName(name: string): void {
  const fix = `give 1 to ${MAX_NAME} characters that say whose key it is, for example --name ci`;
  if (name.trim() === '') throw new UsageError('--name is empty.', fix);
  const { length } = [...name];
  if (length > MAX_NAME) throw new UsageError(`--name has ${length} characters.`, fix);
  if (/\p{C}|\p{Zl}|\p{Zp}/u.test(name))
    throw new UsageError('--name has characters that do not print.', fix);
  // Lists and logs show names.
  if (redact(name) !== name)
    throw new UsageError(
      '--name has an API key in it.',
      `${fix}; and rotate that key, which the history of the shell has now`,
    );
}

export type RotateOptions = NewKeyOptions & { readonly overlap: string };

/** `id`: as `list` shows it. Standard output has the new key alone, or with `--format json` one object. */
export async function rotateKey(id: string, options: RotateOptions): Promise<void> {
  checkId(id);
  const now = Date.now();
  const overlapEnd = readOverlap(options.overlap, now);
  const { stack, expires } = options;
  const given = expires === undefined ? undefined : readExpiry(expires, now);
  const keys = await stackKeys(options);
  const old = findKey(await keys.listKeys(), id, options);
  assertRotatable(old, options, now);
  const endsAt = Math.min(overlapEnd, old.expiresAt ?? overlapEnd);
  const expiresAt = expires === undefined ? sameLifetime(old, now) : given;
  const created = await keys.rotateKey(old, { prefix: prefixOf(stack), expiresAt, endsAt });
  const list = command`npm run keys -- list ${sameKeys(options)}`;
  if (created === undefined)
    throw new CommandError(`the key was revoked or rotated by somebody else just now: ${list}`);
  const oldId = keyId(old.hash);
  const replaced = { ...old, expiresAt: endsAt, replacedBy: created.record.hash };
  await printNewKey(keys, created, { ...options, old, replaced });
  assertConfirmed(created, options, `${oldId} is as it was: rotate it again`);
  if (options.format === 'text')
    terminal(process.stderr).line(
      shown`${oldId} is valid until ${minute(endsAt)} (${timeLeft(endsAt, now)}): use the new key everywhere by then. See with ${list} when the old one was last used.`,
    );
}

/** The new key is valid for as long as the old one was when it was created; undefined where that did not expire. */
function sameLifetime({ createdAt, expiresAt }: KeyRecord, now: number): number | undefined {
  if (expiresAt === undefined) return undefined;
  return Math.floor(now / 1_000) + expiresAt - Math.floor(Date.parse(createdAt) / 1_000);
}

/** Two people who rotate one key would have two successors, and one of them would be nobody's. */
function assertRotatable(old: KeyRecord, options: StackOptions, now: number): void {
  const id = keyId(old.hash);
  const create = command`npm run keys -- create --name NAME ${sameKeys(options)}`;
  if (isOwnOfLocal(old, options.stack))
    throw new CommandError(
      `key ${id} is the one that npm run local creates for itself: its next start would revoke the new key.\n` +
        `  for a key that stays: ${create}\n` +
        `  for another one of npm run local: ${command`npm run keys -- revoke ${id}`}, then start it again`,
    );
  if (isExpired(old, now)) throw new CommandError(`key ${id} has expired: create a new one with ${create}`);
  if (old.replacedBy === undefined || old.expiresAt === undefined) return;
  const next = keyId(old.replacedBy);
  throw new CommandError(
    `key ${id} was rotated before: ${next} replaces it, and it is valid until ${minute(old.expiresAt)} (${timeLeft(old.expiresAt, now)}). ` +
      `If ${next} was lost, rotate that: ${command`npm run keys -- rotate ${next} ${sameKeys(options)}`}`,
  );
}

interface Printing extends StackOptions {
  readonly format: string;
  /** The key that it replaces, before and after. */
  readonly old?: KeyRecord;
  readonly replaced?: KeyRecord;
}

/**
 * Standard output has the new key alone, so that it can be piped, or with `--format json` one object. Where it cannot be written, the
 * key is taken back, and UsageError is thrown.
 */
async function printNewKey(keys: KeyAdmin, created: NewKey, printing: Printing): Promise<void> {
  const { format, stack, old, replaced } = printing;
  const { key, record } = created;
  const isJson = format === 'json';
  const text = isJson
    ? json({ ...toJson(record), key, ...(replaced && { replaces: toJson(replaced) }) })
    : shown`${key}`;
  // Before anything else is written: an output that cannot be written ends the process.
  await writeLine(process.stdout, text).catch(async (error: Error) => {
    const isTakenBack = await keys.takeBack(record, old).catch(() => false);
    const id = keyId(record.hash);
    const revoke = command`npm run keys -- revoke ${id} ${sameKeys(printing)}`;
    const what = isTakenBack
      ? 'it was taken back: repeat this with an output that can be written'
      : `it may be stored, and nobody has seen it: ${revoke}, then create another one`;
    throw new UsageError(`Key ${id} could not be written (${error.message}).`, what);
  });
  if (isJson) return;
  const { hash, name, expiresAt } = record;
  const of = old === undefined ? stack : `${stack} replaces ${keyId(old.hash)}`;
  const until = expiresAt === undefined ? 'it does not expire' : `it expires on ${minute(expiresAt)}`;
  terminal(process.stderr).line(
    shown`Key ${keyId(hash)} "${name}" of ${of}; ${until}. It is shown this once and not stored: keep it safe.`,
  );
}

/** Throws CommandError, after the key was printed, where the store may have it or not. `otherwise`: what to do where it does not. */
function assertConfirmed({ record, unconfirmed }: NewKey, options: StackOptions, otherwise: string): void {
  if (unconfirmed === undefined) return;
  const list = command`npm run keys -- list ${sameKeys(options)}`;
  const id = keyId(record.hash);
  throw new CommandError(
    `the store did not confirm that key ${id} is stored. Keep the key, and look for it: ${list}\n` +
      `  where ${id} is not listed, ${otherwise}`,
    { cause: unconfirmed },
  );
}
