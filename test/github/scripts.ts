// Runs a script of the workflows as a process, as a step of a job would, in a folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './workflows.ts';

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** By which this checkout takes the sources of its packages; the workflows give it too. */
const SOURCE = '--conditions=@petstore/source';

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'petstore-github-'));
}

export function runScript(
  name: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const child = spawn(process.execPath, [SOURCE, join(ROOT, '.github/scripts', name), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}
