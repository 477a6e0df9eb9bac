// A key of a stack file is in every place that has the keys, or it is a setting that nobody finds, or that does nothing.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import enums from '@pulumi/aws/types/enums/index.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { KEYS } from '../../../infra/config/keys.ts';
import { AWS_REGIONS, regionRefusal } from '../../../infra/config/regions.ts';
import { stackFileSchema } from '../../../infra/config/schema.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

type Descriptions = Readonly<Record<string, { readonly description?: string }>>;
const schema = stackFileSchema();
const { config } = schema.properties as { config: { properties: Descriptions } };

test('the JSON schema is the one that the definition makes, and describes each key (update: vitest -u)', async () => {
  const text = `${JSON.stringify(schema, undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(ROOT, 'infra/config/stack.schema.json'));
  expect(Object.entries(config.properties).filter(([, { description }]) => !description)).toEqual([]);
});

test("README's table of settings has a row for each key (update: vitest -u)", async () => {
  const readme = read('README.md');
  const rows = Object.entries(KEYS).flatMap(([key, { row }], index, all) => {
    if (row === undefined) return [];
    // A key without a row of its own shares the one above it.
    const next = all[index + 1];
    const keys = next !== undefined && next[1].row === undefined ? [key, next[0]] : [key];
    const [preset, meaning = config.properties[key]?.description] = row;
    return [`| ${keys.map((one) => `\`${one}\``).join(', ')} | ${preset} | ${meaning} |\n`];
  });
  const [start, table] = [readme.indexOf('| key | default | meaning |'), /(^\|.*\n)+/m];
  const written = readme
    .slice(start)
    .replace(table, `| key | default | meaning |\n|---|---|---|\n${rows.join('')}`);
  await expect(readme.slice(0, start) + written).toMatchFileSnapshot(join(ROOT, 'README.md'));
});

test('the program reads each setting: one that is only built has no effect', () => {
  const files = globSync('infra/**/*.ts').filter((file) => !file.startsWith('infra/config/'));
  const program = files.map(read).join('\n');
  // The provider reads those of `aws:` itself.
  const names = Object.keys(KEYS).flatMap((key) => /^petstore:(\w+)$/.exec(key)?.[1] ?? []);
  const unread = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(program));
  expect(unread).toEqual([]);
});

test('Pulumi.yaml describes keys that exist', () => {
  const { config: described } = parse(read('Pulumi.yaml')) as { config: Record<string, object> };
  expect(Object.keys(described).filter((key) => !Object.hasOwn(KEYS, key))).toEqual([]);
});

test('each region that @pulumi/aws knows is taken, or is of another partition: add those that an update of it brings', () => {
  const refused = Object.values(enums.Region).filter((region) => !AWS_REGIONS.includes(region));
  expect(refused).not.toEqual([]);
  expect(new Set(refused.map((region) => regionRefusal(region)?.code))).toEqual(new Set(['other-partition']));
});
