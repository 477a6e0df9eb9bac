// The end of `npm ci`: the link to the project's Node is there, or a Node that is too old says why it is not.
import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from './scripts.ts';
import { ROOT } from './workflows.ts';

const NAME = `node-${process.platform}-${process.arch}`;

let folder: string;
let link: string;
beforeEach(() => {
  folder = newFolder();
  link = join(folder, 'node_modules/.bin/node');
  cpSync(join(ROOT, '.ci/link-node.js'), join(folder, '.ci/link-node.js'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', optionalDependencies: { 'node-other-x64': '1.0.0', [NAME]: '1.0.0' } }),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(): void {
  mkdirSync(join(folder, 'node_modules', NAME, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', NAME, 'bin/node'), 'the binary');
}

function run(version: string) {
  const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    join(folder, '.ci/link-node.js'),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  return { status, stdout, stderr };
}

const DONE = { status: 0, stdout: '', stderr: '' };

test('links the binary, also where npm left no folder and no link', () => {
  install();
  expect(run('20.20.2')).toEqual(DONE);
  expect(readFileSync(link, 'utf8')).toBe('the binary');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test('replaces a link that leads elsewhere', () => {
  install();
  mkdirSync(join(link, '..'), { recursive: true });
  symlinkSync('../gone/bin/node', link);
  expect(run('24.21.0')).toEqual(DONE);
  expect(readFileSync(link, 'utf8')).toBe('the binary');
});

test('without the package, a Node that is new enough runs the project, and an old one fails with the reason', () => {
  expect(run('24.0.0')).toEqual(DONE);
  expect(run('20.20.2')).toEqual({
    status: 1,
    stdout: '',
    stderr: `petstore needs Node 24 or later. This is 20.20.2, and ${NAME} was not installed: install Node 24, or run npm ci again without --omit=optional\n`,
  });
});
