// Watches files, and reports each burst of changes once. Our own 60 lines: node:fs watches folders by itself.
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps; a burst ends when nothing has changed for this long. */
const QUIET_MS = 150;

export interface Watched {
  /** A file, or a folder with everything below it. */
  readonly path: string;
  readonly folder: boolean;
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
    const labels = new Set(pending);
    pending.clear();
    await onChange(labels).finally(() => {
      running = false;
    });
    if (pending.size > 0) schedule();
  };
  const changed = (label: string) => {
    pending.add(label);
    schedule();
  };
  const watchers = watched.map((one) => open(one, () => changed(one.label)));
  return {
    changed,
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** A file is watched through its folder, because an editor may replace the file. */
function open({ path, folder }: Watched, changed: () => void): FSWatcher {
  if (folder) return watch(path, { recursive: true }, changed);
  const name = basename(path);
  return watch(dirname(path), (_event, file) => {
    if (file === name) changed();
  });
}
