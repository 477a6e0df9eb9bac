// Every file has owners who review it, and none has a name by which a tool takes it unasked.
import { execFileSync } from 'node:child_process';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, read } from './workflows.ts';

/** The last rule that matches a file gives its owners; a rule may give none. */
const rules = read('.github/CODEOWNERS')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/));
const isOwned = (file: string) =>
  (rules.findLast(([path = '']) => path === '*' || matchesGlob(`/${file}`, path))?.length ?? 0) > 1;
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .slice(0, -1);

test('everything but the documents has owners', () => {
  expect(rules.filter(([, owner]) => owner !== undefined)).toEqual([['*', expect.stringMatching(/^@./)]]);
  expect(tracked.filter((file) => !isOwned(file) && !/^(docs\/)?[\w-]+\.md$/.test(file))).toEqual([]);
});

/** What a tool takes by its name alone, in place of a file of ours or besides: by which source, its names, and a path that nobody has. */
const TAKEN: readonly (readonly [source: string, names: string, invented: string])[] = [
  ['npm 11, npmrc and npm-shrinkwrap-json', '{.npmrc,npm-shrinkwrap.json}', 'npm-shrinkwrap.json'],
  [
    'npm 11, scripts, "npm install" and "npm start"',
    '{binding.gyp,server.js}',
    'packages/client/binding.gyp',
  ],
  ['Node 24, modules, "Loading from node_modules folders"', 'node_modules', 'node_modules/zod/index.js'],
  ['Node 24, packages; pulumi 3.270, sdk/nodejs/npm', 'package.{json,json5,yaml}', 'infra/package.json'],
  ['pulumi 3.270, sdk/nodejs/npm', '{yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb}', 'yarn.lock'],
  ['pulumi 3.270, encoding/marshal.go (.json first)', 'Pulumi*.{json,yaml,yml}', 'Pulumi.json'],
  ['pnpm, Yarn and Bun, configuration', '{bunfig.toml,.pnpmfile.*,.yarnrc*,.yarn}', '.yarnrc.yml'],
  ["esbuild 0.28, Yarn's Plug'n'Play", '.pnp.*', '.pnp.cjs'],
  ['TypeScript 7 and esbuild 0.28, tsconfig', '{tsconfig,jsconfig}*.json', 'service/tsconfig.json'],
  ['Vitest 5, config and mocking', '{vitest.config.*,__mocks__}', 'vitest.config.mts'],
  ['Vite, config and env', '{vite.config.*,.env*}', 'vite.config.ts'],
  ['Vite, postcss', '{postcss.config.*,.postcssrc*}', 'postcss.config.cjs'],
  [
    'GitHub, READMEs and community files (.github first)',
    '{README,SECURITY,CONTRIBUTING}.md',
    '.github/README.md',
  ],
  ['GitHub, code owners', 'CODEOWNERS', 'docs/CODEOWNERS'],
  ['actions/runner, ActionManager', '{action.yml,action.yaml,Dockerfile,dockerfile}', 'Dockerfile'],
  ['git, gitattributes and gitmodules', '{.gitattributes,.gitmodules,.lfsconfig}', '.gitattributes'],
];
const OURS = [
  '{package.json,.npmrc,tsconfig.json,vitest.config.ts,action.yml,README.md,SECURITY.md,CONTRIBUTING.md}',
  '.github/{CODEOWNERS,actions/setup/action.yml}',
  '{,test/checkout/,examples/bootstrap/}Pulumi{,.local,.staging,.production}.yaml',
  '{packages/*,examples/*,examples/host/*}/{package.json,tsconfig.json,README.md,Pulumi.yaml,PulumiPlugin.yaml}',
  '*/README.md',
];

test.each(TAKEN)('%s: no other file is named %s', (_source, names, invented) => {
  const isTaken = (file: string) =>
    file.split('/').some((segment) => matchesGlob(segment, names)) &&
    !OURS.some((ours) => matchesGlob(file, ours));
  expect([isTaken(invented), isOwned(invented)]).toEqual([true, true]);
  expect(tracked.filter(isTaken)).toEqual([]);
});
