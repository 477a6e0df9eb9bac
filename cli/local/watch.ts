// Tells of changed files, once for each burst of changes.
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps; a burst ends when nothing has changed for this long. */
const QUIET_MS = 150;

export interface Watched {
  /** A file, or a folder with all that is below it. */
  readonly path: string;
  readonly folder: boolean;
  /** What it stands for in `onChange`. */
  readonly label: string;
}

/** Calls `onChange` with the labels of what changed; never twice at once, and again for what came meanwhile. */
export function watchFiles(
  watched: readonly Watched[],
  onChange: (labels: ReadonlySet<string>) => Promise<void>,
): { close: () => void } {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(run, QUIET_MS);
  };
  const run = async () => {
    if (running) return schedule();
    running = true;
    const labels = new Set(pending);
    pending.clear();
    await onChange(labels).finally(() => {
      running = false;
    });
    if (pending.size > 0) schedule();
  };
  const watchers = watched.map((one) =>
    open(one, () => {
      pending.add(one.label);
      schedule();
    }),
  );
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** A file is watched through its folder: an editor that replaces the file would be lost otherwise. */
function open({ path, folder }: Watched, changed: () => void): FSWatcher {
  if (folder) return watch(path, { recursive: true }, changed);
  const name = basename(path);
  return watch(dirname(path), (_event, file) => {
    if (file === name) changed();
  });
}
