// A project in a folder of its own, with a `pulumi` that answers as told.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './scripts.ts';
import { ROOT } from './workflows.ts';

/** Commands by their first words. */
export type Answers = Readonly<Record<string, { readonly status?: number; readonly out: string }>>;

/** The project's own sources and commands; `bin` goes first on the path. */
export function newProject(): string {
  const folder = newFolder();
  for (const name of ['cli', 'infra', 'service', 'node_modules', 'package.json', 'Pulumi.yaml'])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'bin'));
  return folder;
}

/** A command that is not among them fails, as one does that cannot reach its backend. */
export function fakePulumi(folder: string, answers: Answers): void {
  const cases = Object.entries(answers).map(([words, { status = 0, out }], index) => {
    const file = join(folder, `bin/${index}.out`);
    writeFileSync(file, out);
    return `  "${words}"*) cat "${file}"; exit ${status};;`;
  });
  const script = ['#!/bin/sh', 'case "$*" in', ...cases, 'esac', 'echo "error: no backend: $*"', 'exit 255'];
  writeFileSync(join(folder, 'bin/pulumi'), script.join('\n'));
  chmodSync(join(folder, 'bin/pulumi'), 0o755);
}
