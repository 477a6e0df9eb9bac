// `keys rotate`: a new key in place of another, which stays valid for an overlap, so that nobody is interrupted.
import { shown } from '@petstore/custom-domains/output';
import { stackOption } from '../../infra/plan/stack-option.ts';
import { isExpired, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { CommandError } from '../command-error.ts';
import { checkFormat } from '../options.ts';
import { terminal } from '../terminal.ts';
import { minute, readExpiry, readOverlap, timeLeft } from './dates.ts';
import { checkId, findKey, isOwnOfLocal, printNewKey, toJson } from './key-records.ts';
import { confirmed, prefixOf, type StackOptions, stackKeys } from './stack-keys.ts';

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
  const { stack, expires } = options;
  const given = expires === undefined ? undefined : readExpiry(expires, now);
  const keys = await stackKeys(options);
  const old = findKey(await keys.listKeys(), id, stack);
  assertRotatable(old, stack, now);
  const endsAt = Math.min(overlapEnd, old.expiresAt ?? overlapEnd);
  const expiresAt = expires === undefined ? sameLifetime(old, now) : given;
  const rotation = keys.rotateKey(old, { prefix: prefixOf(stack), expiresAt, endsAt });
  const created = await confirmed(rotation, stack, 'rotated', 'rotate the new key, which nobody has');
  const list = `npm run keys -- list${stackOption(stack)}`;
  if (created === undefined)
    throw new CommandError(`the key was revoked or rotated by somebody else just now: ${list}`);
  const oldId = keyId(old.hash);
  const replaces = toJson({ ...old, expiresAt: endsAt, replacedBy: created.record.hash });
  printNewKey(created, options.format, `${stack} replaces ${oldId}`, { replaces });
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
function assertRotatable(old: KeyRecord, stack: string, now: number): void {
  const id = keyId(old.hash);
  if (isOwnOfLocal(old, stack)) {
    throw new CommandError(
      `key ${id} is the one that npm run local creates for itself: its next start would revoke the new key.\n` +
        '  for a key that stays: npm run keys -- create --name NAME\n' +
        `  for another one of npm run local: npm run keys -- revoke ${id}, then start it again`,
    );
  }
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
