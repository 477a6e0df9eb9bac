// A file or a folder that cannot be written: the system's error as a sentence, and what to do.
import { UsageError } from '@petstore/custom-domains/output';

const WRITABLE = 'make it writable, or use a copy of the project in another folder';
const MOVE = 'move it away, or delete it';
const FREE = 'free some space, and run it again';
const CAUSES: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  EROFS: ['the file system is read-only', WRITABLE],
  EACCES: ['this user may not write there', WRITABLE],
  EPERM: ['this user may not write there', WRITABLE],
  ENOSPC: ['no space is left on the device', FREE],
  EDQUOT: ["the user's quota is used up", FREE],
  ENOTDIR: ['a part of its path is a file', MOVE],
  EEXIST: ['it is a file, or a link that leads nowhere', MOVE],
};

/** Undefined for any other error. `written`: what was to be written, where the error names a temporary file or none. */
export function unwritable(error: unknown, written?: string): UsageError | undefined {
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  const [reason, fix = ''] = CAUSES[code] ?? [];
  const file = written ?? path;
  return reason && file ? new UsageError(`${file} cannot be written: ${reason}.`, fix) : undefined;
}

/** The same of an error that names its path, or of a write to an open file in `folder`, which names none. */
export function unwritableIn(folder: string, error: unknown): UsageError | undefined {
  const { path, syscall = '', message = '' } = error as NodeJS.ErrnoException;
  // LevelDB, below the local DynamoDB, has the system's words and no code of it.
  const full = message.endsWith('No space left on device') && unwritable({ code: 'ENOSPC' }, folder);
  // An error of a socket has no path either, and is not about the folder.
  const written = path ?? (/^(write|fsync|fdatasync|ftruncate)/.test(syscall) ? folder : undefined);
  return full || unwritable(error, written);
}
