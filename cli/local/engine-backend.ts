// Pulumi's file backend of the local stack: the file of its state, and its lock, one JSON file for each run that changes the stack.
// https://github.com/pulumi/pulumi/blob/master/pkg/backend/diy/lock.go
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../lock-file.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';

/** `folder`: `.local/`. */
export function checkpointFile(folder: string): string {
  return join(folder, 'pulumi', '.pulumi', 'stacks', PROJECT, `${LOCAL_STACK}.json`);
}

/** By the tables: the output `region` is what the last run was given. Undefined without tables. */
export function deployedRegion(folder: string): string | undefined {
  type Read = { readonly type: string; readonly outputs?: { readonly arn?: string } };
  const file = checkpointFile(folder);
  if (!existsSync(file)) return undefined;
  const { checkpoint } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly checkpoint: { readonly latest?: { readonly resources?: readonly Read[] } };
  };
  const table = checkpoint.latest?.resources?.find(({ type }) => type === 'aws:dynamodb/table:Table');
  return table?.outputs?.arn?.split(':')[3];
}

/** Whether a run has the stack, or was killed and has left its lock. */
export function isLocked(folder: string): boolean {
  return lockFiles(folder).length > 0;
}

function lockFiles(folder: string): string[] {
  const locks = join(folder, 'pulumi', '.pulumi', 'locks', 'organization', PROJECT, LOCAL_STACK);
  const files = existsSync(locks) ? readdirSync(locks) : [];
  return files.filter((name) => name.endsWith('.json')).map((name) => join(locks, name));
}

/**
 * The id of the running process that holds the lock of the stack. Not this one, which never runs Pulumi in itself: a killed run had
 * its id. Of such a run, the engine itself says how its lock is removed.
 */
export function lockHolder(folder: string): number | undefined {
  try {
    const runs = lockFiles(folder).map((file) => JSON.parse(readFileSync(file, 'utf8')) as { pid: number });
    return runs.find((run) => run.pid !== process.pid && isRunning(run))?.pid;
  } catch {
    // One that is written or removed at this moment.
    return undefined;
  }
}
