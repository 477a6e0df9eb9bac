// `keys list`: the keys of a stack by id and name.
import { json, pad, type Shown, shown, widthOf } from '@petstore/custom-domains/output';
import { isExpired, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { expiresSoon, isoTime, minute, timeLeft } from './dates.ts';
import { type StackOptions, stackKeys } from './stack-keys.ts';

export interface ListOptions extends StackOptions {
  readonly format: string;
}

export async function listKeys({ format, ...options }: ListOptions): Promise<void> {
  if (format !== 'text' && format !== 'json') {
    throw new UsageError(`--format is text or json, not ${format}.`, 'for example --format json');
  }
  const records = await (await stackKeys(options)).listKeys();
  const out = terminal(process.stdout);
  const err = terminal(process.stderr);
  const now = Date.now();
  if (format === 'json') out.line(json(records.map(toJson)));
  else if (records.length === 0)
    err.line(shown`${options.stack} has no keys: npm run keys -- create --name NAME`);
  else for (const line of table(records, now)) out.line(line);
  const warning = expiryWarning(records, now);
  if (warning !== undefined) err.line(shown`${err.paint('yellow', '!')} ${warning}`);
}

/** Every time in ISO 8601; `expiresAt` is null for a key that never expires. */
function toJson({ hash, name, createdAt, expiresAt }: KeyRecord): object {
  return { id: keyId(hash), name, createdAt, expiresAt: expiresAt === undefined ? null : isoTime(expiresAt) };
}

/** Names the keys that are about to expire; undefined where none is. */
function expiryWarning(records: readonly KeyRecord[], now: number): string | undefined {
  const ids = records
    .filter((record) => !isExpired(record, now) && record.expiresAt !== undefined)
    .filter(({ expiresAt = 0 }) => expiresSoon(expiresAt, now))
    .map(({ hash }) => keyId(hash));
  if (ids.length === 0) return undefined;
  const [what, them] = ids.length === 1 ? ['1 key expires', 'it'] : [`${ids.length} keys expire`, 'each'];
  return `${what} within 30 days (${ids.join(', ')}): create a new one for ${them}, then revoke the old`;
}

function table(records: readonly KeyRecord[], now: number): Shown[] {
  const width = Math.max(4, ...records.map(({ name }) => widthOf(name)));
  const row = (id: string, name: string, created: string, expires: string) =>
    shown`${pad(id, 12)}  ${pad(name, width)}  ${pad(created, 10)}  ${expires}`;
  return [
    row('ID', 'NAME', 'CREATED', 'EXPIRES'),
    ...records.map(({ hash, name, createdAt, expiresAt }) => {
      const expires =
        expiresAt === undefined ? 'never' : `${minute(expiresAt)} (${timeLeft(expiresAt, now)})`;
      return row(keyId(hash), name, createdAt.slice(0, 10), expires);
    }),
  ];
}
