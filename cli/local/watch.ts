// Watches files and folders, and reports each burst of changes once.
import { type FSWatcher, readdirSync, type WatchListener, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Editors write a file in several steps; a burst ends when nothing has changed for this long. */
const QUIET_MS = 150;

export interface Watched {
  /** A file, or a folder with everything below it. */
  readonly path: string;
  /** Its name in `onChange`. */
  readonly label: string;
}

/**
 * Calls `onChange` with the labels of what changed; one call at a time, and another for changes during a call. `changed` is as
 * if that file had changed now: for what changed before it was watched.
 */
export function watchFiles(
  watched: readonly Watched[],
  onChange: (labels: ReadonlySet<string>) => Promise<void>,
) {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(run, QUIET_MS);
  };
  const run = async () => {
    // What is pending then is looked at when that has ended.
    if (running) return;
    running = true;
    // Folders that are new or were replaced are watched from here on; what is in them by now is read by the call.
    const earlier = watchers;
    watchers = openAll();
    const labels = new Set(pending);
    pending.clear();
    await onChange(labels).finally(() => {
      running = false;
      closeAll(earlier);
    });
    if (pending.size > 0) schedule();
  };
  const changed = (label: string) => {
    pending.add(label);
    schedule();
  };
  const openAll = () => watched.flatMap(({ path, label }) => open(path, () => changed(label)));
  let watchers = openAll();
  return {
    changed,
    close: () => {
      clearTimeout(timer);
      closeAll(watchers);
    },
  };
}

const closeAll = (watchers: readonly FSWatcher[]) => {
  for (const watcher of watchers) watcher.close();
};

/**
 * Folders alone are watched: an editor or `git checkout` replaces files, and the watch of a file ends with it. Node's own recursive
 * watch has one for each file on Linux (https://github.com/nodejs/node/blob/main/lib/internal/fs/recursive_watch.js).
 */
function open(path: string, changed: () => void): FSWatcher[] {
  const name = basename(path);
  const own = watchFolder(dirname(path), (_event, file) => {
    if (file === name) changed();
  });
  return [...own, ...foldersIn(path).flatMap((folder) => watchFolder(folder, changed))];
}

/** None where it was deleted: that is a change of the folder above. */
function watchFolder(folder: string, listener: WatchListener<string>): FSWatcher[] {
  try {
    return [watch(folder, { persistent: false }, listener)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The folder and all below it; none for a file. */
function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory());
    return [path, ...folders.map(({ parentPath, name }) => join(parentPath, name))];
  } catch {
    return [];
  }
}
