// The names that `keys create` takes, and the words with which it refuses others: before it looks for the stack's table.
import { expect, test } from 'vitest';
import { createKey } from '../../../cli/keys/create.ts';

const refusal = (name: string) =>
  // Of the local stack there is no table to name: that is refused after the name.
  createKey({ name, format: 'text', stack: 'local', table: 'keys' }).then(
    () => 'none',
    (error: Error) => error.message,
  );

const FIX = 'give 1 to 64 characters that say whose key it is, for example --name ci';

test.each([
  ['', '--name is empty.'],
  [' ', '--name is empty.'],
  ['x'.repeat(65), '--name has 65 characters.'],
  ['漢'.repeat(65), '--name has 65 characters.'],
  ['a\nb', '--name has characters that do not print.'],
  ['a\u2028b', '--name has characters that do not print.'],
  ['a\u2029b', '--name has characters that do not print.'],
  ['a\u202eb', '--name has characters that do not print.'],
])('%j is refused', async (name, what) => {
  expect(await refusal(name)).toBe(`${what}\n  ${FIX}`);
});

test('another format is refused before anything else', async () => {
  const created = createKey({ name: '', format: 'xml', stack: 'staging' });
  await expect(created).rejects.toThrow('--format is text or json, not xml.');
});

test.each(['x', 'ci of the shop, 2027', 'x'.repeat(64), '🐈'.repeat(64)])('%j is a name', async (name) => {
  expect(await refusal(name)).toMatch(/^--table is for a deployed stack/);
});
