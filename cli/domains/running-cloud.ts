// The local cloud, where it runs: its DNS server, its ports and its certificate authority, from .local/ready.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_FILES, type Ready } from '../local-files.ts';

export type Local = Pick<Ready, 'hosts' | 'caFile' | 'dnsServer'>;

export function localFile(folder: string, name: keyof typeof LOCAL_FILES): string {
  return join(folder, '.local', LOCAL_FILES[name]);
}

/** Undefined where no `npm run local` serves this folder. */
export function readLocal(folder: string): Local | undefined {
  try {
    return JSON.parse(readFileSync(localFile(folder, 'ready'), 'utf8')) as Local;
  } catch {
    return undefined;
  }
}
