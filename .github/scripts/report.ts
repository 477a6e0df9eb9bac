// Writes the report of a pull request to comment.md and to the summary of the job; the exit status is the report's.
//   node .github/scripts/report.ts [STACK...]     the stacks to preview first; without any, no cloud account is needed
// HEAD is the merge commit that GitHub creates for a pull request; its first parent is the base.
import { appendFileSync, writeFileSync } from 'node:fs';
import { domains, run, stackExists } from './commands.ts';

const previews = process.argv.slice(2).filter(stackExists).flatMap(preview);
const { status, stdout } = domains(['report', '--base', 'HEAD^1', ...previews]);
if (stdout !== '') {
  writeFileSync('comment.md', stdout);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, stdout);
}
process.exitCode = status;

/** With --refresh, like the deployment. The output of a failed preview is kept: the report shows its error. */
function preview(stack: string): string[] {
  const file = `preview-${stack}.json`;
  const { stdout } = run('pulumi', ['preview', '--json', '--refresh', '--non-interactive', '--stack', stack]);
  writeFileSync(file, stdout);
  return ['--preview', `${stack}=${file}`];
}
