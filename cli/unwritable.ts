// A file or a folder that cannot be written: the system's error as a sentence, and what to do.

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'no space is left on the device',
  EDQUOT: "the user's quota is used up",
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
};

/** Undefined for any other error. `path`: what was to be written, where the error names a temporary file. */
export function unwritable(error: unknown, path?: string) {
  const { code = '', path: failed = '' } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason === undefined || failed === '') return undefined;
  // With these, a file stands where a folder is to be.
  const remedy = ['ENOTDIR', 'EEXIST'].includes(code)
    ? 'move that file away, or delete it'
    : 'make it writable, or use a copy of the project in another folder';
  return {
    what: `${path ?? failed} cannot be written: ${reason}.`,
    fix: `nothing was changed there: ${remedy}`,
  };
}
