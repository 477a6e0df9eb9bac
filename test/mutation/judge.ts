// The verdict on one mutant: its nearest tests first, then every quick test that loads its file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, nearTests, SLOW } from './areas.ts';
import { applied, type Mutant } from './mutants.ts';
import { runVitest, type TestRun } from './vitest.ts';

export interface Verdict {
  readonly area: string;
  readonly mutant: Mutant;
  readonly result: 'killed' | 'survived' | 'timed-out';
  /** The test that failed, or the file that did not load. */
  readonly by?: string;
}

export interface Limits {
  /** Seconds for each of the two runs of a mutant. */
  readonly timeout: number;
  /** Also the tests that start processes. */
  readonly slow: boolean;
}

/** Restores the file before it returns. */
export async function judge(root: string, area: string, mutant: Mutant, limits: Limits): Promise<Verdict> {
  const path = join(root, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, applied(source, mutant));
  try {
    return { area, mutant, ...verdictOf(await testsOf(root, area, [mutant.file], limits)) };
  } finally {
    writeFileSync(path, source);
  }
}

/** Nothing is changed: whatever fails here would count as the death of every mutant. */
export function baseline(
  root: string,
  area: string,
  files: readonly string[],
  limits: Limits,
): Promise<TestRun> {
  return testsOf(root, area, [...new Set(files)], { ...limits, timeout: limits.timeout * 5 });
}

async function testsOf(
  root: string,
  name: string,
  files: readonly string[],
  { timeout, slow }: Limits,
): Promise<TestRun> {
  const area = AREAS[name] ?? { sources: [] };
  const near = new Set(
    files.flatMap((file) => nearTests(file, area, (path) => existsSync(join(root, path)))),
  );
  if (near.size > 0) {
    const first = await runVitest(root, [...near], timeout);
    if (first.kind !== 'passed') return first;
  }
  const ran = [...near].map((path) => (path.endsWith('.ts') ? path : `${path}/**`));
  const excluded = [
    ...ran,
    ...(slow ? [] : SLOW.map((path) => `${path}${path.endsWith('.ts') ? '' : '/**'}`)),
  ];
  return runVitest(root, ['related', ...files, ...excluded.map((glob) => `--exclude=${glob}`)], timeout);
}

function verdictOf(run: TestRun): Pick<Verdict, 'result' | 'by'> {
  if (run.kind === 'passed') return { result: 'survived' };
  if (run.kind === 'timed-out') return { result: 'timed-out' };
  return { result: 'killed', by: run.kind === 'unloaded' ? `did not load: ${run.by}` : run.by };
}
