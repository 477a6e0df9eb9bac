// Writes the report of a pull request to comment.md and to the summary of the job, and ends with its status.
//   node --conditions=@petstore/source .github/scripts/report.ts [STACK...]     the stacks to preview first; with none, no cloud account is needed
// HEAD is the merge commit that GitHub makes of a pull request: its first parent is what it would be merged into.
import { appendFileSync, writeFileSync } from 'node:fs';
import { domains, isMade, run } from './commands.ts';

const previews = process.argv.slice(2).filter(isMade).flatMap(preview);
const { status, stdout } = domains(['report', '--base', 'HEAD^1', ...previews]);
if (stdout !== '') {
  writeFileSync('comment.md', stdout);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, stdout);
}
process.exitCode = status;

/** With --refresh, as it is deployed. One that fails leaves what it has: the report says what stopped it. */
function preview(stack: string): string[] {
  const file = `preview-${stack}.json`;
  const { stdout } = run('pulumi', ['preview', '--json', '--refresh', '--non-interactive', '--stack', stack]);
  writeFileSync(file, stdout);
  return ['--preview', `${stack}=${file}`];
}
