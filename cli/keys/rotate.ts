// `keys rotate`: a new key in place of another, which stays valid for an overlap, so that nobody is interrupted.
import { shown } from '@petstore/custom-domains/output';
import { stackOption } from '../../infra/plan/stack-option.ts';
import { isExpired, type KeyRecord, keyId, type NewKey } from '../../service/keys/index.ts';
import { CommandError } from '../command-error.ts';
import { LOCAL_KEY_NAME } from '../local-files.ts';
import { checkFormat } from '../options.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { terminal } from '../terminal.ts';
import { minute, readExpiry, readOverlap, timeLeft } from './dates.ts';
import { checkId, findKey, printNewKey, toJson, warn } from './key-records.ts';
import { prefixOf, type StackOptions, stackKeys, unconfirmed } from './stack-keys.ts';

export interface RotateOptions extends StackOptions {
  readonly overlap: string;
  readonly expires?: string;
  readonly format: string;
}

/** `id`: as `list` shows it. Standard output has the new key alone, or with `--format json` one object. */
export async function rotateKey(id: string, options: RotateOptions): Promise<void> {
  checkId(id);
  checkFormat(options.format);
  const now = Date.now();
  const overlapEnd = readOverlap(options.overlap, now);
  const given = options.expires === undefined ? undefined : { at: readExpiry(options.expires, now) };
  const keys = await stackKeys(options);
  const { record: old, all } = await findKey(keys, id, options);
  assertRotatable(old, options, now);
  const endsAt = Math.min(overlapEnd, old.expiresAt ?? overlapEnd);
  const expiresAt = given === undefined ? sameLifetime(old, now) : given.at;
  const rotation = keys.rotateKey(old, { prefix: prefixOf(options.stack), expiresAt, endsAt });
  const created = await confirmed(rotation, options);
  const oldId = keyId(old.hash);
  const replaces = toJson({ ...old, expiresAt: endsAt, replacedBy: created.record.hash });
  printNewKey(created, options.format, `${options.stack} replaces ${oldId}`, { replaces });
  if (options.format === 'text')
    terminal(process.stderr).line(
      shown`${oldId} is valid until ${minute(endsAt)} (${timeLeft(endsAt, now)}): use the new key everywhere by then. See with npm run keys -- list${stackOption(options.stack)} when the old one was last used.`,
    );
  for (const other of all) warnOfOverlap(other, old, now);
}

/** The new key is valid for as long as the old one was when it was created; undefined where that did not expire. */
function sameLifetime({ createdAt, expiresAt }: KeyRecord, now: number): number | undefined {
  if (expiresAt === undefined) return undefined;
  return Math.floor(now / 1_000) + expiresAt - Math.floor(Date.parse(createdAt) / 1_000);
}

/** Two people who rotate one key would have two successors, and one of them would be nobody's. */
function assertRotatable(old: KeyRecord, { stack }: StackOptions, now: number): void {
  const id = keyId(old.hash);
  if (stack === LOCAL_STACK && old.name === LOCAL_KEY_NAME) throw ownKeyOfLocal(id);
  if (isExpired(old, now)) {
    throw new CommandError(
      `key ${id} has expired: create a new one with npm run keys -- create --name NAME${stackOption(stack)}`,
    );
  }
  if (old.replacedBy === undefined || old.expiresAt === undefined) return;
  const next = keyId(old.replacedBy);
  throw new CommandError(
    `key ${id} was rotated before: ${next} replaces it, and it is valid until ${minute(old.expiresAt)} (${timeLeft(old.expiresAt, now)}). ` +
      `If ${next} was lost, rotate that: npm run keys -- rotate ${next} --stack ${stack}`,
  );
}

/** A start revokes every key of this name but the one that it printed. */
function ownKeyOfLocal(id: string): CommandError {
  return new CommandError(
    `key ${id} is the one that npm run local creates for itself: its next start would revoke the new key.\n` +
      '  for a key that stays: npm run keys -- create --name NAME\n' +
      `  for another one of npm run local: npm run keys -- revoke ${id}, then start it again`,
  );
}

async function confirmed(rotation: Promise<NewKey | undefined>, options: StackOptions): Promise<NewKey> {
  const created = await rotation.catch((error: unknown) => {
    const fix = 'rotate the new key, which nobody has';
    throw unconfirmed(error, options, { done: 'rotated', fix });
  });
  if (created !== undefined) return created;
  const list = `npm run keys -- list${stackOption(options.stack)}`;
  throw new CommandError(`the key was revoked or rotated by somebody else just now: ${list}`);
}

/** Where a predecessor is still valid, three keys are now. */
function warnOfOverlap(other: KeyRecord, old: KeyRecord, now: number): void {
  if (other.replacedBy !== old.hash || isExpired(other, now) || other.expiresAt === undefined) return;
  warn(
    shown`${keyId(other.hash)}, which ${keyId(old.hash)} replaced, is still in its overlap, until ${minute(other.expiresAt)}: three keys are valid now`,
  );
}
