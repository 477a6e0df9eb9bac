// A key as JSON.
import { type KeyRecord, keyId } from '../../service/keys/index.ts';
import { isoTime } from './dates.ts';

/**
 * Times in ISO 8601, `lastUsedOn` a day of UTC. `expiresAt` is null for a key that never expires, `lastUsedOn` where no use
 * is recorded, `replacedBy`, an id, where it was not rotated.
 */
export function toJson({ hash, name, createdAt, lastUsedOn, expiresAt, replacedBy }: KeyRecord): object {
  return {
    id: keyId(hash),
    name,
    createdAt,
    lastUsedOn: lastUsedOn ?? null,
    expiresAt: expiresAt === undefined ? null : isoTime(expiresAt),
    replacedBy: replacedBy === undefined ? null : keyId(replacedBy),
  };
}
