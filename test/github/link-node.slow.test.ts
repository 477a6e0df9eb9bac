// The end of `npm ci`: the link to the project's Node is there, or a Node that is too old says why it is not.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/folder.ts';
import { asNode } from '../run-process.ts';
import { read } from './workflows.ts';

const NAME = `node-${process.platform}-${process.arch}`;
const DONE = { status: 0, stdout: '', stderr: '' };

/** A project in which npm installed the Node of this platform, or did not. */
function project(isInstalled: boolean) {
  const optionalDependencies = { 'node-other-x64': '1.0.0', [NAME]: '1.0.0' };
  const folder = temporaryFolder({
    '.ci/link-node.js': read('.ci/link-node.js'),
    'package.json': JSON.stringify({ type: 'module', optionalDependencies }),
    [`node_modules/${NAME}/bin/${isInstalled ? 'node' : ''}`]: 'the binary',
    [`node_modules/${NAME}/include/`]: '',
  });
  const script = join(folder, '.ci/link-node.js');
  const headers = join(folder, 'node_modules', NAME, 'include');
  const run = (version: string) => {
    const options = { encoding: 'utf8', timeout: 20_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [...asNode(version), script], options);
    return { status, stdout, stderr };
  };
  return { link: join(folder, 'node_modules/.bin/node'), headers, run };
}

test('links the binary, where npm left no folder and no link, and where a link leads elsewhere', () => {
  const { link, headers, run } = project(true);
  expect(run('20.20.2')).toEqual(DONE);
  expect(existsSync(headers), '67 MB for compilers').toBe(false);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  rmSync(link);
  symlinkSync('../gone/bin/node', link);
  expect(run('24.21.0')).toEqual(DONE);
  expect(readFileSync(link, 'utf8')).toBe('the binary');
});

test('without the package, a Node that is new enough runs the project, and an old one fails with the reason', () => {
  const { run } = project(false);
  expect(run('24.0.0')).toEqual(DONE);
  expect(run('20.20.2')).toEqual({
    ...{ status: 1, stdout: '' },
    stderr: `petstore needs Node 24 or later. This is 20.20.2, and ${NAME} was not installed: install Node 24, or run npm ci again without --omit=optional\n`,
  });
});
