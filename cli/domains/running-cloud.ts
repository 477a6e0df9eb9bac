// The local cloud that runs in a folder: its DNS server, its hosts and its certificate authority, from .local/ready.json.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_FILES, type Ready } from '../local-files.ts';
import { lastStart, servedCloud } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UsageError } from '../usage-error.ts';

/** A local cloud that was started by an earlier version did not write `internetFile` and `deployment`. */
export type RunningCloud = Pick<Ready, 'hosts' | 'caFile' | 'dnsServer'> &
  Partial<Pick<Ready, 'internetFile' | 'deployment'>>;

export function localFile(folder: string, name: keyof typeof LOCAL_FILES): string {
  return join(folder, '.local', LOCAL_FILES[name]);
}

/** Whether somebody works on the local cloud: the shell has .local/pulumi.env, or a run has written its log. */
export function wasLocalUsed(folder: string): boolean {
  return process.env.PULUMI_STACK === LOCAL_STACK || existsSync(localFile(folder, 'log'));
}

/** Why there is no local stack to read, for a command that names no stack. */
export function cloudStopped(folder: string): string {
  return `the local cloud does not run here (${lastStart(join(folder, '.local'))} starts it)`;
}

/** Undefined where no `npm run local` serves this folder. */
export function readRunningCloud(folder: string): RunningCloud | undefined {
  return servedCloud(join(folder, '.local'));
}

/** Of a command that had begun to read it. Exit status 2, as for one that does not run. */
export function cloudEnded(folder: string): UsageError {
  const start = lastStart(join(folder, '.local'));
  return new UsageError('The local cloud has ended.', `start it again in another terminal: ${start}`);
}
