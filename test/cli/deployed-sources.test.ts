// Whether a source has changed since it was deployed: by its text alone.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources } from '../../cli/deployed-sources.ts';

test('a file that is saved unchanged is the same, one with another text is not, and one that is not there has no hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { stackFile: join(folder, 'stack.yaml'), internetFile: join(folder, 'internet.zone') };
  writeFileSync(files.stackFile, 'config:\n');
  const before = hashSources(files);
  expect(before).toEqual({ stackFile: expect.stringMatching(/^[0-9a-f]{64}$/), internetFile: '' });
  writeFileSync(files.stackFile, 'config:\n');
  utimesSync(files.stackFile, 1, 1);
  expect(hashSources(files)).toEqual(before);
  writeFileSync(files.stackFile, 'config: {}\n');
  writeFileSync(files.internetFile, '');
  const after = hashSources(files);
  expect(after.stackFile).not.toBe(before.stackFile);
  expect(after.internetFile).not.toBe('');
});
