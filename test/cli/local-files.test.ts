// The files under `.local/`: readable by their owner alone, written whole, and removed.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFile, writeJson, writePrivate } from '../../cli/local-files.ts';

function folder(): string {
  const created = mkdtempSync(join(tmpdir(), 'petstore-files-'));
  onTestFinished(() => rmSync(created, { recursive: true }));
  return join(created, '.local');
}

test('the folder is created, and the file is for its owner alone', () => {
  const path = folder();
  const file = writePrivate(path, 'pulumi.env', 'text\n');
  expect(file).toBe(join(path, 'pulumi.env'));
  expect(readFileSync(file, 'utf8')).toBe('text\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that exists is replaced, and nothing else remains', () => {
  const path = folder();
  writeJson(path, 'ready.json', { port: 1 });
  expect(readFileSync(writeJson(path, 'ready.json', { port: 2 }), 'utf8')).toBe('{\n  "port": 2\n}\n');
  expect(readdirSync(path)).toEqual(['ready.json']);
});

test('a removed file no longer exists, and one that does not exist is no error', () => {
  const path = folder();
  const file = writeJson(path, 'ready.json', {});
  removeFile(path, 'ready.json');
  expect(existsSync(file)).toBe(false);
  expect(() => removeFile(path, 'ready.json')).not.toThrow();
});
