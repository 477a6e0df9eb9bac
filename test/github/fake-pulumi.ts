// A project in its own folder, with a `pulumi` that prints given outputs.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './scripts.ts';
import { ROOT } from './workflows.ts';

/** Outputs by the first words of the command. */
export type Outputs = Readonly<Record<string, { readonly status?: number; readonly out: string }>>;

/** Links to the project's sources and commands; `bin` comes first on the path. */
export function newProject(): string {
  const folder = newFolder();
  for (const name of ['cli', 'infra', 'service', 'node_modules', 'package.json', 'Pulumi.yaml'])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'bin'));
  return folder;
}

/** Any other command fails, like one that cannot reach its backend. */
export function fakePulumi(folder: string, outputs: Outputs): void {
  const cases = Object.entries(outputs).map(([words, { status = 0, out }], index) => {
    const file = join(folder, `bin/${index}.out`);
    writeFileSync(file, out);
    return `  "${words}"*) cat "${file}"; exit ${status};;`;
  });
  const script = ['#!/bin/sh', 'case "$*" in', ...cases, 'esac', 'echo "error: no backend: $*"', 'exit 255'];
  writeFileSync(join(folder, 'bin/pulumi'), script.join('\n'));
  chmodSync(join(folder, 'bin/pulumi'), 0o755);
}
