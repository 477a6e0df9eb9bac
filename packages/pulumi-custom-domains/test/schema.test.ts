// The schema is the contract of every language: it is what Pulumi's analyzer makes of the component's types.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ZONE_HOSTS } from '@petstore/custom-domains/dns-hosts';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import schema from '../schema.json' with { type: 'json' };
import { TYPE } from '../src/host.ts';

const FOLDER = join(import.meta.dirname, '..');
// Its module that has them both also starts a provider; these two have no side effects.
const load = createRequire(import.meta.url);
const { Analyzer } = load('@pulumi/pulumi/provider/experimental/analyzer.js');
const { generateSchema } = load('@pulumi/pulumi/provider/experimental/schema.js');

test('schema.json is up to date; with -u it is written', async () => {
  // The analyzer looks for the source of the package's main file.
  const source = { ...manifest, main: './src/host.js' };
  const name = TYPE.split(':')[0];
  const analyzer = new Analyzer(FOLDER, name, source, new Set(['Host']));
  const { components, typeDefinitions, dependencies } = analyzer.analyze();
  const { version, description } = manifest;
  const parts = [components, typeDefinitions, dependencies];
  const made = generateSchema(name, version, description, ...parts, 'petstore');
  await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot('../schema.json');
});

test('a zone has the fields of every DNS host', () => {
  const fields = ZONE_HOSTS.flatMap(({ zone }) => Object.keys(zone));
  const { provider, name, verified, ...others } = schema.types['custom-domains:index:Zone'].properties;
  expect(Object.keys(others).sort()).toEqual([...new Set(fields)].sort());
  const providers = schema.types['custom-domains:index:ZoneProvider'].enum.map(({ value }) => value);
  expect(providers.sort()).toEqual([...ZONE_HOSTS.map(({ id }) => id), 'external'].sort());
});
