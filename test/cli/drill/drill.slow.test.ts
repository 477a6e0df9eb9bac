// `npm run drill` as a process: each accident is recovered from, and nothing of a drill outlives it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../npm-script.ts';
import { temporaryFolder } from '../folder.ts';

const LIMIT_MS = 120_000;

/** `TMPDIR` is where the folders of the drills are. */
function run(args: readonly string[], TMPDIR: string): Promise<{ status: number; out: string; err: string }> {
  const env = { ...process.env, NO_COLOR: '1', TMPDIR };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...args], { env, timeout: LIMIT_MS }, (_, out, err) =>
      resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

test('all of them, one after the other', { timeout: LIMIT_MS }, async () => {
  const folder = temporaryFolder();
  const { status, out, err } = await run(nodeArguments('drill'), folder);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const masked = out.replace(/\d+(\.\d)? m?s$/gm, 'TIME').replace(/-[0-9a-f]{7}(?=-|\s)/g, '-SUFFIX');
  await expect(masked).toMatchFileSnapshot('__snapshots__/printed.txt');
  expect(readdirSync(folder)).toEqual([]);
});

test('Ctrl-C deletes the folder', { timeout: 60_000 }, async () => {
  const TMPDIR = temporaryFolder();
  const env = { ...process.env, TMPDIR };
  const drill = spawn(process.execPath, [...nodeArguments('drill'), 'zone'], { env });
  const ended = once(drill, 'exit');
  let out = '';
  for await (const chunk of drill.stdout) {
    out += chunk;
    if (out.includes('stack deployed')) break;
  }
  const own = () => readdirSync(TMPDIR).filter((name) => name.startsWith('petstore-drill-'));
  expect(own()).toHaveLength(1);
  drill.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(own()).toEqual([]);
});
