// Whether `npm run local` serves a folder: the one judgement, and the one answer, of every command that needs it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command, UsageError } from '@petstore/custom-domains/output';
import { LOCAL_FILES, type Ready, readPrivate, writePrivate } from './local-files.ts';
import { isRunning } from './lock-file.ts';

/**
 * What the run that serves the folder has written; undefined where there is none. A run that was killed left its file, which names
 * a process that has ended. `folder`: `.local`.
 */
export function servedCloud(folder: string): Ready | undefined {
  try {
    const ready = JSON.parse(readPrivate(folder, LOCAL_FILES.ready) ?? '') as Ready;
    return isRunning(ready) ? ready : undefined;
  } catch {
    // No file, or not one of JSON with the process: nothing that serves the folder wrote it.
    return undefined;
  }
}

const FOLDER = join(fileURLToPath(new URL('..', import.meta.url)), '.local');

/** What the run that serves this checkout has written. Throws UsageError where none serves it, or its stack was destroyed. */
export function readServed<T>(name: 'outputs' | 'api' | 'environment'): T {
  if (servedCloud(FOLDER) === undefined) throw notRunning(FOLDER);
  const text = readPrivate(FOLDER, LOCAL_FILES[name]);
  if (text === undefined) throw localDestroyed();
  return JSON.parse(text) as T;
}

/** Exit status 2: no command of this kind can be right while nothing runs. `folder`: `.local`. */
export function notRunning(folder: string): UsageError {
  return new UsageError(
    'The local cloud is not running here.',
    `start it in another terminal: ${lastStart(folder)}`,
  );
}

/** The command of the last run: a run with the engine and one without it have a stack each, and ports can be other ones. */
export function lastStart(folder: string): string {
  return readPrivate(folder, LOCAL_FILES.start)?.trim() || 'npm run local';
}

/** Keeps the command that `lastStart` gives. The data that --fresh deletes belongs to the runs before. */
export function saveStart(folder: string, args: readonly string[]): void {
  const kept = args.filter((word) => word !== '--fresh');
  const start = command`npm run local ${kept.length === 0 ? [] : ['--', ...kept]}`;
  writePrivate(folder, LOCAL_FILES.start, `${start}\n`);
}

/** The cloud runs, and its stack was deleted: only a run with the engine can do that. */
export function localDestroyed(): UsageError {
  return new UsageError(
    'The local stack is destroyed.',
    'deploy it again: pulumi up, in a shell with .local/pulumi.env, or save Pulumi.local.yaml; if it just was, repeat this',
  );
}
