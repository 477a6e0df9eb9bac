// `--format` of the commands of keys, and a key as JSON.
import { type KeyRecord, keyId } from '../../service/keys/index.ts';
import { UsageError } from '../usage-error.ts';
import { isoTime } from './dates.ts';

/** Throws UsageError for what is neither text nor json. */
export function checkFormat(format: string): asserts format is 'text' | 'json' {
  if (format === 'text' || format === 'json') return;
  throw new UsageError(`--format is text or json, not ${format}.`, 'for example --format json');
}

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
