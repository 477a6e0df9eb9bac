// `npm run mutate`: changes sources at random, one place at a time, and shows which changes no test notices.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { AREAS } from './areas.ts';
import { copyCheckout } from './checkout.ts';
import { assertGreen, judge, type Limits, type Verdict } from './judge.ts';
import { type Mutant, mutantsOf, shuffled } from './mutants.ts';
import { describe, report } from './report.ts';
import { typedMutants } from './type-check.ts';
import { endAll } from './vitest.ts';

interface Options extends Limits {
  readonly area: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly json?: string;
}

const integer = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
};

const command = new Command('npm run mutate --')
  .description('Change sources at random, in a copy, and show which changes no quick test notices.')
  .addOption(
    new Option('--area <area...>', 'what to change; everything by default').choices(Object.keys(AREAS)),
  )
  .option('--count <number>', 'mutants in each area, of those that the type checker accepts', integer, 25)
  .option('--seed <number>', 'the same seed chooses the same mutants of the same sources', integer, 1)
  .option('--timeout <seconds>', 'limit of each run of the tests of a mutant', integer, 120)
  .option('--slow', 'also the tests that start processes', false)
  .option('--json <file>', 'also write the verdicts there')
  .addHelpText('after', '\nExit status: 0 if every mutant was killed, 1 if one survived or timed out.');

command.action(async (options: Options) => {
  const copy = copyCheckout();
  const verdicts: Verdict[] = [];
  const finish = () => {
    endAll();
    copy.remove();
    console.log(`\n${report(verdicts)}`);
    if (options.json) writeFileSync(options.json, `${JSON.stringify(verdicts, null, 2)}\n`);
    process.exitCode = verdicts.every(({ result }) => result === 'killed') ? 0 : 1;
  };
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.once(signal, () => {
      finish();
      process.exit(128 + number);
    });
  }
  try {
    for (const area of options.area ?? Object.keys(AREAS)) await measure(copy.root, area, options, verdicts);
  } finally {
    finish();
  }
});

async function measure(root: string, area: string, options: Options, verdicts: Verdict[]): Promise<void> {
  const chosen = await typedMutants(root, shuffled(mutantsIn(root, area), options.seed), options.count);
  const files = chosen.map(({ file }) => file);
  await assertGreen(root, area, files, options);
  for (const mutant of chosen) {
    const verdict = await judge(root, area, mutant, options);
    verdicts.push(verdict);
    console.log(describe(verdict));
  }
}

function mutantsIn(root: string, area: string): Mutant[] {
  const files = globSync([...(AREAS[area]?.sources ?? [])], { cwd: root }).filter((file) =>
    /\.[jt]s$/.test(file),
  );
  return files.sort().flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
}

await command.parseAsync();
