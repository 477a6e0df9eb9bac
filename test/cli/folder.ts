// A folder of a test's own, which ends with the test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** `files`: their texts by path; `folder/` is one without a file. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name.endsWith('/') ? name : dirname(name)), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(join(folder, name), text);
  }
  return folder;
}
