// The programs on the path.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first `pulumi` on the path that is not the npm package's, which only downloads the real one. */
export function findPulumi(path = process.env.PATH ?? ''): string | undefined {
  return executables('pulumi', path.split(delimiter)).find((file) => !file.includes('node_modules'));
}

/** What the shell runs: the first on the path without what npm puts in front of it, of which the last folder is node-gyp's. */
export function findCommand(command: string, path = process.env.PATH ?? ''): string | undefined {
  const folders = path.split(delimiter);
  const first = folders.findLastIndex((folder) => folder.endsWith('node-gyp-bin')) + 1;
  return executables(command, folders.slice(first))[0];
}

function executables(command: string, folders: readonly string[]): string[] {
  const name = process.platform === 'win32' ? `${command}.exe` : command;
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
