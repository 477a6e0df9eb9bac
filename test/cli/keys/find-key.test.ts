// The key that an id names: none, one or several, and what is no id.
import { expect, test } from 'vitest';
import { checkId, findKey } from '../../../cli/keys/find-key.ts';
import type { KeyRecord } from '../../../service/keys/index.ts';

const record = (hash: string, name: string): KeyRecord => ({
  ...{ hash: hash.padEnd(64, '0'), name, createdAt: '2026-01-01T00:00:00.000Z' },
});
const ALL = [record('abcdef1', 'ci'), record('abcdef2', 'evil\u001b[2J'), record('123456', 'partner')];
const find = (id: string, stack = 'staging') => findKey({ listKeys: async () => ALL }, id, { stack });

test('the one that begins with it, and all of the stack', async () => {
  expect(await find('123456')).toEqual({ record: ALL[2], all: ALL });
  expect((await find('abcdef2')).record).toBe(ALL[1]);
});

test.each([
  ['staging', 'npm run keys -- list --stack staging'],
  ['local', 'npm run keys -- list'],
])('none of the stack %s: the command that shows them', async (stack, list) => {
  await expect(find('fedcba', stack)).rejects.toMatchObject({
    ...{ code: 'command-failed', message: `${stack} has no key fedcba: ${list} shows its keys` },
  });
});

test('several: each with digits enough, and its name as visible characters', async () => {
  await expect(find('abcdef')).rejects.toMatchObject({
    code: 'usage',
    message:
      'The ids of 2 keys begin with abcdef.\n  give more digits:\n' +
      '  abcdef100000000000000000  ci\n  abcdef200000000000000000  evil\\x1b[2J',
  });
});

test.each(['abcdef', '0123456789ab', 'f'.repeat(64)])('%s may be an id', (id) => {
  expect(() => checkId(id)).not.toThrow();
});

test.each(['abcde', 'f'.repeat(65), 'ABCDEF', 'pets_test_SECRET', ''])('%j is none, and not shown', (id) => {
  expect(() => checkId(id)).toThrow(
    /^That is not the id of a key\.\n {2}copy it from npm run keys -- list; never give the key itself$/,
  );
});
