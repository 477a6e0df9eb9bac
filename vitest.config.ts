import { defineConfig } from 'vitest/config';

/** The packages' TypeScript sources in place of what `npm pack` builds of them. */
const SOURCE = '@petstore/source';

// Whatever the shell has, as one that sourced `.local/pulumi.env`: no test deploys by it, and each sets what it needs.
for (const name of Object.keys(process.env))
  if (/^(AWS|CLOUDFLARE|PETSTORE|PULUMI)_/.test(name)) delete process.env[name];

const TESTS = '{test,packages/*/test}/**/*';
const JOURNEY = 'test/journey.slow.test.ts';
const PUT_BACK = './test/put-back.ts';

/** The file's name tells its kind, so that no file is in none (CONTRIBUTING.md, "Kinds of tests"). */
function project(name: string, include: string, options: object = {}) {
  return { extends: true as const, test: { name, include: [include], ...options } };
}

export default defineConfig({
  test: {
    // Node loads the tests, and what they test, as it loads the program: Vite's own loader takes a third of a run, most of it to
    // map the stack that Pulumi takes of each promise.
    experimental: { viteModuleRunner: false },
    execArgv: [`--conditions=${SOURCE}`],
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As in CI: a snapshot that is missing is a failure, so that no run writes into the tree unless asked to (`-u`).
    update: false,
    reporters: ['./test/reporter.ts'],
    projects: [
      project('quick', `${TESTS}.test.ts`, {
        isolate: false,
        setupFiles: ['./test/quick.ts', PUT_BACK],
        exclude: [`${TESTS}.{isolated,slow}.test.ts`],
      }),
      project('isolated', `${TESTS}.isolated.test.ts`, {
        isolate: false,
        setupFiles: ['./test/isolated.ts', PUT_BACK],
      }),
      project('journey', JOURNEY),
      project('slow', `${TESTS}.slow.test.ts`, { exclude: [JOURNEY], setupFiles: PUT_BACK }),
    ],
  },
});
