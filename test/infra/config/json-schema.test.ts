// The JSON Schema for editors: up to date, never stricter than the parser, with every check that a schema can express.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { stackFileSchema } from '../../../infra/config/json-schema.ts';
import { parseSettings } from '../../../infra/config/parse.ts';
import { good, type Raw } from './stack.ts';

const ROOT = join(import.meta.dirname, '../../..');
const validate = new Ajv({ strict: false, allErrors: true }).compile(stackFileSchema());

/** Where the schema finds something, as JSON pointers below `config`; empty: nothing. */
function flagged(config: Raw): string[] {
  if (validate({ config })) return [];
  return [...new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))];
}

test('the checked-in file is the one that the definition makes (update: vitest -u)', async () => {
  const text = `${JSON.stringify(stackFileSchema(), undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(ROOT, 'infra/config/stack.schema.json'));
});

describe.each(['local', 'staging', 'production'])('Pulumi.%s.yaml', (stack) => {
  const text = readFileSync(join(ROOT, `Pulumi.${stack}.yaml`), 'utf8');

  test('is valid', () => {
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
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
const zone = (value: Raw) => ({ 'petstore:zones': { 'a.dev': value } });
const redirect = (more: Raw) =>
  site({ redirects: [{ from: 'w.a.dev', to: 'https://a.dev', status: 301, ...more }] });

const VAULT = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';

describe('flagged, as by the parser', () => {
  test.each<[string, Raw]>([
    ['an unknown key', { 'petstore:shard': 1 }],
    ['a key without its namespace', { shards: 1 }],
    ['an unknown key inside', site({ domans: [] })],
    ['no such region', { 'aws:region': 'eu-west' }],
    ['a region that AWS does not have', { 'petstore:backup': { region: 'eu-central-9' } }],
    ['an account that is a number', { 'aws:allowedAccountIds': [123456789012] }],
    ['an account of 11 digits', { 'aws:allowedAccountIds': ['12345678901'] }],
    ['no account', { 'aws:allowedAccountIds': [] }],
    ['no such plan', { 'petstore:plan': 'Pro' }],
    ['hosts with the free plan', { 'petstore:plan': 'free' }],
    ['an underscore', site({ domains: ['api_v2.petstore.dev'] })],
    ['a wildcard', site({ domains: ['*.petstore.dev'] })],
    ['an address', site({ domains: ['192.0.2.1'] })],
    ['one label', site({ domains: ['petstore'] })],
    ['a label too long', site({ domains: [`${'a'.repeat(64)}.dev`] })],
    ['a host too long for a certificate', site({ domains: [`${'a'.repeat(62)}.dev.example`] })],
    ['a URL for a host', site({ primary: 'https://petstore.example' })],
    ['a host twice', site({ domains: ['a.dev', 'a.dev'] })],
    ['a number for a host', site({ domains: [1.5] })],
    ['text for a list', site({ domains: 'a.dev' })],
    ['domains without a primary', { 'petstore:docs': { domains: ['a.dev'] } }],
    ['another status', redirect({ status: 303 })],
    ['no status', redirect({ status: undefined })],
    ['a target over http', redirect({ to: 'http://a.dev' })],
    ['a target with a query', redirect({ to: 'https://a.dev/?b' })],
    ['a Cloudflare zone without its id', zone({ provider: 'cloudflare' })],
    ['a Cloudflare zone with a bad id', zone({ provider: 'cloudflare', zoneId: 'x' })],
    ['a Route 53 zone with a bad id', zone({ provider: 'route53', zoneId: '5' })],
    ['no such DNS provider', zone({ provider: 'bind' })],
    ['a zone that is not a valid name', { 'petstore:zones': { 'a b': { provider: 'route53' } } }],
    ['a number out of its range', { 'petstore:function': { memoryMb: 64 } }],
    ['a TTL that is text', { 'petstore:ttl': '5m' }],
    ['a TTL of what is not a host', { 'petstore:ttl': { 'a b': 60 } }],
    ['a fraction of a TTL', { 'petstore:ttl': { default: 1.5 } }],
    ['a fraction', { 'petstore:shards': 1.5 }],
    ['text that is not a number', { 'petstore:shards': 'many' }],
    ['a retention that CloudWatch does not have', { 'petstore:logRetentionDays': 15 }],
    ['a switch that is neither', { 'petstore:protect': 'no' }],
    ['a preflight that is none of the three values', { 'petstore:preflight': 'no' }],
    ['a topic that is not an ARN', { 'petstore:alarms': { topicArn: 'alarms' } }],
    ['a backup without a place', { 'petstore:backup': { days: 35 } }],
    ['a backup in two places', { 'petstore:backup': { region: 'eu-central-1', vault: VAULT } }],
    ['a vault that is not an ARN', { 'petstore:backup': { vault: 'petstore' } }],
    ['a boundary that is not an ARN', { 'petstore:permissionsBoundary': 'petstore-staging-boundary' }],
  ])('%s', (_, change) => {
    // As a file would have it: what is undefined is not there.
    const config = JSON.parse(JSON.stringify({ ...good, ...change })) as Raw;
    expect(flagged(config)).not.toEqual([]);
    expect(parseSettings('production', config)).toHaveProperty('problems');
  });
});

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
