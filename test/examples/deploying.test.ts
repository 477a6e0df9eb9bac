// The variables, secrets, checks and environments of docs/deploying.md are those of the workflows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
const workflows = readdirSync(join(ROOT, '.github/workflows')).map((file) =>
  readFileSync(join(ROOT, '.github/workflows', file), 'utf8'),
);
const found = (pattern: RegExp, where = text) => [
  ...new Set([...where.matchAll(pattern)].map(([, name = '']) => name)),
];

interface Job {
  readonly name?: string;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly node?: readonly string[] } };
}

interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

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

/** The names of a job's checks at GitHub, one for each value of a matrix. */
function checksOf([id, { name = id, strategy }]: [string, Job]): string[] {
  const values = strategy?.matrix.node ?? [''];
  return values.map((node) =>
    name.replace(/\$\{\{ matrix\.node \|\| '([^']*)' \}\}/, (_all, other) => node || other),
  );
}

test('the environments are those of the deploy workflow', () => {
  const jobs = workflows.flatMap((file) => Object.values((parse(file) as Workflow).jobs));
  const environments = jobs.flatMap(({ environment }) => environment ?? []);
  expect(found(/PUT "repos\/\$REPO\/environments\/(\w+)"/g)).toEqual(environments);
});
