// The commands, options, files and names of docs/deploying.md are those of the project.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nodeArguments } from '../npm-script.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const text = read('docs/deploying.md');
const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
const found = (pattern: RegExp, where = text) => [
  ...new Set([...where.matchAll(pattern)].map(([, name = '']) => name)),
];
const execute = promisify(execFile);

test('each block is valid for a shell', async () => {
  expect(blocks.length).toBeGreaterThan(8);
  for (const block of blocks) await execute('bash', ['-n', '-c', block]);
});

test('the files that it names exist, apart from those that its commands create', () => {
  const named = found(/((?:\.\.\/|\b)(?:[\w-]+\/)*(?:Pulumi|README)[\w.]*\.(?:yaml|md)|examples\/[\w-]+)/g);
  const created = ['examples/bootstrap/Pulumi.staging.yaml', 'examples/bootstrap/Pulumi.production.yaml'];
  expect(named).toContain('Pulumi.staging.yaml');
  const missing = named.filter(
    (file) => !existsSync(join(ROOT, 'docs', file)) && !existsSync(join(ROOT, file)),
  );
  expect(missing).toEqual(created);
});

test('the npm scripts exist, with the commands and options that it uses', async () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const uses = found(/npm run (?:--silent )?(\w+(?: -- \w+)?)/g);
  expect(uses.length).toBeGreaterThan(4);
  const checked = uses.map(async (use) => {
    const [script = '', command] = use.split(' -- ');
    expect(Object.keys(scripts)).toContain(script);
    if (command === undefined) return;
    const help = [...nodeArguments(script as 'domains'), command, '--help'];
    const { stdout } = await execute(process.execPath, help, { cwd: ROOT });
    const given = found(new RegExp(`${use}([^\`#\n]*)`, 'g')).join(' ');
    expect(found(/(--[a-z-]+)/g, stdout)).toEqual(expect.arrayContaining(found(/(--[a-z-]+)/g, given)));
  });
  await Promise.all(checked);
});

const workflows = readdirSync(join(ROOT, '.github/workflows')).map((file) =>
  read(`.github/workflows/${file}`),
);

test('it sets exactly the variables and secrets that the workflows read', () => {
  const all = workflows.join('\n');
  const set = (kind: string) => found(new RegExp(`gh ${kind} set (\\w+)`, 'g')).sort();
  expect(set('variable')).toEqual(found(/\bvars\.(\w+)/g, all).sort());
  expect(set('secret')).toEqual(found(/\bsecrets\.(\w+)/g, all).sort());
});

test('the required checks of main are jobs of pull requests', () => {
  const parsed = workflows.map((file) => parse(file) as Workflow).filter(({ on }) => 'pull_request' in on);
  const jobs = parsed.flatMap(({ jobs }) => Object.entries(jobs)).flatMap(checksOf);
  const required = found(/"context": "([^"]+)"/g);
  expect(required.length).toBeGreaterThan(3);
  expect(jobs).toEqual(expect.arrayContaining(required));
});

test('the environments are those of the deploy workflow', () => {
  const deploy = workflows.map((file) => parse(file) as Workflow).flatMap(({ jobs }) => Object.values(jobs));
  const environments = deploy.map(({ environment }) => environment).filter((name) => name !== undefined);
  expect(found(/PUT "repos\/\$REPO\/environments\/(\w+)"/g)).toEqual(environments);
});

interface Job {
  readonly name?: string;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly node?: readonly string[] } };
}

interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The names of a job's checks at GitHub, one for each value of a matrix. */
function checksOf([id, { name = id, strategy }]: [string, Job]): string[] {
  const values = strategy?.matrix.node ?? [''];
  return values.map((node) =>
    name.replace(/\$\{\{ matrix\.node \|\| '([^']*)' \}\}/, (_all, other) => node || other),
  );
}
