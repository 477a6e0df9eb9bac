// Which keys `keys list` warns about: those that nobody replaced, and not one that its owner wanted for a short time.
import { expect, test } from 'vitest';
import { expiryWarning } from '../../../cli/keys/list.ts';
import type { KeyRecord } from '../../../service/keys/index.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

/** `age` and `left` in days. */
function record(digit: string, { age, left, ...more }: { age: number; left?: number } & Partial<KeyRecord>) {
  const expiresAt = left === undefined ? undefined : (NOW + left * DAY_MS) / 1_000;
  const createdAt = new Date(NOW - age * DAY_MS).toISOString();
  return { hash: digit.repeat(64), name: 'ci', createdAt, ...(expiresAt && { expiresAt }), ...more };
}

test('a new key of a week is not named, nor is it after a rotation, with the key that it replaces', () => {
  const next = record('b', { age: 0, left: 7 });
  const rotated = record('a', { age: 6, left: 1, replacedBy: next.hash });
  expect(expiryWarning([rotated, next], 'staging', NOW)).toBeUndefined();
});

test('those that end soon are counted, but for the one that npm run local replaces itself', () => {
  const keys = [
    record('a', { age: 350, left: 15 }),
    record('b', { age: 6, left: 1 }),
    record('c', { age: 10 }),
    record('d', { age: 10, left: -1 }),
    record('e', { age: 350, left: 15, name: 'npm run local' }),
  ];
  expect(expiryWarning(keys, 'local', NOW)).toBe(
    '2 keys expire soon (aaaaaaaaaaaa, bbbbbbbbbbbb): replace each with npm run keys -- rotate ID',
  );
});

test('one is named alone; elsewhere no key is replaced by itself', () => {
  const keys = [record('e', { age: 350, left: 15, name: 'npm run local' })];
  expect(expiryWarning(keys, 'staging', NOW)).toBe(
    '1 key expires soon (eeeeeeeeeeee): replace it with npm run keys -- rotate ID --stack staging',
  );
});
