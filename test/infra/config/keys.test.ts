// A key of a stack file is in every place that has the keys, or it is a setting that nobody finds, or that does nothing.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stackConfig } from '../../../infra/config/schema.ts';
import type { Settings } from '../../../infra/config/settings.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const keys = Object.keys(stackConfig.shape).sort();

test('README describes each key, in its table of settings, and no other', () => {
  const table = /^## Settings$(.*?)^## /ms.exec(read('README.md'))?.[1] ?? '';
  const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`([^`]+)`/g),
  ]);
  expect(rows.map(([, key]) => key).sort()).toEqual(keys);
});

test('the settings are built from each key: one that nothing reads has no effect', () => {
  const source = read('infra/config/build-settings.ts');
  expect(keys.filter((key) => !source.includes(`config['${key}']`))).toEqual([]);
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
  expect(Object.keys(config).filter((key) => !keys.includes(key))).toEqual([]);
});
