// `keys revoke`: a key, by its id, is no longer accepted.
import { shown } from '@petstore/custom-domains/output';
import { dayOf, type KeyRecord, keyId } from '../../service/keys/index.ts';
import { terminal } from '../terminal.ts';
import { checkId, findKey, isOwnOfLocal, warn } from './key-records.ts';
import { type StackOptions, stackKeys } from './stack-keys.ts';

/** `id`: as `list` shows it. */
export async function revokeKey(id: string, options: StackOptions): Promise<void> {
  checkId(id);
  const keys = await stackKeys(options);
  const { stack } = options;
  const record = findKey(await keys.listKeys(), id, stack);
  await keys.revokeKey(record.hash);
  terminal(process.stderr).line(
    shown`Key ${keyId(record.hash)} "${record.name}" of ${stack} is revoked; it is refused everywhere within 60 s.`,
  );
  reportLastUse(record, Date.now());
  if (isOwnOfLocal(record, stack))
    warn(
      shown`npm run local printed it: its curl lines are refused with 401 now. Its next start creates a new key and prints it.`,
    );
}

/** Who used it until today notices: the one who revokes it should know. */
function reportLastUse({ lastUsedOn }: KeyRecord, now: number): void {
  const err = terminal(process.stderr);
  if (lastUsedOn === undefined) err.line(shown`No use of it is recorded.`);
  else if (lastUsedOn !== dayOf(now)) err.line(shown`It was last used on ${lastUsedOn}.`);
  else warn(shown`It was last used today (${lastUsedOn}, UTC): whoever still sends it is refused with 401.`);
}
