import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The examples import the package by its name, as another team does.
  resolve: { alias: { petstore: join(import.meta.dirname, 'packages/custom-domains/src/index.ts') } },
  test: {
    include: ['test/**/*.test.ts'],
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
