// The local stack stays in its region, as a stack in AWS does whose tables have data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltInStack, builtInStack } from './built-in.ts';

let stack: BuiltInStack;
beforeAll(async () => {
  stack = await builtInStack();
  await stack.deploy((file) => file);
}, 60_000);
afterAll(() => stack?.close());

test('another region is refused, and how to begin anew is said; the same one changes nothing', async () => {
  await expect(stack.deploy((file) => file.replace('eu-west-1', 'eu-central-1'))).rejects.toThrow(
    / {2}5:3 {2}aws:region {2}is eu-central-1, and the local stack is deployed in eu-west-1.*\n.*npm run local -- --fresh/,
  );
  const changes = await stack.deploy((file) => file);
  expect(changes.filter(({ action }) => action !== 'same')).toEqual([]);
});
