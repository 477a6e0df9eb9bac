// The files under `.local/`: for their owner alone, of a run that serves, and stamps that tell what was deployed.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LOCAL_FILES, removeFile, stampOf, writeJson, writePrivate } from '../../cli/local-files.ts';
import { servedCloud } from '../../cli/served-cloud.ts';
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

test('a file and a folder have another stamp after each change, also where it is replaced; a missing one has none', async () => {
  const path = temporaryFolder({ 'stack.yaml': '1' });
  const [file, service] = [join(path, 'stack.yaml'), join(path, 'service')];
  const code = join(service, 'pets/store.ts');
  const write = (name: string, text: string) => () => writeFileSync(name, text);
  const replaced = () => {
    write(join(path, 'new.tmp'), '3')();
    renameSync(join(path, 'new.tmp'), file);
  };
  const created = () => mkdirSync(join(service, 'pets'), { recursive: true });
  const steps: readonly (() => unknown)[] = [
    ...[write(file, '2'), replaced, replaced, created, write(code, '1'), write(code, '2')],
    ...[() => renameSync(code, join(service, 'store.ts')), () => rmSync(service, { recursive: true })],
  ];
  const present = () => `${stampOf(file)}\n${stampOf(service)}`;
  expect(stampOf(service)).toBe('');
  const seen = [present()];
  for (const step of steps) {
    // The time of a file is that of the system's last tick.
    await sleep(10);
    step();
    seen.push(present());
    expect(present()).toBe(seen.at(-1));
  }
  expect(seen.filter((one, index) => one === seen[index - 1])).toEqual([]);
  expect(stampOf(service)).toBe('');
});
