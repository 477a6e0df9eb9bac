// The errors that GitHub's own workflow parser finds. Its modules import JSON as only bundlers accept it, so it is bundled.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

type Parser = typeof import('@actions/workflow-parser');

export async function loadParser(): Promise<(name: string, content: string) => Promise<string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-parser-'));
  const outfile = join(folder, 'parser.cjs');
  await build({
    entryPoints: ['@actions/workflow-parser'],
    absWorkingDir: join(import.meta.dirname, '../..'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  });
  const parser = createRequire(import.meta.url)(outfile) as Parser;
  rmSync(folder, { recursive: true });
  return (name, content) => errorsOf(parser, name, content);
}

async function errorsOf(parser: Parser, name: string, content: string): Promise<string[]> {
  const { context, value } = parser.parseWorkflow({ name, content }, new parser.NoOperationTraceWriter());
  const errors = () => context.errors.getErrors().map(({ message }) => message);
  if (value === undefined || errors().length > 0) return errors();
  const template = await parser.convertWorkflowTemplate(context, value);
  return [...errors(), ...(template.errors ?? []).map(({ Message }) => Message)];
}
