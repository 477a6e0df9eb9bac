// A local stack whose file has another region than its tables: what is said, and where.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireSameRegion } from '../../../cli/local/same-region.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'petstore-region-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function refused(deployed: string | undefined): string {
  try {
    requireSameRegion(root, { region: 'eu-central-1', deployed, again: 'npm run local -- --fresh' });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('the region with its place in the file, and both ways on', () => {
  writeFileSync(join(root, 'Pulumi.local.yaml'), 'config:\n  aws:region: eu-central-1\n');
  expect(refused('eu-west-1')).toMatchInlineSnapshot(`
    "Pulumi.local.yaml has 1 problem; nothing was changed.

      2:3  aws:region  is eu-central-1, and the local stack is deployed in eu-west-1: a stack stays in its region
                       set it to eu-west-1, or begin anew: npm run local -- --fresh"
  `);
});

test('the same without a place, where the file cannot be read', () => {
  expect(refused('eu-west-1')).toMatchInlineSnapshot(`
    "Pulumi.local.yaml has 1 problem; nothing was changed.

      aws:region  is eu-central-1, and the local stack is deployed in eu-west-1: a stack stays in its region
                  set it to eu-west-1, or begin anew: npm run local -- --fresh"
  `);
});

test.each([undefined, 'eu-central-1'])('deployed in %s: nothing', (deployed) => {
  expect(refused(deployed)).toBe('');
});
