// The log of a run: what is in the file, what is printed as well, and where the file ends.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { cloudLog } from '../../../cli/local/cloud-log.ts';
import { temporaryFolder } from '../folder.ts';
import { screen } from './screen.ts';
import { until } from './support.ts';

const MIB = 1024 * 1024;

let folder: string;
let file: string;
let out: ReturnType<typeof screen>;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'cloud.log');
  out = screen();
});

const logTo = (path: string) => cloudLog(path, out);

test('messages and faults of services are printed too, requests and functions are in the file alone; each start begins anew', async () => {
  logTo(file)('access', 'of the run before');
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
  const log = logTo(file);
  const sources = ['acm', 'endpoint', 'access'];
  for (const source of sources) log(source, `one\ntwo \u001b[2J`);
  expect(out.lines).toEqual(['acm', 'endpoint'].map((source) => `  ! ${source}: one\ntwo \\x1b[2J`));
  const text = sources.map((source) => `${source}: one\ntwo \\x1b[2J\n`).join('');
  await until(() => readFileSync(file, 'utf8') === text);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an API key, as in a path of the documentation, is in neither', async () => {
  const log = logTo(file);
  for (const source of ['ingress', 'access']) log(source, 'GET /pets_test_4fK9 404');
  const text = 'GET /pets_test_[redacted] 404';
  expect(out.lines).toEqual([`  ! ingress: ${text}`]);
  const written = `ingress: ${text}\naccess: ${text}\n`;
  await until(() => existsSync(file) && readFileSync(file, 'utf8') === written);
});

test('it ends at 50 MB, and what is printed goes on', async () => {
  const log = logTo(file);
  const part = 'a'.repeat(MIB - 'access: \n'.length);
  for (let count = 0; count < 50; count += 1) log('access', part);
  log('access', 'too much');
  log('dns', 'too much');
  expect(out.lines).toHaveLength(1);
  await until(() => existsSync(file) && statSync(file).size >= 50 * MIB);
  expect(statSync(file).size).toBe(50 * MIB);
});

test('a file that cannot be written: that it is missing, once, and the run goes on', async () => {
  const log = logTo(folder);
  await until(() => out.lines.length > 0);
  log('access', 'a request');
  log('dns', 'a message');
  expect(out.lines).toEqual([expect.stringContaining(`log: ${folder} cannot`), '  ! dns: a message']);
});
