// `keys list`: the keys of a stack by id and name.
import { json, pad, type Shown, shown, widthOf } from '@petstore/custom-domains/output';
import { isExpired, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { day } from './day.ts';
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
  if (format === 'json') {
    const listed = records.map(({ hash, ...record }) => ({ id: keyId(hash), ...record }));
    return out.line(json(listed));
  }
  if (records.length === 0) {
    return terminal(process.stderr).line(
      shown`${options.stack} has no keys: npm run keys -- create --name NAME`,
    );
  }
  for (const line of table(records)) out.line(line);
}

function table(records: readonly KeyRecord[]): Shown[] {
  const width = Math.max(4, ...records.map(({ name }) => widthOf(name)));
  const row = (id: string, name: string, created: string, expires: string) =>
    shown`${pad(id, 12)}  ${pad(name, width)}  ${pad(created, 10)}  ${expires}`;
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
