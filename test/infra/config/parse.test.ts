// Settings: what is read and in which form, and that every problem is reported.
import { describe, expect, test } from 'vitest';
import { found, good, type Raw, redirecting, settingsOf, ZONE_ID } from './stack.ts';

describe('read', () => {
  test('names are in their normal form, a redirect has a URL', () => {
    const { zones, ...sites } = settingsOf({
      'petstore:zones': { 'Petstore.DEV.': { provider: 'cloudflare', zoneId: ZONE_ID.toUpperCase() } },
      'petstore:api': { primary: 'API.petstore.dev.', domains: ['bücher.petstore.dev'] },
      ...redirecting('WWW.petstore.example', 'Petstore.Example.'),
    });
    expect(zones).toEqual([{ name: 'petstore.dev', provider: 'cloudflare', zoneId: ZONE_ID }]);
    const domains = ['xn--bcher-kva.petstore.dev'];
    expect(sites.api).toEqual({ primary: 'api.petstore.dev', domains, redirects: [] });
    const expected = { from: 'www.petstore.example', to: 'https://petstore.example', status: 301 };
    expect(sites.docs.redirects).toEqual([expected]);
  });

  test('a redirect without a status is permanent, and that of the API keeps the method', () => {
    const redirects = (to: string) => [{ from: `old.${to}`, to }];
    const { api, docs } = settingsOf({
      'petstore:api': { primary: 'a.petstore.dev', redirects: redirects('a.petstore.dev') },
      'petstore:docs': { primary: 'd.petstore.dev', redirects: redirects('d.petstore.dev') },
    });
    expect([...api.redirects, ...docs.redirects].map(({ status }) => status)).toEqual([308, 301]);
  });

  test('the records that a move replaces, each with its type, a name in its normal form', () => {
    const host = 'api.petstore.dev';
    const read = (replaces: unknown) => settingsOf({ 'petstore:moving': [{ host, replaces }] }).moving;
    const records = [
      { type: 'A', value: '192.0.2.1' },
      { type: 'CNAME', value: 'shop.platform.example' },
    ];
    expect(read('A 192.0.2.1, CNAME Shop.platform.example')).toEqual([{ host, replaces: records }]);
  });

  test.each([
    ['https://petstore.dev', 'https://petstore.dev'],
    ['https://Petstore.dev/', 'https://petstore.dev'],
    ['https://petstore.dev/a/b//', 'https://petstore.dev/a/b'],
    ['https://petstore.dev:8443/a', 'https://petstore.dev:8443/a'],
    ['https://bücher.dev/ä', 'https://xn--bcher-kva.dev/%C3%A4'],
  ])('a full URL %s', (to, url) => {
    expect(settingsOf(redirecting('www.petstore.example', to)).docs.redirects[0]?.to).toBe(url);
  });

  test('numbers and switches are YAML values, or text from Pulumi', () => {
    const asText = {
      ...{ 'petstore:shards': '4', 'petstore:protect': 'false', 'petstore:preflight': 'off' },
      'petstore:logRetentionDays': '30',
      'petstore:function': { memoryMb: '512', reservedConcurrency: '0' },
    };
    const asYaml = {
      ...{ 'petstore:shards': 4, 'petstore:protect': false, 'petstore:preflight': false },
      'petstore:logRetentionDays': 30,
      'petstore:function': { memoryMb: 512, reservedConcurrency: 0 },
    };
    expect(settingsOf(asText)).toEqual(settingsOf(asYaml));
    expect(settingsOf(asText)).toMatchObject({ shards: 4, protect: false, preflight: 'off' });
  });

  test('no stack has backups elsewhere by default; where it has, each copy is kept for 35 days', () => {
    expect(settingsOf({}).backup).toBeUndefined();
    const region = 'eu-central-1';
    expect(settingsOf({ 'petstore:backup': { region } }).backup).toEqual({ region, days: 35 });
    const vault = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';
    expect(settingsOf({ 'petstore:backup': { vault, days: '7' } }).backup).toEqual({ vault, days: 7 });
  });

  test('keys without a value are ignored', () => {
    expect(found({ 'petstore:removals': null, 'petstore:verified': '' })).toEqual([]);
  });

  test('zones are sorted by name, whatever the order of the engine or the file', () => {
    const zones = Object.entries(good['petstore:zones'] as Raw);
    const [one, other] = [zones, zones.toReversed()].map((order) =>
      settingsOf({ 'petstore:zones': Object.fromEntries(order) }).zones.map(({ name }) => name),
    );
    expect(one).toEqual(['petstore.dev', 'petstore.example']);
    expect(other).toEqual(one);
  });

  test.each<[unknown, unknown]>([
    [undefined, { default: 3600, hosts: {} }],
    ['300', { default: 300, hosts: {} }],
    [
      { 'API.Petstore.dev.': '60', 'api.petstore.example': 120 },
      { default: 3600, hosts: { 'api.petstore.dev': 60, 'api.petstore.example': 120 } },
    ],
    [
      { default: 300, 'api.petstore.dev': 0 },
      { default: 300, hosts: { 'api.petstore.dev': 0 } },
    ],
  ])('the TTL %j', (given, ttl) => {
    expect(settingsOf({ 'petstore:ttl': given }).ttl).toEqual(ttl);
  });
});
