// Looks whether a stack is as main declares it, and whether its hosts answer; what is wrong is left in drift/STACK.txt.
//   node --conditions=@petstore/source .github/scripts/drift.ts STACK
import { mkdirSync, writeFileSync } from 'node:fs';
import { domains, isMade, run } from './commands.ts';

const [stack = ''] = process.argv.slice(2);
if (isMade(stack)) {
  const looks = [
    run(
      'pulumi',
      [
        'preview',
        '--refresh',
        '--expect-no-changes',
        '--diff',
        '--non-interactive',
        '--color',
        'never',
        '--stack',
        stack,
      ],
      { all: true },
    ),
    domains(['status', '--stack', stack], { all: true }),
  ];
  for (const { stdout } of looks) console.log(stdout);
  const wrong = looks.filter(({ status }) => status !== 0);
  if (wrong.length > 0) {
    mkdirSync('drift', { recursive: true });
    writeFileSync(`drift/${stack}.txt`, wrong.map(({ stdout }) => stdout).join('\n\n'));
    process.exitCode = 1;
  }
}
