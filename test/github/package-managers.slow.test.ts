// What package managers ask of a registry: never the packages of this repository, whose names anybody may publish there; and the keys of
// what is installed, without which they fail.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/folder.ts';
import { listen } from '../cli/listen.ts';
import { runProcess } from '../run-process.ts';
import { filesOf } from '../source-imports.ts';
import { ROOT } from './workflows.ts';

/** The checkout without the packages of others: it installs without a registry, or asks one for ours. */
function workspace(registry: string): string {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'pnpm-workspace.yaml'), join(folder, 'pnpm-workspace.yaml'));
  for (const file of filesOf('{package.json,packages/*/package.json}')) {
    const manifest = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    delete manifest.scripts;
    delete manifest.allowScripts;
    for (const kind of Object.keys(manifest).filter((key) => /dependencies$/i.test(key)))
      for (const name of Object.keys(manifest[kind]))
        if (!name.startsWith('@petstore/')) delete manifest[kind][name];
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(manifest));
    writeFileSync(join(folder, dirname(file), '.npmrc'), `registry=${registry}\n`);
  }
  return folder;
}

test('where no registry responds, `npm audit signatures` fails: nothing is green by silence', async () => {
  const folder = temporaryFolder({
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { leven: '*' } }),
    'no-names.cjs': `require('node:dns').lookup = (name, _, done) => done(new Error(\`\${name} has no address\`));`,
  });
  cpSync(join(ROOT, 'node_modules/leven'), join(folder, 'node_modules/leven'), { recursive: true });
  const NODE_OPTIONS = `--require=${join(folder, 'no-names.cjs')}`;
  const env = { PATH: process.env.PATH, HOME: folder, NODE_OPTIONS };
  const audit = await runProcess('npm', ['audit', 'signatures', '--fetch-retries=0'], { cwd: folder, env });
  expect(audit).toMatchObject({ status: 1, err: expect.stringContaining('has no address') });
});

// Tried with npm 11.19.1, pnpm 10.34.9, 11.28.11 and 12.21.0, Yarn 1.22.22 and 4.18.1, and Bun 1.4.5. Without pnpm-workspace.yaml and
// `packageManager`, each pnpm asked.
const cases = ['npm', 'pnpm', 'yarn', 'bun'].flatMap((tool) =>
  ['.', 'packages/local-cloud'].map((place) => [tool, place] as const),
);
for (const [tool, place] of cases)
  test.skipIf(spawnSync(tool, ['--version']).error !== undefined)(
    `${tool} install in ${place} installs or refuses the project, and asks for none of its packages`,
    async () => {
      const asked: string[] = [];
      const server = createServer(({ url = '' }, response) => {
        asked.push(decodeURIComponent(url));
        response.writeHead(404).end('{}');
      });
      const registry = `http://127.0.0.1:${await listen(server)}/`;
      const folder = workspace(registry);
      const { status, text } = await runProcess(tool, ['install'], {
        cwd: join(folder, place),
        env: {
          ...{ PATH: process.env.PATH, HOME: folder, BUN_CONFIG_REGISTRY: registry },
          ...{ YARN_NPM_REGISTRY_SERVER: registry, YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1' },
          YARN_ENABLE_TELEMETRY: '0',
        },
      });
      const ours = asked.filter((url) => url.includes('petstore'));
      expect(ours, text).toEqual([]);
      const refused = /configured to use npm|defines "packageManager": /.test(text);
      if (!refused) expect(status, text).toBe(0);
    },
  );
