// Plans the update of a stack, for whoever approves it: into plan/, and readable into the summary of the job.
//   node --conditions=@petstore/source .github/scripts/plan.ts STACK
//
// The engine's plan holds what each resource becomes, and `pulumi up --plan` refuses all else; it does not hold what it
// was made from (pulumi's pkg/resource/deploy/plan.go compares the new inputs, not the old). That is plan/state.sha256.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { type NoPreview, type Preview, readPreview } from '../../cli/domains/report/preview.ts';
import { resourceBlocks } from '../../cli/domains/report/resources.ts';
import { isMade, run } from './commands.ts';
import { main } from './github.ts';
import { stateDigest } from './state.ts';

const [stack = ''] = process.argv.slice(2);

await main(async () => {
  if (!isMade(stack)) return;
  mkdirSync('plan', { recursive: true });
  // Read first: what changes while the plan is made is noticed too.
  writeFileSync('plan/state.sha256', stateDigest(stack));
  const args = ['preview', '--json', '--refresh', '--non-interactive', '--stack', stack];
  const { status, stdout } = run('pulumi', [...args, '--save-plan', 'plan/update.json']);
  writeFileSync('plan/preview.json', stdout);
  const preview = readPreview('plan/preview.json');
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) appendFileSync(summary, text(preview));
  if (status !== 0) throw new Error(`There is no plan of ${stack}: ${reason(preview)}`);
});

function text(preview: Preview | NoPreview): string {
  const blocks = resourceBlocks(stack, preview, new Set()).map((block) => block.text);
  return `${[`### What is deployed to ${stack} once it is approved`, ...blocks].join('\n\n')}\n`;
}

function reason(preview: Preview | NoPreview): string {
  return 'unknown' in preview ? preview.unknown : (preview.errors[0] ?? 'the preview failed');
}
