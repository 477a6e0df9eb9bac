// The code of a redirect, as CloudFront must be able to run it.

import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { redirectFunctionCode } from '../../src/components/redirect.ts';

// The longest host name, with the longest path that a config may hold.
const LONGEST = `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}/${'e'.repeat(2000)}`;

test.each([301, 302, 307, 308] as const)('%i is under 10 KB and in ECMAScript 5', async (status) => {
  const code = redirectFunctionCode({ to: LONGEST, status });
  expect(Buffer.byteLength(code)).toBeLessThan(10_240);
  // esbuild refuses, or rewrites, what ECMAScript 5 does not have.
  const { code: lowered, warnings } = await transform(code, { target: 'es5', minify: true });
  const { code: same } = await transform(code, { target: 'esnext', minify: true });
  expect(warnings).toEqual([]);
  expect(lowered).toBe(same);
});

test('holds no quote of a target as code', () => {
  expect(redirectFunctionCode({ to: 'https://a.example/"+x+"', status: 301 })).toContain(String.raw`\"+x+\"`);
});
