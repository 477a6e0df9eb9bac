// The type checker on a mutant: what it refuses can be in no change that `npm run check` has passed, so no test needs to notice it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Mutant } from './mutants.ts';
import { withMutant } from './with-mutant.ts';

/** As for Stryker's type checker, an import that is left over is no reason: who removes a statement removes it too. */
const OPTIONS = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
/** In the copy, so that only what a mutant changes is checked anew. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'mutants.tsbuildinfo'];

/** The first `count` that the type checker accepts, in their order. Throws where it refuses the sources as they are. */
export async function typedMutants(
  root: string,
  mutants: readonly Mutant[],
  count: number,
): Promise<Mutant[]> {
  const problems = await typeProblems(root);
  if (problems !== '') throw new Error(`without a mutant the types are wrong:\n${problems}`);
  const typed: Mutant[] = [];
  for (const mutant of mutants) {
    if (typed.length === count) break;
    if ((await withMutant(root, mutant, () => typeProblems(root))) === '') typed.push(mutant);
  }
  return typed;
}

/** What TypeScript prints; empty where it has nothing to say. */
async function typeProblems(root: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  const child = spawn(process.execPath, [tsc, ...OPTIONS, ...INCREMENTAL], { cwd: root });
  const [printed, complaint, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return status === 0 ? '' : `${printed}${complaint}`.trim() || `TypeScript ended with ${status}`;
}
