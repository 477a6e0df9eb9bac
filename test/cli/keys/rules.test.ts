// What the commands about keys decide before and after they read a table: names, ids, formats, and whom to warn.
import { describe, expect, test } from 'vitest';
import { checkId, expiryWarning, findKey, stackKeys } from '../../../cli/keys/existing-keys.ts';
import { createKey } from '../../../cli/keys/new-key.ts';
import type { KeyRecord } from '../../../service/keys/index.ts';

describe('the name of a new key', () => {
  const refusal = (name: string) =>
    // Of the local stack there is no table to name: that is refused after the name.
    createKey({ name, format: 'text', stack: 'local', table: 'keys' }).catch(({ message }: Error) => message);

  test.each([
    ['', 'is empty'],
    [' ', 'is empty'],
    ['x'.repeat(65), 'has 65 characters'],
    ['漢'.repeat(65), 'has 65 characters'],
    ['a\nb', 'has characters that do not print'],
    ['a\u2028b', 'has characters that do not print'],
    ['a\u2029b', 'has characters that do not print'],
    ['a\u202eb', 'has characters that do not print'],
    ['pets_test_4fK', 'has an API key in it'],
  ])('%j is refused', async (name, what) => {
    expect(await refusal(name)).toMatch(new RegExp(`^--name ${what}\\.\n`));
  });

  test.each(['x', 'ci of the shop, 2027', 'x'.repeat(64), '🐈'.repeat(64)])('%j is one', async (name) => {
    expect(await refusal(name)).toMatch(/^--table and --region are for a deployed stack/);
  });
});

test.each([
  [{ stack: 'local', table: 'keys' }, '--table and --region are for a deployed stack'],
  [{ stack: 'local', region: 'eu-west-1' }, '--table and --region are for a deployed stack'],
  [{ stack: 'staging', table: 'keys' }, '--table and --region go together.'],
  [{ stack: 'staging', region: 'eu-west-1' }, '--table and --region go together.'],
  [{ stack: 'staging', table: 'keys', region: 'eu-central-9' }, '--region: "eu-central-9" is not a region'],
])('options that contradict each other: %j', async (options, what) => {
  const usage = { code: 'usage', message: expect.stringContaining(what) };
  await expect(stackKeys(options)).rejects.toMatchObject(usage);
});

describe('the id of a key', () => {
  const ALL: KeyRecord[] = ['abcdef012345', 'abcdef678901'].map((digits) => ({
    ...{ hash: digits.padEnd(64, '0'), name: 'ci', createdAt: '2026-01-01T00:00:00.000Z' },
  }));

  test('names the one that begins with it', () => {
    expect(findKey(ALL, 'abcdef678901', { stack: 'staging' })).toBe(ALL[1]);
  });

  const OTHERS = ['0123456789a', '0123456789abc', 'ABCDEF012345', 'pets_test_SECRET', ''];
  test.each(OTHERS)('is not %j, which is not shown', (id) => {
    expect(() => checkId('0123456789ab')).not.toThrow();
    expect(() => checkId(id)).toThrow(/^(?!.*SECRET)That is not the id of a key/s);
  });
});

describe('keys that expire soon', () => {
  const NOW = Date.UTC(2026, 10, 22);
  const DAY_MS = 86_400_000;
  type Given = { age: number; left?: number } & Partial<KeyRecord>;
  /** `age` and `left` in days. */
  function record(digit: string, { age, left, ...more }: Given) {
    const expiresAt = left === undefined ? undefined : (NOW + left * DAY_MS) / 1_000;
    const createdAt = new Date(NOW - age * DAY_MS).toISOString();
    return { hash: digit.repeat(64), name: 'ci', createdAt, ...(expiresAt && { expiresAt }), ...more };
  }
  const next = record('b', { age: 0, left: 7 });
  const replaced = record('a', { age: 6, left: 1, replacedBy: next.hash });
  const endless = record('c', { age: 10 });
  const expired = record('d', { age: 10, left: -1 });
  const own = record('e', { age: 350, left: 15, name: 'npm run local' });

  test.each<[string, readonly KeyRecord[], string, string | undefined]>([
    ['a new key of a week, and the key that it replaces', [replaced, next], 'staging', undefined],
    ['one that never expires, and one that has', [endless, expired], 'local', undefined],
    ['the one that npm run local replaces itself', [own], 'local', undefined],
    [
      'elsewhere no key is replaced by itself',
      [own],
      'staging',
      '1 key expires soon (eeeeeeeeeeee): npm run keys -- rotate ID --stack staging replaces one',
    ],
    [
      'several are counted',
      [record('a', { age: 350, left: 15 }), record('b', { age: 6, left: 1 })],
      'local',
      '2 keys expire soon (aaaaaaaaaaaa, bbbbbbbbbbbb): npm run keys -- rotate ID replaces one',
    ],
  ])('%s', (_name, records, stack, warning) => {
    expect(expiryWarning(records, { stack }, NOW)).toBe(warning);
  });
});
