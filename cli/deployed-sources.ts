// Which texts `npm run local` has deployed: how another program knows that a change of a file is not deployed yet.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneFileProblem } from '@petstore/local-cloud/dns/zone-file';

/** A hash of the text of each file whose change is deployed and decides about hosts. */
export interface SourceHashes {
  readonly stackFile: string;
  /** The records of the rest of the internet. */
  readonly internetFile: string;
}

/** In `.local/ready.json`. */
export interface DeploymentState extends SourceHashes {
  /** The outputs of the last deployment are out of date while one runs. */
  readonly isRunning: boolean;
  /** Why the internet file of this hash was refused, so that DNS has the records from before it; absent where it was read. */
  readonly refusedInternet?: readonly ZoneFileProblem[];
}

/** The contents count, and not the time: a file that is saved unchanged has nothing to deploy. */
export function hashSources(files: Readonly<Record<keyof SourceHashes, string>>): SourceHashes {
  return { stackFile: hashOf(files.stackFile), internetFile: hashOf(files.internetFile) };
}

/** The names and contents of all files in it. */
export function hashFolder(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => `${name} ${hashOf(join(folder, name))}`).join('\n');
}

/** Empty where the file cannot be read. */
function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}
