// `npm run drill` as a process: each accident is recovered from, and nothing of a drill outlives it.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../npm-script.ts';
import { startProcess } from '../../run-process.ts';
import { temporaryFolder } from '../folder.ts';
import { until } from '../local/support.ts';

const LIMIT_MS = 120_000;

/** `TMPDIR` is where the folders of the drills are. */
function start(TMPDIR: string, ...args: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', TMPDIR };
  return startProcess(process.execPath, [...nodeArguments('drill'), ...args], { env, timeout: LIMIT_MS });
}

test('all of them, one after the other', { timeout: LIMIT_MS }, async () => {
  const folder = temporaryFolder();
  const { status, out, err } = await start(folder).ended;
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const masked = out.replace(/\d+(\.\d)? m?s$/gm, 'TIME').replace(/-[0-9a-f]{7}(?=-|\s)/g, '-SUFFIX');
  await expect(masked).toMatchFileSnapshot('__snapshots__/printed.txt');
  expect(readdirSync(folder)).toEqual([]);
});

test('Ctrl-C deletes the folder', { timeout: 60_000 }, async () => {
  const TMPDIR = temporaryFolder();
  const { child, printed, ended } = start(TMPDIR, 'zone');
  await until(() => printed.out.includes('stack deployed'), LIMIT_MS);
  const own = () => readdirSync(TMPDIR).filter((name) => name.startsWith('petstore-drill-'));
  expect(own()).toHaveLength(1);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ status: 130 });
  expect(own()).toEqual([]);
});
