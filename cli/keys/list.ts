// `keys list`: the keys of a stack by id and name, and when each was last used.
import { command, json, shown, table } from '@petstore/custom-domains/output';
import { stackOption } from '../../infra/plan/stack-option.ts';
import { isExpired, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { checkFormat } from '../options.ts';
import { terminal } from '../terminal.ts';
import { expiresSoon, minute, timeLeft } from './dates.ts';
import { isOwnOfLocal, toJson, warn } from './key-records.ts';
import { type StackOptions, stackKeys } from './stack-keys.ts';

export async function listKeys(options: StackOptions & { readonly format: string }): Promise<void> {
  const { format } = options;
  checkFormat(format);
  const records = await (await stackKeys(options)).listKeys();
  const out = terminal(process.stdout);
  const now = Date.now();
  if (format === 'json') out.line(json(records.map(toJson)));
  else if (records.length === 0)
    terminal(process.stderr).line(
      shown`${options.stack} has no keys: ${command`npm run keys -- create --name NAME ${stackOption(options.stack)}`}`,
    );
  else {
    const rows = records.map((record) => rowOf(record, now));
    out.line(table(HEADER, rows, out.columns));
  }
  const warning = expiryWarning(records, options.stack, now);
  if (warning !== undefined) warn(shown`${warning}`);
}

/**
 * Names the keys that are about to expire and that no other replaces; undefined where none is. That of `npm run local` is
 * not among them.
 */
export function expiryWarning(records: readonly KeyRecord[], stack: string, now: number): string | undefined {
  const due = records.filter((record) => {
    const { createdAt, expiresAt, replacedBy } = record;
    if (expiresAt === undefined || isExpired(record, now) || replacedBy !== undefined) return false;
    return !isOwnOfLocal(record, stack) && expiresSoon({ createdAt, expiresAt }, now);
  });
  if (due.length === 0) return undefined;
  const ids = due.map(({ hash }) => keyId(hash));
  const keys = ids.length === 1 ? '1 key expires' : `${ids.length} keys expire`;
  return `${keys} soon (${ids.join(', ')}): ${command`npm run keys -- rotate ID ${stackOption(stack)}`} replaces one`;
}

const HEADER = ['ID', 'NAME', 'CREATED', 'LAST USED', 'EXPIRES'];

function rowOf(record: KeyRecord, now: number): string[] {
  const { hash, name, createdAt, lastUsedOn = 'never' } = record;
  return [keyId(hash), name, createdAt.slice(0, 10), lastUsedOn, expiryOf(record, now)];
}

function expiryOf({ expiresAt, replacedBy }: KeyRecord, now: number): string {
  if (expiresAt === undefined) return 'never';
  const rotated = replacedBy === undefined ? '' : `, ${keyId(replacedBy)} replaces it`;
  return `${minute(expiresAt)} (${timeLeft(expiresAt, now)})${rotated}`;
}
