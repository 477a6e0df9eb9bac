import { defineConfig } from 'vitest/config';

/** The packages' TypeScript sources in place of what `npm pack` builds of them. */
const SOURCE = '@petstore/source';
const conditions = [SOURCE, 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [SOURCE, 'node'] } },
  test: {
    include: ['{test,packages/*/test}/**/*.test.ts'],
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
