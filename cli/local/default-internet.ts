// The zone file with the records of the rest of the internet, where --internet names none.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../usage-error.ts';

const FILE = 'cli/local/internet.zone';

/** Throws UsageError where it was deleted: whoever left --internet out is not advised to leave it out. `root`: the project's folder. */
export function defaultInternet(root: string): string {
  const path = join(root, FILE);
  if (existsSync(path)) return path;
  throw new UsageError(
    `${path} is missing: it has the records of the local internet.`,
    `restore it with git checkout -- ${FILE}, or name another zone file with --internet`,
  );
}
