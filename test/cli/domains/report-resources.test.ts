// What a pull request's comment shows of the resources: losses in the open, the rest folded.

import { md } from '@petstore/custom-domains/output';
import { describe, expect, test } from 'vitest';
import { comment, commentMarker } from '../../../cli/domains/formats/comment.ts';
import type { NoPreview, Preview, ResourceChange } from '../../../cli/domains/report/preview.ts';
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

test('in a comment without room, the heading stays, and what is left out is named', () => {
  const replaced: ResourceChange = { operation: 'replace', ...table, properties: [] };
  const known: Preview = { changes: [replaced, record], unchanged: 3, errors: [], warnings: [] };
  const short = (preview: Preview | NoPreview) => {
    const hosts = { name: 'all hosts', text: md`${'x'.repeat(200)}` };
    // The marker, what closes it, and 200 characters.
    const limit = commentMarker.length + 1_000 + 200;
    return String(comment([hosts, ...resourceBlocks('staging', preview, new Set())], limit));
  };
  expect(short(known)).toBe(`${commentMarker}

#### Resources of staging: 1 to create, 1 to replace, 3 unchanged

⚠️ Replaced or deleted:

- replace \`dynamodb.Table\` \`pets\`

✂️ The comment is too long. Left out: \`all hosts\`, \`resources of staging\`. The whole report: \`npm run domains -- check --base REVISION --stack STACK\``);
  expect(short({ unknown: 'no credentials' })).toContain('#### ❓ Resources of staging: not known');
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

describe('a long list is cut where it says so, and a full one is whole', () => {
  const many = (length: number) => Array.from({ length }, (_, n) => ({ ...record, name: `r${n}` }));
  const warnings = (length: number) => Array.from({ length }, (_, n) => `warning: text ${n}`);
  const rest = '… the rest is in the log of the job';

  test.each([
    [100, []],
    [101, ['- and 1 other']],
  ])('%i resources', (length, more) => {
    const [, folded = ''] = blocks(many(length));
    expect(folded.split('\n').filter((line) => line.startsWith('- and'))).toEqual(more);
    expect(folded.match(/^- create/gm)).toHaveLength(100);
  });

  test.each([
    [10, false],
    [11, true],
  ])('%i messages', (length, isCut) => {
    const [, text = ''] = blocks([record], { warnings: warnings(length) });
    expect(text.match(/^warning: text \d+$/gm)).toHaveLength(10);
    expect(text.includes(rest)).toBe(isCut);
  });
});

test('each property that differs is named, and messages come before the changes', () => {
  const update: ResourceChange = { operation: 'update', ...table, properties: ['ttl', 'tags'] };
  expect(blocks([update], { warnings: ['warning: deprecated'] })).toEqual([
    '#### Resources of staging: 1 to update, 3 unchanged',
    '⚠️ The preview warns:\n\n```text\nwarning: deprecated\n```',
    '<details><summary>1 to update</summary>\n\n- update `dynamodb.Table` `pets`: ttl, tags\n\n</details>',
  ]);
});
