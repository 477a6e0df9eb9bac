// API keys at the front door: what is refused, with which words, and how long an answer is remembered.
import { afterAll, expect, it } from 'vitest';
import { checkKey, createKeyAdmin, generateKey, hashKey, keyId } from '../../service/keys/index.ts';
import { createKeyLookup } from '../../service/keys/lookup.ts';
import { itemsIn } from './dynalite.ts';
import { bodyOf, createWorld, openApp } from './harness.ts';
import { openBehindProxy } from './lambda-front.ts';

const fixture = await createWorld();
const { admin } = fixture;
const door = await openApp(fixture);
const { proxy } = await openBehindProxy(fixture);
afterAll(() => fixture.stop());

const ask = (authorization?: string) =>
  door.ask({ method: 'GET', target: '/v1/pets', headers: authorization ? { authorization } : {} });

it.each([
  ['no header', () => undefined, /^Send an API key: "Authorization: Bearer <API_KEY>"$/],
  ['another scheme', () => 'Basic dXNlcjpwYXNz', /^Send the API key as "Authorization: Bearer/],
  ['the scheme alone', () => 'Bearer', /^Send the API key as/],
  ['two keys', () => `Bearer ${fixture.key} ${fixture.key}`, /^Send the API key as/],
  ['something else', () => 'Bearer secret', /^This is not an API key/],
  ['a key with a typo', () => `Bearer ${flip(fixture.key)}`, /^The API key is mistyped: its checksum/],
  ['a key of production', () => `Bearer ${generateKey('pets_live_')}`, /another stack.* pets_test_/],
  ['an unknown key', () => `Bearer ${generateKey('pets_test_')}`, /unknown, expired or revoked/],
])('refuses %s', async (_case, authorization, message) => {
  const reply = await ask(authorization());
  expect(reply).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  const refusal = { code: 'unauthorized', message: expect.stringMatching(message), status: 401n };
  expect(bodyOf(reply)).toEqual(refusal);
});

it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('accepts a valid key after "%s"', async (scheme) => {
  expect((await ask(`${scheme} ${fixture.key}`)).status).toBe(200);
});

it.each([
  ['GET', '/v1/pets/x', undefined],
  ['GET', '/v1/pets?limit=0', undefined],
  ['POST', '/v1/pets', '{'],
])('refuses %s %s before it looks at anything else', async (method, target, body) => {
  expect((await door.ask({ method, target, body })).status).toBe(401);
});

/** The same key with its last but one secret character changed. */
function flip(key: string): string {
  const at = key.length - 8;
  return key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
}

function lookup(capacity?: number) {
  const { tables, keyPrefix: prefix } = fixture.settings;
  proxy.calls.length = 0;
  const options = { table: tables.keys, prefix, clock: () => fixture.clock.now, capacity };
  return createKeyLookup(proxy.dynamo({ timeoutMs: 10_000 }), options);
}

it('the lookup caches a valid key for 60 seconds, and a revoked one no longer than that', async () => {
  const keys = lookup();
  const { record } = await admin.createKey({ name: 'revoked', prefix: 'pets_test_' });
  expect(await keys.isValid(record.hash)).toBe(true);
  expect(await admin.revokeKey(record.hash)).toBe(true);
  fixture.clock.now += 59_999;
  expect(await keys.isValid(record.hash)).toBe(true);
  expect(proxy.calls).toHaveLength(1);
  fixture.clock.now += 1;
  expect(await keys.isValid(record.hash)).toBe(false);
});

it('the lookup caches for 60 seconds that a key is unknown, and finds it once it is created', async () => {
  const keys = lookup();
  const hash = hashKey(generateKey('pets_test_'));
  expect(await keys.isValid(hash)).toBe(false);
  expect(await keys.isValid(hash)).toBe(false);
  expect(proxy.calls).toHaveLength(1);
  fixture.clock.now += 60_000;
  expect(await keys.isValid(hash)).toBe(false);
  expect(proxy.calls).toHaveLength(2);
});

it('the lookup refuses a key from the second that it expires, remembered or not', async () => {
  const keys = lookup();
  const expiresAt = Math.floor(fixture.clock.now / 1_000) + 30;
  const { record } = await admin.createKey({ name: 'short', prefix: 'pets_test_', expiresAt });
  fixture.clock.now = expiresAt * 1_000 - 1;
  expect(await keys.isValid(record.hash)).toBe(true);
  fixture.clock.now += 1;
  expect(await keys.isValid(record.hash)).toBe(false);
  expect(await lookup().isValid(record.hash)).toBe(false);
});

it('the lookup forgets the unknown keys that were used longest ago, and never one that exists for their sake', async () => {
  const keys = lookup(3);
  const used = hashKey(fixture.key);
  const madeUp = (n: number) => keys.isValid(hashKey(`made up ${n}`));
  expect(await keys.isValid(used)).toBe(true);
  for (let n = 0; n < 10; n += 1) {
    fixture.clock.now += 1_000;
    expect(await madeUp(n)).toBe(false);
    // Used again and again, it stays while others come and go.
    expect(await madeUp(0)).toBe(false);
  }
  expect(proxy.calls).toHaveLength(11);
  expect(await keys.isValid(used)).toBe(true);
  expect(proxy.calls).toHaveLength(11);
  await madeUp(1);
  expect(proxy.calls).toHaveLength(12);
});

it('the lookup does not remember that the store could not be reached', async () => {
  const keys = lookup();
  const { record } = await admin.createKey({ name: 'later', prefix: 'pets_test_' });
  proxy.plan('lose-answer', 'lose-answer', 'lose-answer', 'pass');
  await expect(keys.isValid(record.hash)).rejects.toThrow('GetItem failed after 3 attempts');
  expect(await keys.isValid(record.hash)).toBe(true);
});

it('stores the hash of a key, and nothing that leads back to it', async () => {
  const { key, record } = await admin.createKey({ name: 'stored', prefix: 'pets_test_' });
  const items = await itemsIn(fixture.dynamo, fixture.settings.tables.keys);
  expect(items).toContainEqual({
    hash: { S: hashKey(key) },
    name: { S: 'stored' },
    createdAt: { S: record.createdAt },
  });
  expect(JSON.stringify(items)).not.toContain(key.slice('pets_test_'.length, -6));
});

it('lists all keys, the oldest first, however many pages the table has', async () => {
  // DynamoDB returns at most 1 MB for a Scan: three items of a third and more are two pages.
  const long = 'x'.repeat(390_000);
  const minutes = { third: 3, first: 1, fourth: 4, second: 2 };
  for (const [name, minute] of Object.entries(minutes)) {
    const now = () => Date.UTC(2001, 0, 1, 0, minute);
    const then = createKeyAdmin(fixture.dynamo, fixture.settings.tables.keys, now);
    await then.createKey({ name: `${name} ${long}`, prefix: 'pets_test_' });
  }
  const names = (await admin.listKeys()).map(({ name }) => name.split(' ')[0]);
  expect(names.slice(0, 4)).toEqual(['first', 'second', 'third', 'fourth']);
});

// The checksums were computed with another CRC-32: keys that are in use stay well-formed.
const TEST_KEY = `pets_test_${'A'.repeat(30)}3Nft1d`;
const LIVE_KEY = 'pets_live_0123456789abcdefghijABCDEFGHIJ3C1tYy';

it.each([
  ['a test key', TEST_KEY, 'well-formed'],
  ['a live key', LIVE_KEY, 'well-formed'],
  ["another stack's prefix", TEST_KEY.replace('_test_', '_live_'), 'mistyped'],
  ['too short', TEST_KEY.slice(0, -1), 'malformed'],
  ['too long', `${TEST_KEY}d`, 'malformed'],
  ['another prefix', TEST_KEY.replace('_test_', '_prod_'), 'malformed'],
  ['a line break at the end', `${TEST_KEY}\n`, 'malformed'],
  ['a character outside base62', TEST_KEY.replace('A', '-'), 'malformed'],
  ...Array.from({ length: 36 }, (_, n) => {
    const at = 'pets_test_'.length + n;
    const other = TEST_KEY[at] === 'A' ? 'B' : 'A';
    return [`another character at ${at}`, TEST_KEY.slice(0, at) + other + TEST_KEY.slice(at + 1), 'mistyped'];
  }),
])('the text of a key: %s', (_what, key, form) => {
  expect(checkKey(key)).toBe(form);
});

it('generated keys are well-formed, differ, and use all 62 characters', () => {
  const keys = Array.from({ length: 1_000 }, () => generateKey('pets_live_'));
  expect(new Set(keys).size).toBe(1_000);
  for (const key of keys) expect(checkKey(key)).toBe('well-formed');
  expect(new Set(keys.flatMap((key) => [...key.slice('pets_live_'.length, -6)])).size).toBe(62);
});

it('its hash is SHA-256 in hex, and its id the first 12 digits (FIPS 180-4, "abc")', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(keyId(hashKey('abc'))).toBe('ba7816bf8f01');
});
