// Writes the report of a pull request to comment.md and to the summary of the job; the exit status is the report's.
//   npx -c 'node .github/scripts/report.ts'   with the previews in previews/, or without any: then no cloud account is needed
// HEAD is the merge commit that GitHub creates for a pull request; its first parent is the base.
import { globSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { domains } from './commands.ts';
import { append } from './github.ts';

const previews = globSync('previews/*.json')
  .sort()
  .flatMap((file) => ['--preview', `${basename(file, '.json')}=${file}`]);
const { status, stdout } = domains(['report', '--base', 'HEAD^1', ...previews]);
if (stdout !== '') {
  writeFileSync('comment.md', stdout);
  append('GITHUB_STEP_SUMMARY', stdout);
}
process.exitCode = status;
