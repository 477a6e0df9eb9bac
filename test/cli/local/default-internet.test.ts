// The zone file that is read where --internet names none, and its absence.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultInternet } from '../../../cli/local/default-internet.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'petstore-internet-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the one of the project', () => {
  mkdirSync(join(root, 'cli/local'), { recursive: true });
  writeFileSync(join(root, 'cli/local/internet.zone'), '');
  expect(defaultInternet(root)).toBe(join(root, 'cli/local/internet.zone'));
});

test('it was deleted: how it comes back, and no advice to leave out what was left out', () => {
  expect(() => defaultInternet(root)).toThrow(
    /internet\.zone is missing: .*\n {2}restore it with git checkout -- cli\/local\/internet\.zone, or name/,
  );
});
