// Runs a script of the workflows as a step of a job does: as a process in its own folder, with the step's flags for Node; and a
// project in such a folder, with a `pulumi` that prints given outputs.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach } from 'vitest';
import { temporaryFolder } from '../cli/folder.ts';
import { runProcess } from '../run-process.ts';
import { type GitHubApi, startApi } from './api.ts';
import { PUBLIC_ACTION, ROOT, read, workflowFiles } from './workflows.ts';

/** `bin` of the folder comes first on the path. */
export async function runScript(
  name: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
) {
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const script = [...flagsOf(name), join(ROOT, '.github/scripts', name), ...args];
  const options = { cwd: folder, env: { PATH, HOME: folder, ...env } };
  const { status, text: output } = await runProcess(process.execPath, script, options);
  return { status, output };
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

/** For each test: a folder of the project, the files in it, and GitHub's API. `step` has no more than the files of a step. */
export function useJob() {
  const job = {} as { folder: string; api: GitHubApi };
  beforeEach(async () => {
    job.api = await startApi();
    job.folder = newProject();
  });
  const path = (name: string) => join(job.folder, name);
  return {
    job,
    write: (name: string, text: string) => writeFileSync(path(name), text),
    read: (name: string) => readFileSync(path(name), 'utf8'),
    pulumi: (outputs: Outputs) => fakePulumi(job.folder, outputs),
    step(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const files = { GITHUB_STEP_SUMMARY: path('summary.md'), GITHUB_OUTPUT: path('output') };
      return runScript(name, args, job.folder, { ...files, ...env });
    },
  };
}

/** Links to the project's sources and commands, until the test ends. */
function newProject(): string {
  const folder = temporaryFolder();
  for (const name of ['cli', 'infra', 'service', 'node_modules', 'package.json', 'Pulumi.yaml'])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'bin'));
  return folder;
}

/** Outputs by the first words of the command. */
export type Outputs = Readonly<Record<string, { readonly status?: number; readonly out: string }>>;

/** Any other command fails, like one that cannot reach its backend. */
function fakePulumi(folder: string, outputs: Outputs): void {
  const cases = Object.entries(outputs).map(([words, { status = 0, out }], index) => {
    const file = join(folder, `bin/${index}.out`);
    writeFileSync(file, out);
    return `  "${words}"*) cat "${file}"; exit ${status};;`;
  });
  const script = ['#!/bin/sh', 'case "$*" in', ...cases, 'esac', 'echo "error: no backend: $*"', 'exit 255'];
  writeFileSync(join(folder, 'bin/pulumi'), script.join('\n'), { mode: 0o755 });
}
