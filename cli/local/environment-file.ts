// `.local/pulumi.env`, for a shell: the engine's environment, and whether its local cloud still runs.
import { join, resolve } from 'node:path';
import { shellQuoted } from '@petstore/custom-domains/output';
import { readPrivate } from '../local-files.ts';
import { type ProcessIdentity, thisProcess } from '../running-process.ts';
import { LOCK_FILE } from './local-folder.ts';

export const ENVIRONMENT_FILE = 'pulumi.env';

export interface RunLocation {
  readonly root: string;
  /** `.local`, with the lock, which names the process while the run lasts. */
  readonly folder: string;
  /** The command of another run like this. */
  readonly again: string;
}

/**
 * To be sourced; it extends the shell's own path. After the run has ended it says so, with status 1. It sets the
 * environment all the same: without it, the next `pulumi up` of that shell would deploy to an account.
 */
export function environmentFile(
  environment: Readonly<Record<string, string>>,
  { root, folder, again }: RunLocation,
): string {
  const settings = Object.entries(environment)
    .filter(([name]) => name !== 'PATH')
    .map(([name, value]) => `export ${name}=${shellQuoted(value)}`);
  const stopped = [
    `The local cloud of ${resolve(root)} with the Pulumi engine is not running.`,
    `  start it in another terminal, where no other "npm run local" of that folder runs: ${again}`,
    '  then source this file again: a start may have other ports',
  ];
  return `${[
    ...settings,
    `export PATH=${shellQuoted(join(root, 'node_modules', '.bin'))}:"$PATH"`,
    `if ! { ${holdsLock(folder)} && kill -0 ${process.pid} 2>/dev/null; }; then`,
    `  printf '%s\\n' ${stopped.map(shellQuoted).join(' ')} >&2`,
    '  return 1',
    'fi',
  ].join('\n')}\n`;
}

/** Whether this run wrote the file: one without the engine leaves that of the run before. */
export function isWrittenBy(folder: string, run: ProcessIdentity): boolean {
  return readPrivate(folder, ENVIRONMENT_FILE)?.includes(shellQuoted(identityText(run))) ?? false;
}

/** The value of `PULUMI_DEBUG_PROVIDERS` in the file of the last run; empty where there is none. */
export function writtenAddresses(folder: string): string {
  const text = readPrivate(folder, ENVIRONMENT_FILE) ?? '';
  return /^export PULUMI_DEBUG_PROVIDERS='([^']*)'$/m.exec(text)?.[1] ?? '';
}

/** The lock is this process's: it has not ended by itself, and no other run has followed it. One that was killed has left it. */
function holdsLock(folder: string): string {
  return `grep -qF ${shellQuoted(identityText(thisProcess()))} ${shellQuoted(join(folder, LOCK_FILE))} 2>/dev/null`;
}

/** The process in the form in which the lock names it. */
function identityText({ pid, started }: ProcessIdentity): string {
  return `${JSON.stringify({ pid, started }).slice(1, -1)},`;
}
