// The variables, secrets, checks and environments of docs/deploying.md are those of the workflows.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { allJobs, read, workflowFiles } from '../github/workflows.ts';

const text = read('docs/deploying.md');
const workflows = workflowFiles.map(read);
const found = (pattern: RegExp, where = text) => [
  ...new Set([...where.matchAll(pattern)].map(([, name = '']) => name)),
];

test('it sets exactly the variables and secrets that the workflows read', () => {
  const all = workflows.join('\n');
  const set = (kind: string) => found(new RegExp(`gh ${kind} set (\\w+)`, 'g')).sort();
  expect(set('variable')).toEqual(found(/\bvars\.(\w+)/g, all).sort());
  expect(set('secret')).toEqual(found(/\bsecrets\.(\w+)/g, all).sort());
});

test("production's stack file is made one's own before it is pushed, and no commit takes other files along", () => {
  const { config } = parse(read('Pulumi.production.yaml')) as { config: object };
  const samples = Object.keys(config).filter((key) => !/region|plan|verified|removals/.test(key));
  expect(samples.length).toBeGreaterThan(4);
  const step = text.slice(text.indexOf('## 7.'), text.indexOf('git push'));
  expect(samples.filter((key) => !step.includes(`\`${key}\``))).toEqual([]);
  expect(found(/(git commit -a\w*)/g)).toEqual([]);
});

test('the required checks of main are jobs of pull requests and of merge queues', () => {
  const jobs = allJobs.filter(({ on }) => 'pull_request' in on && 'merge_group' in on).flatMap(checksOf);
  const required = found(/"context": "([^"]+)"/g);
  expect(required.length).toBeGreaterThan(3);
  expect(jobs).toEqual(expect.arrayContaining(required));
});

test('it says how a schedule that GitHub stopped goes on', () => {
  const scheduled = new Set(
    allJobs.filter(({ on }) => 'schedule' in on).map(({ place }) => place.split(' ')[0]),
  );
  expect([...scheduled].map((name) => text.includes(`gh workflow enable ${name}.yml`))).toEqual([true]);
});

/** The names of a job's checks at GitHub, one for each value of a matrix. */
function checksOf({ id, job }: (typeof allJobs)[number]): string[] {
  const { name = id, strategy } = job as { name?: string; strategy?: { matrix: { node?: string[] } } };
  const values = strategy?.matrix.node ?? [''];
  return values.map((node) =>
    name.replace(/\$\{\{ matrix\.node \|\| '([^']*)' \}\}/, (_all, other) => node || other),
  );
}

test('the environments are those of the deploy workflow, and have their rules before there is a role for them', () => {
  const environments = allJobs.flatMap(({ job }) => job.environment ?? []);
  const created = [...text.matchAll(/PUT "repos\/\$REPO\/environments\/(\w+)"/g)];
  expect(created.map(([, name]) => name)).toEqual(environments);
  const policies = text.indexOf('/deployment-branch-policies');
  const isBefore = (index: number) => index > 0 && index < text.indexOf('pulumi -C examples/bootstrap up');
  expect([...created.map(({ index }) => index), policies].every(isBefore)).toBe(true);
});
