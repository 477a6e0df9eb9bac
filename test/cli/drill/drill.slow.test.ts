// `npm run drill`: each accident is recovered from.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { assertSame, DrillError } from '../../../cli/drill/steps.ts';
import { findPulumi } from '../../../cli/local/engine-environment.ts';
import { nodeArguments } from '../../npm-script.ts';

const run = promisify(execFile);
const LIMIT_MS = 120_000;

test('all of them, one after the other', { timeout: LIMIT_MS }, async () => {
  const { stdout, stderr } = await run(process.execPath, nodeArguments('drill'), { timeout: LIMIT_MS });
  expect(stderr).toBe('');
  const printed = masked(stdout);
  const [ofCli = ''] = OF_CLI.exec(printed) ?? [];
  await expect(printed.replace(ofCli, '  (Pulumi CLI)')).toMatchFileSnapshot('__snapshots__/printed.txt');
  const name = findPulumi() === undefined ? 'without-cli' : 'with-cli';
  await expect(`${ofCli}\n`).toMatchFileSnapshot(`__snapshots__/printed-${name}.txt`);
});

/** What is done, or left out, depends on the machine. */
const OF_CLI = / {2}(- the same with|✓ embedded cloud, for) the Pulumi CLI.*?(?=\n {2}recovered)/s;

/** Times and the ends of physical names are others in each run. */
function masked(printed: string): string {
  return printed.replace(/\d+(\.\d)? m?s$/gm, 'TIME').replace(/-[0-9a-f]{7}(?=-|\s)/g, '-SUFFIX');
}

test('a difference is named, with both sides', () => {
  assertSame('answers', { a: 1, b: [2] }, { b: [2], a: 1 });
  const differing = () => assertSame('answers', { a: 1, b: 'x'.repeat(500) }, { a: 1, b: 'y', c: 0 });
  expect(differing).toThrow(DrillError);
  expect(differing).toThrow(/^answers: b is "x{119}…, and was "y"$/);
  const whole = { c: 'x'.repeat(118) };
  expect(() => assertSame('answers', whole, {})).toThrow(/^answers: c is "x{118}", and was absent$/);
  expect(() => assertSame('answers', {}, { c: 0 })).toThrow('answers: c is absent, and was 0');
  expect(() => assertSame('answers', { c: 0 }, {})).toThrow('answers: c is 0, and was absent');
});
