// The files under `.local/` that other programs read, each written whole, then renamed into place; and which sources are deployed, so
// that the run, and another program, know that a change of a file is not deployed yet.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneFileProblem } from '@petstore/local-cloud/dns/zone-file';
import { replaceFile } from '@petstore/local-cloud/replace-file';
import type { HostRole } from '../infra/config/settings.ts';
import type { ProcessIdentity } from './lock-file.ts';

/** `.local/ready.json`: it exists while the stack is served, and after a run that was killed. */
export interface Ready extends ProcessIdentity {
  /** Ends in `/v1`, with the port. */
  readonly apiUrl: string;
  readonly docsUrl: string;
  /** The domains page, with the token of this run. */
  readonly dashboardUrl: string;
  readonly hosts: Readonly<Record<string, { site: 'api' | 'docs'; role: HostRole; url: string }>>;
  readonly apiKey: string;
  readonly caFile: string;
  /** `address:port`. */
  readonly dnsServer: string;
  readonly internetFile: string;
  readonly deployment: DeploymentState;
}

/** `.local/cloud.env.json`: the connection to the local tables, for the command line. */
export interface CloudEnvironment {
  readonly dynamodbEndpoint: string;
  readonly keysTable: string;
  readonly region: string;
  /** Valid until the local cloud stops. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The name of the key that `npm run local` prints. */
export const LOCAL_KEY_NAME = 'npm run local';

export const LOCAL_FILES = {
  ready: 'ready.json',
  outputs: 'outputs.json',
  environment: 'cloud.env.json',
  /** The address of the local CodeDeploy and Lambda, with credentials; it is there while the cloud runs. */
  api: 'aws.json',
  /** In the cloud's own folder: the key that `npm run local` prints; it stays, so that the next run has the same. */
  key: 'api-key',
  /** Beside it: the header with that key, for `curl -H @FILE`. */
  authorization: 'authorization',
  /** Access lines, and the function's log. */
  log: 'cloud.log',
  /** The command that started the last run that served the stack; it stays. */
  start: 'start-command',
} as const;

/** Only the owner may read the file: some contain a key. Returns its path. */
export function writePrivate(folder: string, name: string, content: string): string {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  replaceFile(file, content, { mode: 0o600, fsync: false });
  return file;
}

/** undefined where there is no such file. */
export function readPrivate(folder: string, name: string): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export function writeJson(folder: string, name: string, value: unknown): string {
  return writePrivate(folder, name, `${JSON.stringify(value, null, 2)}\n`);
}

export function removeFile(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
}

/** A stamp of each file whose change is deployed and decides about hosts. */
export interface SourceStamps {
  readonly stackFile: string;
  readonly internetFile: string;
}

/** In `.local/ready.json`. */
export interface DeploymentState extends SourceStamps {
  /** The outputs of the last deployment are out of date while one runs. */
  readonly isRunning: boolean;
  /** Why the internet file of this stamp was refused, so that DNS has the records from before it; absent where it was read. */
  readonly refusedInternet?: readonly ZoneFileProblem[];
}

/** What is another text when the file is saved, or anything in the folder; empty where it cannot be read. */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path);
    // The time of a change tells apart what is moved into the place of a file with its own time.
    if (!stats.isDirectory()) return `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}`;
    return readdirSync(path)
      .map((name) => `${name} ${stampOf(join(path, name))}`)
      .join('\n');
  } catch {
    return '';
  }
}
