// `.local/` is for its owner alone: it holds an API key, the certificate authority's key and the secret of this run.
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/** From now on, what this process and those that it starts create is for the owner alone: folders 0700, files 0600. */
export function keepPrivate(): void {
  process.umask(OTHERS);
}

/** Takes the rights of all others from the folder and from what is in it; links are not followed. */
export function makePrivate(path: string): void {
  // Absent where another program, such as a run of the engine, has just removed it.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & 0o7777 & ~OTHERS);
  if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}
