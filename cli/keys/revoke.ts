// `keys revoke`: a key, by its id, is no longer accepted.
import { shown, visible } from '@petstore/custom-domains/output';
import { keyId } from '../../service/keys/index.ts';
import { CommandError } from '../command-error.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type StackOptions, stackKeys } from './stack-keys.ts';

/** `id`: as `list` shows it, or more digits of the hash. */
export async function revokeKey(id: string, options: StackOptions): Promise<void> {
  if (!/^[0-9a-f]{6,64}$/.test(id)) {
    // The argument is not shown: it may be a key.
    throw new UsageError(
      'That is not the id of a key.',
      'copy it from npm run keys -- list; never give the key itself',
    );
  }
  const keys = await stackKeys(options);
  const found = (await keys.listKeys()).filter(({ hash }) => hash.startsWith(id));
  const [record] = found;
  if (record === undefined) {
    throw new CommandError(`${options.stack} has no key ${id}: npm run keys -- list shows its keys`);
  }
  if (found.length > 1) {
    const ids = found.map(({ hash, name }) => `${hash.slice(0, DISTINCT_DIGITS)}  ${visible(name)}`);
    throw new UsageError(
      `The ids of ${found.length} keys begin with ${id}.`,
      `give more digits:\n  ${ids.join('\n  ')}`,
    );
  }
  await keys.revokeKey(record.hash);
  terminal(process.stderr).line(
    shown`Key ${keyId(record.hash)} "${record.name}" of ${options.stack} is revoked; it is refused everywhere within 60 s.`,
  );
}

/** No two hashes share so many of their first hex digits. */
const DISTINCT_DIGITS = 24;
