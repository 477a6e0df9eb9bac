// The zone file with the records of the rest of the internet.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { loadInternet } from './zone-file.ts';
import { ZoneFileError } from './zone-file-error.ts';

/** Throws ZoneFileError for a file that cannot be read or is invalid. */
export function readInternet(file: string) {
  const loaded = loadInternet(readText(file), basename(file));
  if ('problems' in loaded) throw new ZoneFileError(file, loaded.problems);
  return loaded.records;
}

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'is a folder' };

function readText(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = REASONS[code ?? ''] ?? `cannot be read: ${message}`;
    const fix =
      'restore it, or name a zone file with --internet: without the option, the default one is read';
    throw new ZoneFileError(file, [{ code: 'bad-zone-file', path: basename(file), what, fix }]);
  }
}
