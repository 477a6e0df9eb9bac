// `npm run local` leaves the TypeScript compiler out of the SDK that was tested without it, and of no other.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

test('the installed SDK is the one that was tested', () => {
  const { version } = createRequire(import.meta.url)('@pulumi/pulumi/package.json') as { version: string };
  // Read, not imported: the module takes effect in the process that imports it.
  const source = readFileSync('cli/local/sdk-without-compiler.ts', 'utf8');
  expect(source).toContain(`TESTED_VERSION = '${version}'`);
});
