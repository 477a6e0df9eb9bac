// What `npm run keys` does: create, list, revoke.
import { isExpired, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from './exit.ts';
import { keysOf, type TableOptions } from './table.ts';

export type StackOptions = TableOptions;

export interface CreateOptions extends StackOptions {
  readonly name: string;
  readonly expires?: string;
}

/** The key alone on standard output, so that it can be piped. */
export async function createKey({ name, expires, ...options }: CreateOptions): Promise<void> {
  const expiresAt = expires === undefined ? undefined : expiry(expires, Date.now());
  const keys = await keysOf(options);
  const prefix = options.stack === 'production' ? 'pets_live_' : 'pets_test_';
  const { key, record } = await keys.createKey({ name, prefix, expiresAt });
  const until = expiresAt === undefined ? 'it does not expire' : `it expires on ${day(expiresAt)}`;
  terminal(process.stderr).line(
    `Key ${keyId(record.hash)} "${name}" of ${options.stack}, shown this once; ${until}. Not stored: keep it safe.`,
  );
  terminal(process.stdout).line(key);
}

export async function listKeys({ format, ...options }: StackOptions & { format: string }): Promise<void> {
  if (format !== 'text' && format !== 'json') throw new UsageError(`--format is text or json, not ${format}`);
  const records = await (await keysOf(options)).listKeys();
  const out = terminal(process.stdout);
  if (format === 'json') {
    const listed = records.map(({ hash, ...record }) => ({ id: keyId(hash), ...record }));
    return out.line(JSON.stringify(listed, null, 2));
  }
  if (records.length === 0) {
    return terminal(process.stderr).line(`${options.stack} has no keys: npm run keys -- create --name NAME`);
  }
  for (const line of table(records)) out.line(line);
}

function table(records: readonly KeyRecord[]): string[] {
  const width = Math.max(4, ...records.map(({ name }) => name.length));
  const row = (id: string, name: string, created: string, expires: string) =>
    `${id.padEnd(12)}  ${name.padEnd(width)}  ${created.padEnd(10)}  ${expires}`;
  const now = Date.now();
  return [
    row('ID', 'NAME', 'CREATED', 'EXPIRES'),
    ...records.map((record) => {
      const { hash, name, createdAt, expiresAt } = record;
      const expires =
        expiresAt === undefined ? 'never' : `${day(expiresAt)}${isExpired(record, now) ? ' (expired)' : ''}`;
      return row(keyId(hash), name, createdAt.slice(0, 10), expires);
    }),
  ];
}

/** `id`: as `list` shows it, or more of the hash. */
export async function revokeKey(id: string, options: StackOptions): Promise<void> {
  if (!/^[0-9a-f]{6,64}$/.test(id)) {
    // What was given is not shown: it may be a key.
    throw new UsageError(
      'that is no id of a key: take it from npm run keys -- list (an id, never the key itself)',
    );
  }
  const keys = await keysOf(options);
  const found = (await keys.listKeys()).filter(({ hash }) => hash.startsWith(id));
  const [record] = found;
  if (record === undefined)
    throw new Error(`${options.stack} has no key ${id}: npm run keys -- list shows those it has`);
  if (found.length > 1) {
    const ids = found.map(({ hash, name }) => `\n  ${hash.slice(0, DISTINCT)}  ${name}`).join('');
    throw new UsageError(`${id} is the beginning of ${found.length} keys: give more of it${ids}`);
  }
  await keys.revokeKey(record.hash);
  terminal(process.stderr).line(
    `Key ${keyId(record.hash)} "${record.name}" of ${options.stack} is revoked; refused everywhere within 60 s.`,
  );
}

/** Hex digits of a hash that no two keys share. */
const DISTINCT = 24;
const DURATION = /^(\d{1,5})([dh])$/;
const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600 };

/** Epoch seconds; throws for what is no time, or has passed. `now` in ms. */
export function expiry(when: string, now: number): number {
  const [, amount, unit = ''] = DURATION.exec(when) ?? [];
  const at =
    amount === undefined
      ? Math.floor(Date.parse(when) / 1000)
      : Math.floor(now / 1000) + Number(amount) * (SECONDS[unit] ?? 0);
  if (!Number.isFinite(at)) throw new UsageError(`--expires "${when}" is no time: 90d, 12h or 2027-01-31`);
  if (at * 1000 <= now) throw new UsageError(`--expires "${when}" has passed already`);
  return at;
}

const day = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString().slice(0, 10);
