// Which sources `npm run local` has deployed: how it, and another program, know that a change of a file is not deployed yet.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneFileProblem } from '@petstore/local-cloud/dns/zone-file';

/** A stamp of each file whose change is deployed and decides about hosts. */
export interface SourceStamps {
  readonly stackFile: string;
  /** The records of the rest of the internet. */
  readonly internetFile: string;
}

/** In `.local/ready.json`. */
export interface DeploymentState extends SourceStamps {
  /** The outputs of the last deployment are out of date while one runs. */
  readonly isRunning: boolean;
  /** Why the internet file of this stamp was refused, so that DNS has the records from before it; absent where it was read. */
  readonly refusedInternet?: readonly ZoneFileProblem[];
}

export function stampSources(files: Readonly<Record<keyof SourceStamps, string>>): SourceStamps {
  return { stackFile: stampOf(files.stackFile), internetFile: stampOf(files.internetFile) };
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
