// The scripts around an approval: the plan that it shows, and the check that the stack still has the plan's state.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewJson } from '../cli/domains/preview.ts';
import { fakePulumi, newProject, type Outputs } from './fake-pulumi.ts';
import { runScript } from './scripts.ts';

let folder: string;
beforeEach(() => {
  folder = newProject();
  writeFileSync(join(folder, 'summary.md'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const existing = { 'stack ls': { out: '[{"name":"organization/petstore/production"}]' } };
const exported = (out: string) => ({ 'stack export --non-interactive --stack production': { out } });
const table = { op: 'create', type: 'aws:dynamodb/table:Table', name: 'pets' };
const previewed = (given: object, status = 0) => ({
  'preview --json --refresh --non-interactive --stack production --save-plan plan/update.json': {
    status,
    out: previewJson({ stack: 'production', hosts: {}, steps: [table], ...given }),
  },
});

function run(name: string, outputs: Outputs) {
  fakePulumi(folder, outputs);
  return runScript(name, ['production'], folder, {
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  });
}

test('a plan is shown in the summary, with the digest of the state that it started from', async () => {
  const lost = { op: 'delete', type: 'aws:s3/bucket:Bucket', name: 'docs' };
  const planned = previewed({ steps: [table, lost] });
  expect(await run('plan.ts', { ...existing, ...exported('{"v":1}'), ...planned })).toEqual({
    status: 0,
    output: '',
  });
  expect(read('plan/state.sha256')).toBe(createHash('sha256').update('{"v":1}').digest('hex'));
  expect(read('summary.md')).toMatch(/^### The changes of production that an approval deploys\n\n/);
  expect(read('summary.md')).toContain('#### Resources of production: 1 to create, 1 to delete');
  expect(read('summary.md')).toMatch(/Replaced or deleted:\n\n- delete `s3\.Bucket` `docs`/);
});

test('without a plan, the job fails and the summary has the reason', async () => {
  const stopped = previewed({ errors: ['error: no such key'] }, 255);
  const { status, output } = await run('plan.ts', { ...existing, ...exported('{}'), ...stopped });
  expect(status).toBe(1);
  expect(output).toContain('::error::There is no plan of production: error: no such key');
  expect(read('summary.md')).toContain('#### ❓ Resources of production: not known');
});

test('without a readable state, there is no plan', async () => {
  const { status, output } = await run('plan.ts', { ...existing, ...previewed({}) });
  expect(status).toBe(1);
  expect(output).toContain('::error::The state of stack production could not be read');
});

test('a stack that does not exist has no plan; this is not a failure', async () => {
  const { status, output } = await run('plan.ts', { 'stack ls': { out: '[]' } });
  expect(status).toBe(0);
  expect(output).toContain('::notice::There is no stack "production" yet');
});

test('a plan is valid while the stack has the state that the plan started from', async () => {
  await run('plan.ts', { ...existing, ...exported('{"v":1}'), ...previewed({}) });
  expect((await run('plan-holds.ts', exported('{"v":1}'))).status).toBe(0);
  const { status, output } = await run('plan-holds.ts', exported('{"v":2}'));
  expect(status).toBe(1);
  expect(output).toContain('::error::Stack production was deployed after this plan was created; nothing was');
  expect((await run('plan-holds.ts', {})).status).toBe(1);
});

test('the digest of a plan is read from a plain file of the artifact only', async () => {
  await run('plan.ts', { ...existing, ...exported('{"v":1}'), ...previewed({}) });
  renameSync(join(folder, 'plan/state.sha256'), join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'plan/state.sha256'));
  const { status, output } = await run('plan-holds.ts', exported('{"v":1}'));
  expect(status).toBe(1);
  expect(output).toContain('::warning::plan/state.sha256 was not read: ');
});
