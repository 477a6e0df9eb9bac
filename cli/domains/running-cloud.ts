// The local cloud that runs in a folder: its DNS server, its hosts and its certificate authority, from .local/ready.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_FILES, type Ready } from '../local-files.ts';

/** A local cloud that was started by an earlier version did not write `internetFile`. */
export type RunningCloud = Pick<Ready, 'hosts' | 'caFile' | 'dnsServer'> &
  Partial<Pick<Ready, 'internetFile'>>;

export function localFile(folder: string, name: keyof typeof LOCAL_FILES): string {
  return join(folder, '.local', LOCAL_FILES[name]);
}

/** Undefined where no `npm run local` serves this folder. */
export function readRunningCloud(folder: string): RunningCloud | undefined {
  try {
    return JSON.parse(readFileSync(localFile(folder, 'ready'), 'utf8')) as RunningCloud;
  } catch {
    return undefined;
  }
}
