// Pulumi's file backend of the local stack: the file of its state, and its lock, one JSON file for each run that changes the stack.
// https://github.com/pulumi/pulumi/blob/master/pkg/backend/diy/lock.go
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';
import { isRunning } from '../running-process.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';

/** `folder`: `.local/`. */
export function checkpointFile(folder: string): string {
  return join(folder, 'pulumi', '.pulumi', 'stacks', PROJECT, `${LOCAL_STACK}.json`);
}

/** As the state orders them; none where the stack has no state yet. */
export function checkpointResources<Resource>(folder: string): readonly Resource[] {
  const file = checkpointFile(folder);
  if (!existsSync(file)) return [];
  const { checkpoint } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly checkpoint: { readonly latest?: { readonly resources?: readonly Resource[] } };
  };
  return checkpoint.latest?.resources ?? [];
}

/** By the tables: the output `region` is what the last run was given. Undefined without tables. */
export function deployedRegion(folder: string): string | undefined {
  type Read = { readonly type: string; readonly outputs?: { readonly arn?: string } };
  const table = checkpointResources<Read>(folder).find(({ type }) => type === 'aws:dynamodb/table:Table');
  return table?.outputs?.arn?.split(':')[3];
}

const POLL_MS = 200;

/**
 * Resolves when no run holds the lock of the stack; `onWait` is called once, where one holds it, with its process id. There is
 * no time limit: a run can wait for the answer of a person. Rejects when the signal is aborted, and for a lock that no run releases.
 */
export async function lockReleased(
  folder: string,
  signal: AbortSignal,
  onWait: (pid: number) => void,
): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    const pid = lockHolder(folder);
    if (pid === undefined) return;
    if (pid === process.pid || !isRunning({ pid })) throw new CommandError(left(pid));
    if (waits === 0) onWait(pid);
    await sleep(POLL_MS, undefined, { signal });
  }
}

const left = (pid: number): string =>
  `the stack is locked by a run that was killed (process ${pid}): nothing was deployed
  end that  source .local/pulumi.env; pulumi cancel --yes`;

/** The process id of the run that holds the lock; this process never runs Pulumi in itself. */
function lockHolder(folder: string): number | undefined {
  const locks = join(folder, 'pulumi', '.pulumi', 'locks', 'organization', PROJECT, LOCAL_STACK);
  try {
    return readdirSync(locks)
      .filter((name) => name.endsWith('.json'))
      .map((name) => (JSON.parse(readFileSync(join(locks, name), 'utf8')) as { readonly pid: number }).pid)
      .at(0);
  } catch {
    // No lock yet, or one that is written or removed at this moment.
    return undefined;
  }
}
