// Compares a stack with its declaration and requests its hosts; writes every difference to drift/STACK.txt.
//   node .github/scripts/drift.ts STACK
import { mkdirSync, writeFileSync } from 'node:fs';
import { paragraph } from '../../packages/custom-domains/src/output/index.ts';
import { domains, run, stackExists } from './commands.ts';
import { log } from './github.ts';

const [stack = ''] = process.argv.slice(2);
// What a move left and is no longer kept is deleted by the next deployment: nothing differs from what was declared.
process.env.PETSTORE_PLANNED_AT = new Date(0).toISOString();
if (stackExists(stack)) {
  const preview = 'preview --refresh --expect-no-changes --diff --non-interactive --color never --stack';
  const results = [
    run('pulumi', [...preview.split(' '), stack], { all: true }),
    domains(['status', '--stack', stack], { all: true }),
  ];
  for (const { stdout } of results) log.line(paragraph(stdout));
  const failed = results.filter(({ status }) => status !== 0);
  if (failed.length > 0) {
    mkdirSync('drift', { recursive: true });
    writeFileSync(`drift/${stack}.txt`, failed.map(({ stdout }) => stdout).join('\n\n'));
    process.exitCode = 1;
  }
}
