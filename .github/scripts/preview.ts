// Previews a stack for the report of a pull request, into previews/STACK.json; nothing for a stack that does not exist.
//   node .github/scripts/preview.ts STACK
import { mkdirSync, writeFileSync } from 'node:fs';
import { run, stackExists } from './commands.ts';

const [stack = ''] = process.argv.slice(2);
if (stackExists(stack)) {
  // With --refresh, like the deployment. The output of a failed preview is kept: the report shows its error.
  const { stdout } = run('pulumi', ['preview', '--json', '--refresh', '--non-interactive', '--stack', stack]);
  mkdirSync('previews', { recursive: true });
  writeFileSync(`previews/${stack}.json`, stdout);
}
