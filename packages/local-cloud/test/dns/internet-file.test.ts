// A zone file of the internet that cannot be read: what is in its place, and what to name.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInternet } from '../../src/dns/internet-file.ts';
import { ZoneFileError } from '../../src/dns/zone-file-error.ts';

test('a file that is not there, and a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'internet-'));
  const problemOf = (file: string) => {
    try {
      return readInternet(file);
    } catch (error) {
      return error instanceof ZoneFileError ? error.problems : error;
    }
  };
  const fix = expect.stringContaining('name a zone file with --internet');
  expect(problemOf(join(folder, 'no.zone'))).toMatchObject([
    { path: 'no.zone', what: 'there is no such file', fix },
  ]);
  expect(problemOf(folder)).toMatchObject([{ what: 'is a folder', fix }]);
  rmSync(folder, { recursive: true });
});
