// Plans the update of a stack for its approval: writes plan/, and a readable form to the summary of the job.
//   node .github/scripts/plan.ts STACK
//
// The engine's plan contains the operations and the new inputs of each resource, and `pulumi up --plan` refuses all others.
// It does not contain the state that it started from (pulumi's pkg/resource/deploy/plan.go compares the new inputs, not
// the old); plan/state.sha256 stands for that.
import { mkdirSync, writeFileSync } from 'node:fs';
import { readPreview, resourceBlocks } from '../../cli/domains/report/preview.ts';
import { joinMarkdown, md } from '../../packages/custom-domains/src/output/index.ts';
import { run, stackExists, stateDigest } from './commands.ts';
import { append, main } from './github.ts';

const [stack = ''] = process.argv.slice(2);

await main(async () => {
  if (!stackExists(stack)) return;
  mkdirSync('plan', { recursive: true });
  // Read first, so that a change during the planning is noticed too.
  writeFileSync('plan/state.sha256', stateDigest(stack));
  // The deployment judges by the same time what a move left and is no longer kept.
  process.env.PETSTORE_PLANNED_AT = new Date().toISOString();
  writeFileSync('plan/time', process.env.PETSTORE_PLANNED_AT);
  const args = ['preview', '--json', '--refresh', '--non-interactive', '--stack', stack];
  const { status, stdout } = run('pulumi', [...args, '--save-plan', 'plan/update.json']);
  writeFileSync('plan/preview.json', stdout);
  const preview = readPreview('plan/preview.json', stack);
  const title = md`### The changes of ${stack} that an approval deploys`;
  const blocks = resourceBlocks(stack, preview, new Set()).map((block) => block.text);
  append('GITHUB_STEP_SUMMARY', `${joinMarkdown([title, ...blocks])}\n`);
  if (status === 0) return;
  throw new Error(`There is no plan of ${stack}: ${preview.errors[0] ?? 'the preview failed'}`);
});
