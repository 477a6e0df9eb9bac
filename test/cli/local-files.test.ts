// The files under `.local/`: for their owner alone, of a run that serves, and hashes that tell what was deployed.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashSources } from '../../cli/deployed-sources.ts';
import { LOCAL_FILES, removeFile, writeJson, writePrivate } from '../../cli/local-files.ts';
import { lastStart, saveStart, servedCloud } from '../../cli/served-cloud.ts';
import { temporaryFolder } from './folder.ts';

const folder = () => join(temporaryFolder(), '.local');

test('a file is for its owner alone, is replaced whole, and is removed', () => {
  const path = folder();
  const file = writePrivate(path, 'pulumi.env', 'text\n');
  expect([file, readFileSync(file, 'utf8')]).toEqual([join(path, 'pulumi.env'), 'text\n']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(writeJson(path, 'pulumi.env', { port: 2 }), 'utf8')).toBe('{\n  "port": 2\n}\n');
  expect(readdirSync(path)).toEqual(['pulumi.env']);
  removeFile(path, 'pulumi.env');
  removeFile(path, 'pulumi.env');
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['this process', JSON.stringify({ pid: process.pid }), true],
  // Above the largest id of Linux (PID_MAX_LIMIT, 2^22).
  ['a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1 }), false],
  ['nothing', 'null', false],
  ['what is not JSON', '{', false],
  ['an empty file', '', false],
])('the cloud of %s is served: %s %s', (_name, text, isServed) => {
  const path = folder();
  expect(servedCloud(path)).toBeUndefined();
  writePrivate(path, LOCAL_FILES.ready, text);
  expect(servedCloud(path)).toEqual(isServed ? JSON.parse(text) : undefined);
});

test.each([
  [['--fresh'], 'npm run local'],
  [['--engine', '--fresh', '--internet', 'my zone'], "npm run local -- --engine --internet 'my zone'"],
])('after %j, it is started again without deleting data', (args, start) => {
  const path = folder();
  saveStart(path, args);
  expect(lastStart(path)).toBe(start);
});

test('a source that is saved unchanged is the same, one with another text is not, a missing one has no hash', () => {
  const path = temporaryFolder({ 'stack.yaml': 'config:\n' });
  const files = { stackFile: join(path, 'stack.yaml'), internetFile: join(path, 'internet.zone') };
  const before = hashSources(files);
  expect(before).toEqual({ stackFile: expect.stringMatching(/^[0-9a-f]{64}$/), internetFile: '' });
  utimesSync(files.stackFile, 1, 1);
  expect(hashSources(files)).toEqual(before);
  writeFileSync(files.stackFile, 'config: {}\n');
  writeFileSync(files.internetFile, '');
  const after = hashSources(files);
  expect([after.stackFile === before.stackFile, after.internetFile === '']).toEqual([false, false]);
});
