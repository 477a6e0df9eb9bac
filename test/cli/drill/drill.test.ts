// `npm run drill`: each accident is recovered from, and a drill whose recovery does not happen fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { printable } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { copyDrill } from '../../../cli/drill/copy.ts';
import { stackDrill } from '../../../cli/drill/stack.ts';
import { stateDrill } from '../../../cli/drill/state.ts';
import { assertSame, DrillError, type Steps } from '../../../cli/drill/steps.ts';
import { tableDrill } from '../../../cli/drill/table.ts';
import { zoneDrill } from '../../../cli/drill/zone.ts';
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

/** Carries out the steps but those whose text matches: what they would give is `instead`. */
function without(left: RegExp, instead: unknown = undefined): Steps {
  let skipped = 0;
  return {
    async step(text, work) {
      if (!left.test(printable(text))) return work();
      skipped += 1;
      expect(skipped).toBe(1);
      return instead as never;
    },
    skipped: () => undefined,
  };
}

const COPIED = { missing: 3, different: 1, same: 1, written: 4 };

test.each<[string, (steps: Steps) => Promise<void>, Steps, RegExp]>([
  [
    'the items are not copied back',
    tableDrill,
    without(/^its items copied/, COPIED),
    /after the restore: \/pets\/\d+ is "404/,
  ],
  [
    'the accident does not happen',
    tableDrill,
    without(/^accident/),
    /what was copied: missing is 0, and was 3/,
  ],
  ['no backup is made', copyDrill, without(/^the backups of a night/), /the copies: count is 0, and was 4/],
  [
    'the copy is not restored',
    copyDrill,
    without(/^the copy copied back/),
    /Requested resource not found|non-existent table/,
  ],
  [
    'the items of the copy are not copied back',
    copyDrill,
    without(/^its items copied/, { missing: 3, different: 0, same: 0, written: 3 }),
    /after the restore: /,
  ],
  ['the stack is not deployed again', stackDrill, without(/^pulumi up/, []), /after the deployment: |EPROTO/],
  ['nothing is destroyed', stackDrill, without(/^accident/, []), /what was not destroyed: 0 is absent/],
  [
    'the state is not put back',
    stateDrill,
    without(/^the version put back/),
    /was not deployed|the engine changed/,
  ],
  [
    'the items of the earlier tables are not copied',
    stateDrill,
    without(/^items of the earlier/),
    /after the deployment: /,
  ],
  [
    'the records are not created again',
    zoneDrill,
    without(/^pulumi refresh/, []),
    /12 records were deleted, and it did: $/,
  ],
  ['no record is deleted', zoneDrill, without(/^accident/, 12), /still resolves to 127\.0\.0\.1/],
])('a drill where %s fails', { timeout: LIMIT_MS }, async (_case, drill, steps, message) => {
  await expect(drill(steps)).rejects.toThrow(message);
});

test('a difference is named, with both sides', () => {
  assertSame('answers', { a: 1, b: [2] }, { b: [2], a: 1 });
  const differing = () => assertSame('answers', { a: 1, b: 'x'.repeat(500) }, { a: 1, b: 'y', c: 0 });
  expect(differing).toThrow(DrillError);
  expect(differing).toThrow(/^answers: b is "x{119}…, and was "y"$/);
  expect(() => assertSame('answers', {}, { c: 0 })).toThrow('answers: c is absent, and was 0');
  expect(() => assertSame('answers', { c: 0 }, {})).toThrow('answers: c is 0, and was absent');
});
