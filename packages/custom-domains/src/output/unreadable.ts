const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a folder',
  EACCES: 'cannot be read: this user may not read it',
  EPERM: 'cannot be read: this user may not read it',
  ENXIO: 'is a device',
};

/** What is wrong with a file that the system does not read, from its error: it ends a sentence that begins with the file's name. */
export function unreadableFile(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return FAULTS[code] ?? `cannot be read: ${message}`;
}
