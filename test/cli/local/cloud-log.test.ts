// The log of a run: what is in the file, what is printed as well, and where the file ends.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shown } from '@petstore/custom-domains/output';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cloudLog } from '../../../cli/local/cloud-log.ts';
import { until } from './support.ts';

let folder: string;
let file: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'cloud.log');
  lines = [];
});

const logTo = (path: string, printed = lines) =>
  cloudLog(path, {
    ...{ isTerminal: false, columns: Number.POSITIVE_INFINITY, status: () => undefined },
    line: (text) => void printed.push(String(text)),
    paint: (style, text) => shown`<${String(style)}>${text}</>`,
  });
/** Empty before it is opened. */
const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');

test('services whose messages are printed, and those that are in the file alone', async () => {
  const log = logTo(file);
  const printed = ['acm', 'apigatewayv2', 'cloudfront', 'codedeploy', 'dns', 'dynamodb', 'ingress'];
  const silent = ['access', 'api-function', 'endpoint', 'lambda'];
  const all = [...printed, ...silent];
  for (const source of all) log(source, `one\ntwo \u001b[2J of ${source}`);
  expect(lines).toEqual(printed.map((source) => `  <yellow>!</> ${source}: one\ntwo \\x1b[2J of ${source}`));
  const text = all.map((source) => `${source}: one\ntwo \\x1b[2J of ${source}\n`).join('');
  await until(() => written().length >= text.length);
  expect(written()).toBe(text);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('each start begins anew', async () => {
  logTo(file)('access', 'of the run before, which is long');
  await until(() => written() !== '');
  logTo(file)('access', 'of this run');
  await until(() => written() === 'access: of this run\n');
});

test('it ends at 50 MB, and what is printed goes on', async () => {
  const log = logTo(file);
  const part = 'a'.repeat(1024 * 1024 - 'access: \n'.length);
  const size = () => (existsSync(file) ? statSync(file).size / 1024 / 1024 : 0);
  for (let count = 0; count < 50; count += 1) log('access', part);
  log('access', 'too much');
  log('dns', 'too much');
  expect(lines).toHaveLength(1);
  await until(() => size() >= 50);
  await sleep(100);
  expect(size()).toBe(50);
});

test('a file that cannot be written: that it is missing, once, and the run goes on', async () => {
  const log = logTo(folder);
  await until(() => lines.length > 0);
  log('access', 'a request');
  log('dns', 'a message');
  expect(lines).toEqual([
    `  <yellow>!</> log: ${folder} cannot be written, and ends here (EISDIR: illegal operation on a directory, open '${folder}')\nto have it, make it writable and start again`,
    '  <yellow>!</> dns: a message',
  ]);
});
