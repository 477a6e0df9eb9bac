// The verdict on one mutant: its nearest tests first, then every quick test that loads its file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, nearTests, SLOW } from './areas.ts';
import type { Mutant } from './mutants.ts';
import { runVitest, type TestRun } from './vitest.ts';
import { withMutant } from './with-mutant.ts';

export interface Verdict {
  readonly area: string;
  readonly mutant: Mutant;
  readonly result: 'killed' | 'survived' | 'timed-out';
  /** The test that failed, or the file that failed before its first test. */
  readonly by?: string;
}

export interface Limits {
  /** Seconds for each of the two runs of a mutant. */
  readonly timeout: number;
  /** Also the tests that start processes. */
  readonly slow: boolean;
}

/** A test that fails without a mutant: it would count as the death of every one. */
class RedTestError extends Error {
  override readonly name = 'RedTestError';
  readonly code = 'red-test';

  constructor(run: TestRun) {
    super(`without a mutant the tests are not green: ${JSON.stringify(run)}`);
  }
}

/** Throws RedTestError where the nearest tests of the files fail as they are. */
export async function assertGreen(root: string, area: string, files: readonly string[], { timeout }: Limits) {
  const near = [...new Set(files.flatMap((file) => nearOf(root, area, file)))];
  await assertPasses(root, near, timeout * 3);
}

/** The file is restored before this returns. Throws RedTestError where the test that failed always does. */
export async function judge(root: string, area: string, mutant: Mutant, limits: Limits): Promise<Verdict> {
  const near = nearOf(root, area, mutant.file);
  const first =
    near.length === 0 ? PASSED : await withMutant(root, mutant, () => runVitest(root, near, limits.timeout));
  if (first.kind !== 'passed') return { area, mutant, ...verdictOf(first) };
  const args = ['related', mutant.file, ...excluded(near, limits)];
  const run = await withMutant(root, mutant, () => runVitest(root, args, limits.timeout));
  if ('file' in run) await assertPasses(root, [run.file], limits.timeout);
  return { area, mutant, ...verdictOf(run) };
}

const PASSED: TestRun = { kind: 'passed' };

function nearOf(root: string, area: string, file: string): string[] {
  return nearTests(file, AREAS[area] ?? { sources: [] }, (path) => existsSync(join(root, path)));
}

/** As options of Vitest: the tests that ran already, and the slow ones. */
function excluded(near: readonly string[], { slow }: Limits): string[] {
  const paths = [...near, ...(slow ? [] : SLOW)];
  return paths.map((path) => `--exclude=${path.endsWith('.ts') ? path : `${path}/**`}`);
}

async function assertPasses(root: string, tests: readonly string[], timeout: number): Promise<void> {
  const run = tests.length === 0 ? PASSED : await runVitest(root, tests, timeout);
  if (run.kind !== 'passed') throw new RedTestError(run);
}

function verdictOf(run: TestRun): Pick<Verdict, 'result' | 'by'> {
  if (run.kind === 'passed') return { result: 'survived' };
  if (run.kind === 'timed-out') return { result: 'timed-out' };
  return {
    result: 'killed',
    by: run.kind === 'unloaded' ? `failed before its first test: ${run.by}` : run.by,
  };
}
