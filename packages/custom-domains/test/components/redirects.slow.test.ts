// The code of the redirects, as CloudFront must be able to run it.
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { REDIRECT_CODE } from '../../src/components/redirects.ts';

test('is under 10 KB, and in what runtime 2.0 takes: ECMAScript 5 with let, const and async functions', async () => {
  expect(Buffer.byteLength(REDIRECT_CODE)).toBeLessThan(10_240);
  // esbuild refuses, or rewrites, what the target does not have.
  const supported = { 'const-and-let': true, 'async-await': true } as const;
  const { code: lowered, warnings } = await transform(REDIRECT_CODE, {
    ...{ target: 'es5', supported, format: 'esm', minify: true },
  });
  const { code: same } = await transform(REDIRECT_CODE, { target: 'es2018', format: 'esm', minify: true });
  expect(warnings).toEqual([]);
  expect(lowered).toBe(same);
});
