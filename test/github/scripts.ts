// Runs a script of the workflows as a step of a job does: as a process in its own folder, with the step's flags for Node.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, read, workflowFiles } from './workflows.ts';

export interface ScriptResult {
  readonly status: number | null;
  readonly output: string;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'petstore-github-'));
}

export function runScript(
  name: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ScriptResult> {
  const child = spawn(process.execPath, [...flagsOf(name), join(ROOT, '.github/scripts', name), ...args], {
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

/** As the workflow writes them: a script that needs one and does not get it fails here too. */
function flagsOf(name: string): string[] {
  const line = new RegExp(`\\bnode ((?:--\\S+ )*)\\.github/scripts/${name}\\b`);
  const [, flags] = workflowFiles.map((file) => line.exec(read(file))).find((match) => match !== null) ?? [];
  if (flags === undefined) throw new Error(`no workflow runs ${name}`);
  return flags.split(' ').filter((flag) => flag !== '');
}
