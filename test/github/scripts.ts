// Runs a script of the workflows as a step of a job does: as a process in its own folder, with the step's flags for Node; and a
// project in such a folder, with a `pulumi` that prints given outputs.
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../cli/folder.ts';
import { PUBLIC_ACTION, ROOT, read, workflowFiles } from './workflows.ts';

/** `bin` of the folder comes first on the path. */
export function runScript(
  name: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; output: string }> {
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const child = spawn(process.execPath, [...flagsOf(name), join(ROOT, '.github/scripts', name), ...args], {
    cwd: folder,
    env: { PATH, HOME: folder, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}

/** As the workflow writes them: a script that needs one and does not get it fails here too. */
function flagsOf(name: string): string[] {
  const line = new RegExp(`\\bnode ((?:--\\S+ )*)(?:"\\$GITHUB_ACTION_PATH/)?\\.github/scripts/${name}\\b`);
  const [, flags] =
    [...workflowFiles, PUBLIC_ACTION].map((file) => line.exec(read(file))).find((match) => match !== null) ??
    [];
  if (flags === undefined) throw new Error(`no workflow runs ${name}`);
  return flags.split(' ').filter((flag) => flag !== '');
}

/** Links to the project's sources and commands, until the test ends. */
export function newProject(): string {
  const folder = temporaryFolder();
  for (const name of ['cli', 'infra', 'service', 'node_modules', 'package.json', 'Pulumi.yaml'])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'bin'));
  return folder;
}

/** Outputs by the first words of the command. */
export type Outputs = Readonly<Record<string, { readonly status?: number; readonly out: string }>>;

/** Any other command fails, like one that cannot reach its backend. */
export function fakePulumi(folder: string, outputs: Outputs): void {
  const cases = Object.entries(outputs).map(([words, { status = 0, out }], index) => {
    const file = join(folder, `bin/${index}.out`);
    writeFileSync(file, out);
    return `  "${words}"*) cat "${file}"; exit ${status};;`;
  });
  const script = ['#!/bin/sh', 'case "$*" in', ...cases, 'esac', 'echo "error: no backend: $*"', 'exit 255'];
  writeFileSync(join(folder, 'bin/pulumi'), script.join('\n'), { mode: 0o755 });
}
