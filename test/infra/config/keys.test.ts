// A key of a stack file is in every place that has the keys, or it is a setting that nobody finds, or that does nothing.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stackFileSchema } from '../../../infra/config/json-schema.ts';
import { KEYS } from '../../../infra/config/keys.ts';
import type { Settings } from '../../../infra/config/settings.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

type Descriptions = Readonly<Record<string, { readonly description: string }>>;

test("README's table of settings has a row for each key (update: vitest -u)", async () => {
  const readme = read('README.md');
  const { config } = stackFileSchema().properties as { config: { properties: Descriptions } };
  const descriptions = config.properties;
  const rows = Object.entries(KEYS).flatMap(([key, { row }], index, all) => {
    if (row === undefined) return [];
    // A key without a row of its own shares the one above it.
    const next = all[index + 1];
    const keys = next !== undefined && next[1].row === undefined ? [key, next[0]] : [key];
    const [preset, meaning = descriptions[key]?.description] = row;
    return [`| ${keys.map((one) => `\`${one}\``).join(', ')} | ${preset} | ${meaning} |\n`];
  });
  const [start, table] = [readme.indexOf('| key | default | meaning |'), /(^\|.*\n)+/m];
  const written = readme
    .slice(start)
    .replace(table, `| key | default | meaning |\n|---|---|---|\n${rows.join('')}`);
  await expect(readme.slice(0, start) + written).toMatchFileSnapshot(join(ROOT, 'README.md'));
});

test('the program reads each setting: one that is only built has no effect', () => {
  const text = read('Pulumi.staging.yaml');
  // The provider reads this one itself.
  const { allowedAccountIds: _, ...settings } = (
    settingsOf('staging', { name: 'Pulumi.staging.yaml', text }) as { settings: Settings }
  ).settings;
  const files = globSync('infra/**/*.ts').filter((file) => !file.startsWith('infra/config/'));
  const program = files.map(read).join('\n');
  expect(Object.keys(settings).filter((name) => !new RegExp(`\\b${name}\\b`).test(program))).toEqual([]);
});

test('Pulumi.yaml describes keys that exist', () => {
  const { config } = parse(read('Pulumi.yaml')) as { config: Record<string, object> };
  expect(Object.keys(config).filter((key) => !Object.hasOwn(KEYS, key))).toEqual([]);
});
