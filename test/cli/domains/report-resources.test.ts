// What a pull request's comment shows of the resources: losses in the open, the rest folded.
import { describe, expect, test } from 'vitest';
import type { Preview, ResourceChange } from '../../../cli/domains/report/preview.ts';
import { resourceBlocks } from '../../../cli/domains/report/resources.ts';

const table = { type: 'dynamodb.Table', name: 'pets' };
const record: ResourceChange = { operation: 'create', type: 'route53.Record', name: 'route', properties: [] };

function blocks(changes: readonly ResourceChange[], more: Partial<Preview> = {}): string[] {
  const preview: Preview = { changes, unchanged: 3, errors: [], warnings: [], ...more };
  return resourceBlocks('staging', preview, new Set()).map(({ text }) => String(text));
}

describe('a loss is in the open', () => {
  test('a replaced table, whose items are lost', () => {
    const replaced: ResourceChange = { operation: 'replace', ...table, properties: ['hashKey'] };
    expect(blocks([record, replaced])).toEqual([
      '#### Resources of staging: 1 to create, 1 to replace, 3 unchanged',
      '⚠️ Replaced or deleted:\n\n- replace `dynamodb.Table` `pets`: hashKey',
      '<details><summary>1 to create</summary>\n\n- create `route53.Record` `route`\n\n</details>',
    ]);
  });

  test('a deleted table', () => {
    expect(blocks([{ operation: 'delete', ...table, properties: [] }])).toEqual([
      '#### Resources of staging: 1 to delete, 3 unchanged',
      '⚠️ Replaced or deleted:\n\n- delete `dynamodb.Table` `pets`',
    ]);
  });
});

test('created, imported and updated resources are folded, counted in that order', () => {
  const changes = (['update', 'import', 'create', 'create'] as const).map(
    (operation): ResourceChange => ({ ...record, operation }),
  );
  const [heading, folded, ...others] = blocks(changes);
  expect(heading).toBe('#### Resources of staging: 2 to create, 1 to import, 1 to update, 3 unchanged');
  expect(folded).toContain('<summary>2 to create, 1 to import, 1 to update</summary>');
  expect(others).toEqual([]);
});

test('no change has a heading alone', () => {
  expect(blocks([])).toEqual(['#### Resources of staging: no change']);
});

test('after an error the list is said to be incomplete, in place of a count of what is unchanged', () => {
  expect(blocks([], { errors: ['error: no credentials'] })).toEqual([
    '#### ❓ Resources of staging: not known\n\nThe preview ended early, so its list of changes is incomplete: no change.',
    '❌ The preview stopped:\n\n```text\nerror: no credentials\n```',
  ]);
});
