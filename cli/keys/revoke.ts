// `keys revoke`: a key, by its id, is no longer accepted.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { dayOf, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { terminal } from '../terminal.ts';
import { checkId, findKey } from './find-key.ts';
import { type StackOptions, stackKeys } from './stack-keys.ts';

/** `id`: as `list` shows it, or more digits of the hash. */
export async function revokeKey(id: string, options: StackOptions): Promise<void> {
  checkId(id);
  const keys = await stackKeys(options);
  const { record } = await findKey(keys, id, options);
  await keys.revokeKey(record.hash);
  const err = terminal(process.stderr);
  err.line(
    shown`Key ${keyId(record.hash)} "${record.name}" of ${options.stack} is revoked; it is refused everywhere within 60 s.`,
  );
  err.line(lastUse(record, Date.now()));
}

/** Who used it until today notices: the one who revokes it should know. */
function lastUse({ lastUsedOn }: KeyRecord, now: number): Shown {
  if (lastUsedOn === undefined) return shown`No use of it is recorded.`;
  if (lastUsedOn !== dayOf(now)) return shown`It was last used on ${lastUsedOn}.`;
  const mark = terminal(process.stderr).paint('yellow', '!');
  return shown`${mark} It was last used today (${lastUsedOn}, UTC): whoever still sends it is refused with 401.`;
}
