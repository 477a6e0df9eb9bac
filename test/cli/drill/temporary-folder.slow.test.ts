// The folder of a drill: it does not outlive the drill, also where Ctrl-C ends it, and where there can be none it says so.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder, removeFolder } from '../../../cli/drill/temporary-folder.ts';
import { nodeArguments } from '../../npm-script.ts';

test('Ctrl-C deletes it', { timeout: 60_000 }, async () => {
  const TMPDIR = mkdtempSync(join(tmpdir(), 'petstore-drills-'));
  onTestFinished(() => rmSync(TMPDIR, { recursive: true }));
  const drill = spawn(process.execPath, [...nodeArguments('drill'), 'zone'], {
    env: { ...process.env, TMPDIR },
  });
  const ended = once(drill, 'exit');
  let out = '';
  for await (const chunk of drill.stdout) {
    out += chunk;
    if (out.includes('stack deployed')) break;
  }
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('petstore-drill-'))).toHaveLength(1);
  drill.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('petstore-drill-'))).toEqual([]);
});

/** A drill at its start, which goes on until a signal ends it. */
const MODULE = new URL('../../../cli/drill/temporary-folder.ts', import.meta.url);
const STARTED = `
const { createFolder, removeFoldersOnSignal } = await import(${JSON.stringify(MODULE.href)});
removeFoldersOnSignal();
console.log(createFolder());
setInterval(() => undefined, 1_000);`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)("%s deletes it, and the exit status is a shell's: %s", async (signal, status) => {
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', STARTED];
  const drill = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void drill.kill('SIGKILL'));
  const ended = once(drill, 'exit');
  const [printed] = await once(drill.stdout, 'data');
  const folder = String(printed).trim();
  expect(existsSync(folder)).toBe(true);
  drill.kill(signal);
  expect(await ended).toEqual([status, null]);
  expect(existsSync(folder)).toBe(false);
});

const TWO = `
const { createFolder, removeFolder } = await import(${JSON.stringify(MODULE.href)});
const [done, left] = [createFolder(), createFolder()];
removeFolder(done);
console.log([done, left, existsSync(done), existsSync(left)].join('\\n'));
process.exit();`;

test('that of a drill that is done is deleted at once, and the others with the process', () => {
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval'];
  const script = `import { existsSync } from 'node:fs';${TWO}`;
  const { stdout } = spawnSync(process.execPath, [...args, script], { encoding: 'utf8' });
  const [done = '', left = '', ...exist] = stdout.trim().split('\n');
  expect(exist).toEqual(['false', 'true']);
  expect([existsSync(done), existsSync(left)]).toEqual([false, false]);
});

test('the end of the process is watched while there is a folder, once, and not after that', () => {
  const before = process.listenerCount('exit');
  const folders = [createFolder(), createFolder()];
  expect(process.listenerCount('exit')).toBe(before + 1);
  for (const folder of folders) {
    writeFileSync(join(folder, 'state.json'), '{}');
    removeFolder(folder);
  }
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  expect(process.listenerCount('exit')).toBe(before);
  // Somebody cleaned up in the temporary folder meanwhile.
  expect(() => removeFolder(folders[0] ?? '')).not.toThrow();
});

test('where there is no folder, each drill says so in a sentence, and the next one is run', {
  timeout: 60_000,
}, async () => {
  const env = { ...process.env, NO_COLOR: '1', TMPDIR: '/nonexistent' };
  const ran = await new Promise<object>((resolve) => {
    execFile(process.execPath, nodeArguments('drill'), { env }, (error, out, err) =>
      resolve({ status: error?.code, out, err }),
    );
  });
  const failed =
    '  ✗ no folder can be created in /nonexistent (ENOENT): name a folder of yours with TMPDIR=FOLDER\n';
  expect(ran).toEqual({ status: 1, out: 'table\ncopy\nstack\nstate\nzone\n', err: failed.repeat(5) });
});
