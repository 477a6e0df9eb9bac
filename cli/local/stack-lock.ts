// The lock of a stack in Pulumi's file backend: one JSON file for each run that changes the stack.
// https://github.com/pulumi/pulumi/blob/master/pkg/backend/diy/lock.go
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './lock.ts';

const POLL_MS = 200;

export class StackLock {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The process id of a run that holds the lock. Undefined without one, and for the lock of a run that was killed: the
   * engine refuses that one itself, and names the command that removes it.
   */
  holder(): number | undefined {
    return this.#holders().find(isRunning);
  }

  /**
   * Resolves when no run holds the lock; `onWait` is called once, where it is held. There is no time limit: a run can
   * wait for the answer of a person. Rejects when the signal is aborted.
   */
  async released(signal: AbortSignal, onWait: (pid: number) => void): Promise<void> {
    const first = this.holder();
    if (first === undefined) return;
    onWait(first);
    while (this.holder() !== undefined) await sleep(POLL_MS, undefined, { signal });
  }

  #holders(): number[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => Number(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')).pid));
    } catch {
      // No lock yet, or one that is written or removed at this moment.
      return [];
    }
  }
}
