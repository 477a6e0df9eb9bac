// One run of Vitest in the copy, in a process group of its own: a mutant may loop for ever, or start processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `failed`: the first test that did, its name and file; `unloaded`: a file of tests failed before its first test. */
export type TestRun =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' | 'unloaded'; readonly by: string; readonly file: string }
  | { readonly kind: 'timed-out' };

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

interface JsonReport {
  readonly success: boolean;
  readonly testResults: readonly FileResult[];
}

const running = new Set<ChildProcess>();

/** `timeout`: seconds. Throws where Vitest itself did not start. */
export async function runVitest(root: string, args: readonly string[], timeout: number): Promise<TestRun> {
  const report = join(root, 'mutant-report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = '--config=test/mutation/vitest.config.ts';
  const options = [config, '--run', '--bail=1', '--passWithNoTests', '--reporter=json'];
  options.push(`--outputFile=${report}`);
  const child = spawn(process.execPath, [vitest, ...args, ...options], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
  });
  running.add(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, timeout * 1_000);
  const [status] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  endGroup(child);
  running.delete(child);
  return isLate ? { kind: 'timed-out' } : resultOf(report, root, status);
}

/** The report has the tests alone: an error outside of them, such as a rejection that nothing handles, is in the status. */
function resultOf(report: string, root: string, status: number | null): TestRun {
  const { success, testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
  if (success && status === 0) return { kind: 'passed' };
  if (success) return { kind: 'unloaded', by: 'an error outside of the tests', file: 'Vitest' };
  const nameOf = (file: FileResult | undefined) => file?.name.replace(`${root}/`, '') ?? 'Vitest';
  for (const file of testResults) {
    const test = file.assertionResults.find(({ status }) => status === 'failed');
    if (test !== undefined) return { kind: 'failed', by: test.fullName, file: nameOf(file) };
  }
  // Only now: a file that `--bail` left out counts as failed too.
  const file = nameOf(testResults.find(({ status }) => status === 'failed'));
  return { kind: 'unloaded', by: file, file };
}

/** Those still running end with the process that started them. */
export function endAll(): void {
  for (const child of running) endGroup(child);
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Every process of the group has ended.
  }
}
