// The files under `.local/` that other programs read; each written whole, then renamed.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync as writeFileAtomic } from 'write-file-atomic';
import type { HostRole } from '../infra/config/settings.ts';

/** `.local/ready.json`: there exactly while the stack is being served. */
export interface Ready {
  /** Ends in `/v1`, with the port. */
  readonly apiUrl: string;
  readonly docsUrl: string;
  readonly hosts: Readonly<Record<string, { site: 'api' | 'docs'; role: HostRole; url: string }>>;
  readonly apiKey: string;
  readonly caFile: string;
  /** `address:port`. */
  readonly dnsServer: string;
  readonly pid: number;
}

/** `.local/cloud.env.json`: what the command line needs to reach the local tables. */
export interface CloudEnvironment {
  readonly dynamodbEndpoint: string;
  readonly keysTable: string;
  readonly region: string;
}

export const LOCAL_FILES = {
  ready: 'ready.json',
  outputs: 'outputs.json',
  environment: 'cloud.env.json',
  /** What the in-process engine knows of the stack. */
  state: 'stack.json',
  /** Access lines, and what the function logged. */
  log: 'cloud.log',
} as const;

/** Only the owner may read it: some hold a key. Gives the whole path. */
export function writePrivate(folder: string, name: string, content: string): string {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileAtomic(file, content, { mode: 0o600, fsync: false });
  return file;
}

export function writeJson(folder: string, name: string, value: unknown): string {
  return writePrivate(folder, name, `${JSON.stringify(value, null, 2)}\n`);
}

export function removeFile(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
}
