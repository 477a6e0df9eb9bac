// Two implementations of CAA, the preflight's and the local cloud's ACM, agree on every value: what one lets pass, the other issues.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../packages/custom-domains/src/preflight/rules/caa-policy.ts';
import { refusalByCaa } from '../packages/local-cloud/src/acm/caa-check.ts';

const NAME = 'shop.example';
const CAA = { name: NAME, type: 'CAA', ttl: 60 } as const;

/** Parts from which values are put together: most are malformed, and many are almost right. */
const PARTS = [
  ...['amazon.com', 'Amazon.com', 'amazontrust.com', 'letsencrypt.org', 'amazon..com', '-a.com'],
  ...[';', '; ', ' ', '=', ',', 'policy=ev', 'a_b=1', 'a-b=c=d', 'x', '%'],
  ...['validationmethods', 'ValidationMethods=', 'validationmethods=dns-01'],
  ...['ca-tbr-7', 'dns-01', 'dns', 'dns-persist-01'],
  ...['accounturi=', 'accounturi=https://a.example/1', 'accounturi=1', 'urn:a', 'https://a.example/%zz'],
];
const value = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 5 }).map((parts) => `amazon.com; ${parts.join('')}`),
);

function preflight(values: readonly string[]): boolean {
  const issue = (text: string) => ({ flags: 0, tag: 'issue', value: text });
  return judge(values.map((text) => ({ ...CAA, value: text, caa: issue(text) }))).allows;
}

async function localAcm(values: readonly string[]): Promise<boolean> {
  const records = values.map((text) => ({ ...CAA, value: `0 issue "${text}"` }));
  return (await refusalByCaa(NAME, async (at) => (at === NAME ? records : []))) === undefined;
}

test('for every RRset of issue properties', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 3 }), async (values) => {
      expect(await localAcm(values)).toBe(preflight(values));
    }),
    { numRuns: 3000 },
  );
});
