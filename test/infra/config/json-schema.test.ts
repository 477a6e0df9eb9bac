// The JSON Schema for editors: up to date, never stricter than the parser, with every check that a schema can express.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { stackFileSchema } from '../../../infra/config/json-schema.ts';
import { parseSettings } from '../../../infra/config/parse.ts';
import { flagged, good, type Raw } from './stack.ts';

const ROOT = join(import.meta.dirname, '../../..');
test('the checked-in file is the one that the definition makes (update: vitest -u)', async () => {
  const text = `${JSON.stringify(stackFileSchema(), undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(ROOT, 'infra/config/stack.schema.json'));
});

describe.each(['local', 'staging', 'production'])('Pulumi.%s.yaml', (stack) => {
  const text = readFileSync(join(ROOT, `Pulumi.${stack}.yaml`), 'utf8');

  test('is valid', () => {
    expect(flagged(parse(text).config)).toEqual([]);
  });

  test('names the schema for editors', () => {
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=infra/config/stack.schema.json');
  });
});

test('every key has a description, for completion', () => {
  const config = stackFileSchema().properties as {
    config: { properties: Record<string, { description?: string }> };
  };
  const bare = Object.entries(config.config.properties).filter(([, { description }]) => !description);
  expect(bare).toEqual([]);
});

const site = (more: Raw) => ({ 'petstore:docs': { primary: 'petstore.example', ...more } });
const VAULT = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';

describe('not flagged, as by the parser', () => {
  test.each<[string, Raw]>([
    ['the whole', {}],
    [
      'numbers and switches as text',
      { 'petstore:shards': '4', 'petstore:protect': 'true', 'petstore:preflight': 'strict' },
    ],
    [
      'numbers and switches',
      { 'petstore:shards': 4, 'petstore:protect': true, 'petstore:logRetentionDays': '30' },
    ],
    ['a TTL', { 'petstore:ttl': 300 }],
    ['TTLs by host', { 'petstore:ttl': { default: '300', 'API.petstore.dev': 60 } }],
    ['upper case and a final dot', site({ domains: ['A.Petstore.Dev.'] })],
    ['an international name', site({ domains: ['bücher.petstore.dev'] })],
    ['other namespaces', { 'cloudflare:apiToken': { secure: 'AAAB' }, 'aws:assumeRoles': [] }],
    [
      'a boundary',
      { 'petstore:permissionsBoundary': 'arn:aws:iam::123456789012:policy/petstore-staging-boundary' },
    ],
    ['a backup in another region', { 'petstore:backup': { region: 'eu-central-1', days: '35' } }],
    ['a backup in another account', { 'petstore:backup': { vault: VAULT } }],
    ['an account', { 'aws:allowedAccountIds': ['012345678901'] }],
    [
      'the free plan with empty sites',
      { 'petstore:plan': 'free', 'petstore:api': {}, 'petstore:docs': { domains: [] } },
    ],
  ])('%s', (_, change) => {
    const config = { ...good, ...change };
    expect(flagged(config)).toEqual([]);
    expect(parseSettings('production', config)).toHaveProperty('settings');
  });
});
