// The workflows are valid by GitHub's own parser, and the step that updates is what a shell makes of it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobsOf, ROOT, read, workflowFiles } from './workflows.ts';

const folder = mkdtempSync(join(tmpdir(), 'petstore-workflows-'));
afterAll(() => rmSync(folder, { recursive: true }));

let parser: typeof import('@actions/workflow-parser');
beforeAll(async () => {
  // Its modules import JSON as only bundlers accept it.
  const outfile = join(folder, 'parser.cjs');
  const made = { outfile, bundle: true, platform: 'node', logLevel: 'error' } as const;
  await build({ entryPoints: ['@actions/workflow-parser'], absWorkingDir: ROOT, ...made });
  parser = createRequire(import.meta.url)(outfile);
});

test.each(workflowFiles)("%s is valid by GitHub's own parser", async (name) => {
  const file = { name, content: read(name) };
  const { context, value } = parser.parseWorkflow(file, new parser.NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  if (value === undefined) throw new Error('it has no content');
  const { errors } = await parser.convertWorkflowTemplate(context, value);
  expect(errors ?? []).toEqual([]);
});

test.each([
  ['staging', 0],
  ['production', 3],
])("%s: between its two lines, GitHub obeys nothing, and the status is the engine's: %i", (id, status) => {
  const update = jobsOf('deploy')[id]?.steps?.find(({ run }) => run?.includes('pulumi up'))?.run ?? '';
  writeFileSync(join(folder, 'pulumi'), `#!/bin/sh\necho "::error::$1"\nexit ${status}\n`, { mode: 0o755 });
  mkdirSync(join(folder, 'plan'), { recursive: true });
  writeFileSync(join(folder, 'plan/time'), '2026-11-22T12:00:00.000Z\n');
  const env = { PATH: [folder, process.env.PATH].join(delimiter) };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const tokens = [1, 2].map(() => {
    const run = spawnSync('bash', ['-eo', 'pipefail', '-c', update], options);
    expect(run.status).toBe(status);
    const [, stop, end] = /^::stop-commands::(\w{32})\n::error::up\n::(\w{32})::\n$/.exec(run.stdout) ?? [];
    expect(stop).toBe(end);
    return stop;
  });
  expect(new Set(tokens)).toHaveLength(2);
});
