// The scripts around an approval: the plan that it shows, and the check that the stack is still what it was made from.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewJson } from '../cli/domains/preview.ts';
import { type Answers, fakePulumi, newProject } from './fake-pulumi.ts';
import { runScript } from './scripts.ts';

let folder: string;
beforeEach(() => {
  folder = newProject();
  writeFileSync(join(folder, 'summary.md'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const made = { 'stack ls': { out: '[{"name":"organization/petstore/production"}]' } };
const exported = (out: string) => ({ 'stack export --non-interactive --stack production': { out } });
const table = { op: 'create', type: 'aws:dynamodb/table:Table', name: 'pets' };
const previewed = (given: object, status = 0) => ({
  'preview --json --refresh --non-interactive --stack production --save-plan plan/update.json': {
    status,
    out: previewJson({ stack: 'production', hosts: {}, steps: [table], ...given }),
  },
});

function run(name: string, answers: Answers) {
  fakePulumi(folder, answers);
  return runScript(name, ['production'], folder, {
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  });
}

test('a plan is shown in the summary, and bound to the state that it was made from', async () => {
  const lost = { op: 'delete', type: 'aws:s3/bucket:Bucket', name: 'docs' };
  const planned = previewed({ steps: [table, lost] });
  expect(await run('plan.ts', { ...made, ...exported('{"v":1}'), ...planned })).toEqual({
    status: 0,
    output: '',
  });
  expect(read('plan/state.sha256')).toBe(createHash('sha256').update('{"v":1}').digest('hex'));
  expect(read('summary.md')).toMatch(/^### What is deployed to production once it is approved\n\n/);
  expect(read('summary.md')).toContain('#### Resources of production: 1 to create, 1 to delete');
  expect(read('summary.md')).toMatch(/Replaced or deleted:\n\n- delete `s3\.Bucket` `docs`/);
});

test('without one, the job fails and the summary says why', async () => {
  const stopped = previewed({ errors: ['error: no such key'] }, 255);
  const { status, output } = await run('plan.ts', { ...made, ...exported('{}'), ...stopped });
  expect(status).toBe(1);
  expect(output).toContain('::error::There is no plan of production: error: no such key');
  expect(read('summary.md')).toContain('#### ❓ Resources of production: not known');
});

test('a state that cannot be read plans nothing', async () => {
  const { status, output } = await run('plan.ts', { ...made, ...previewed({}) });
  expect(status).toBe(1);
  expect(output).toContain('::error::The state of stack production could not be read');
});

test('a stack that was never made has no plan, and that is no failure', async () => {
  const { status, output } = await run('plan.ts', { 'stack ls': { out: '[]' } });
  expect(status).toBe(0);
  expect(output).toContain('::notice::There is no stack "production" yet');
});

test('a plan holds while the state is what it was made from', async () => {
  await run('plan.ts', { ...made, ...exported('{"v":1}'), ...previewed({}) });
  expect((await run('plan-holds.ts', exported('{"v":1}'))).status).toBe(0);
  const { status, output } = await run('plan-holds.ts', exported('{"v":2}'));
  expect(status).toBe(1);
  expect(output).toContain('::error::Stack production was deployed after this plan was made; nothing was');
  expect((await run('plan-holds.ts', {})).status).toBe(1);
});
