// `npm run local` as a process, in a copy of the project with ports of its own.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../../cli/local-files.ts';
import { CHECKOUT, INTERNET_FILE } from '../../checkout.ts';
import { nodeArguments } from '../../npm-script.ts';
import { startProcess } from '../../run-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COPIED = ['cli', 'infra', 'service', 'package.json', 'Pulumi.yaml'];
const STEP_MS = 50;

/** The sources in a folder of their own, with the local stack alone; the dependencies are shared. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-run-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  cpSync(join(CHECKOUT, 'Pulumi.local.yaml'), join(folder, 'Pulumi.local.yaml'));
  cpSync(INTERNET_FILE, join(folder, 'cli/local/internet.zone'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export function removeProject(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export type LocalRun = Awaited<ReturnType<typeof startLocal>>;

/** Free ports unless said otherwise. Rejects with what it printed where it ends before it is ready. */
export async function startLocal(folder: string, args: readonly string[] = [], environment = process.env) {
  const ports = ['--port', '0', '--http-port', '0', '--dns-port', '0'];
  const command = [...nodeArguments('local', folder), ...ports, ...args];
  const options = { cwd: folder, env: environment };
  const { child, printed, ended } = startProcess(process.execPath, command, options);
  const readyFile = join(folder, '.local/ready.json');
  const before = existsSync(readyFile);
  const isReady = () => printed.text.includes('Ready in') && existsSync(readyFile);
  await Promise.race([until(isReady, 90_000), ended]);
  if (child.exitCode !== null)
    throw new Error(`ended with ${child.exitCode}${before ? '' : ', not ready'}: ${printed.text}`);
  return {
    /** Read anew each time: it is written again when hosts change. */
    ready: () => JSON.parse(readFileSync(readyFile, 'utf8')) as Ready,
    /** All that it has printed. */
    output: () => printed.text,
    /** As Ctrl-C does, or with these signals, which arrive together; gives the exit status. */
    stop: async (...signals: NodeJS.Signals[]) => {
      child.kill('SIGSTOP');
      for (const signal of signals.length === 0 ? (['SIGINT'] as const) : signals) child.kill(signal);
      child.kill('SIGCONT');
      return (await ended).status;
    },
  };
}

/** Throws where it is not so within the limit. */
export async function until(holds: () => boolean, limitMs = 25_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms for: ${holds}`);
    await sleep(STEP_MS);
  }
}
