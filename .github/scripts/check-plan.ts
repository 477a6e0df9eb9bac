// Checks the hosts of the file PLAN for action.yml: writes the report to custom-domains.md in the runner's temporary folder and to the
// summary of the job; the step's output `status` is the exit status of the check.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMENT_MARKER } from '../../packages/custom-domains/src/output/index.ts';
import { run } from './commands.ts';
import { append, main, variable } from './github.ts';

const MAIN = join(import.meta.dirname, '../../packages/custom-domains/src/cli/main.ts');
const { AUTHORITY = '', RESOLVER = '' } = process.env;

await main(async () => {
  const given = { plan: variable('PLAN'), authority: AUTHORITY, resolver: RESOLVER, format: 'markdown' };
  const options = Object.entries(given).flatMap(([name, value]) =>
    value === '' ? [] : [`--${name}=${value}`],
  );
  const report = join(variable('RUNNER_TEMP'), 'custom-domains.md');
  // That of an earlier step of the job, which is not to be commented where this check writes none.
  rmSync(report, { force: true });
  const { status, stdout } = run(process.execPath, [MAIN, 'check', ...options]);
  if (stdout !== '') {
    writeFileSync(report, `${COMMENT_MARKER}\n\n${stdout}`);
    append('GITHUB_STEP_SUMMARY', stdout);
  }
  append('GITHUB_OUTPUT', `status=${status}\n`);
});
