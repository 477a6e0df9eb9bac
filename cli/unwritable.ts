// A file or a folder that cannot be written: the system's error as a sentence, and what to do.
import { UsageError } from '@petstore/custom-domains/output';

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'no space is left on the device',
  EDQUOT: "the user's quota is used up",
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file, or a link that leads nowhere',
};
const MOVE = 'move it away, or delete it';
const FREE = 'free some space, and run it again';
const REMEDIES: Readonly<Record<string, string>> = {
  ENOTDIR: MOVE,
  EEXIST: MOVE,
  ENOSPC: FREE,
  EDQUOT: FREE,
};

/** Undefined for any other error. `path`: what was to be written, where the error names a temporary file or none. */
export function unwritable(error: unknown, path?: string) {
  const { code = '', path: failed = '' } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  const written = path ?? failed;
  if (reason === undefined || written === '') return undefined;
  const fix = REMEDIES[code] ?? 'make it writable, or use a copy of the project in another folder';
  return { what: `${written} cannot be written: ${reason}.`, fix };
}

/** `unwritable` as an error: of one that names its path, or of a write to an open file in `folder`, which names none. */
export function unwritableIn(folder: string, error: unknown): UsageError | undefined {
  const { path, syscall = '', message = '' } = error as NodeJS.ErrnoException;
  // LevelDB, below the local DynamoDB, has the system's words and no code of it.
  const full = message.endsWith('No space left on device') && unwritable({ code: 'ENOSPC' }, folder);
  // An error of a socket has no path either, and is not about the folder.
  const written = path ?? (/^(write|fsync|fdatasync|ftruncate)/.test(syscall) ? folder : undefined);
  const refused = full || unwritable(error, written);
  return refused && new UsageError(refused.what, refused.fix);
}
