// The temporary folder of a drill: deleted when the drill ends, and when the process ends before it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrillError } from './steps.ts';

const folders = new Set<string>();

/** Throws DrillError where the system has none. */
export function createFolder(): string {
  if (folders.size === 0) process.on('exit', removeAll);
  const parent = tmpdir();
  try {
    const folder = mkdtempSync(join(parent, 'petstore-drill-'));
    folders.add(folder);
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DrillError(
      `no folder can be created in ${parent} (${code}): name a folder of yours with TMPDIR=FOLDER`,
    );
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeAll);
}

function removeAll(): void {
  for (const folder of folders) removeFolder(folder);
}

/** A signal ends the process by itself without the event `exit`, and the folders would remain. */
export function removeFoldersOnSignal(): void {
  for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
    process.once(signal, () => process.exit(status));
}
