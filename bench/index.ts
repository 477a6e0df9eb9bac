// `npm run bench`: runs all parts, or those named, prints one table for each and writes bench/results.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { type BenchResult, summary, table } from './report.ts';

type Part = { run(): Promise<BenchResult> };

/** In the order of a whole run; each part is loaded when it runs. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  cold: () => import('./cold.ts'),
  warm: () => import('./warm.ts'),
  list: () => import('./list.ts'),
  program: () => import('./program.ts'),
  preflight: () => import('./preflight.ts'),
  local: () => import('./local.ts'),
};

const RESULTS = join(import.meta.dirname, 'results.json');

const command = new Command('npm run bench --')
  .description(
    'Measure petstore and its peers side by side. Only the ratios are comparable: machines are noisy.',
  )
  .addArgument(
    new Argument('[part...]', 'what to measure; everything by default').choices(Object.keys(PARTS)),
  )
  .addHelpText(
    'after',
    `
The results are also written to bench/results.json. bench/README.md explains each figure.

Examples:
  npm run bench
  npm run bench -- cold`,
  );

command.action(async (given: string[]) => {
  const names = given.length > 0 ? [...new Set(given)] : Object.keys(PARTS);
  const results: BenchResult[] = [];
  for (const name of names) {
    const result = await measure(name);
    if (result === undefined) process.exitCode = 1;
    else results.push(result);
  }
  writeFileSync(RESULTS, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
  console.log(summary(results));
});

/** Undefined where the part failed: the others are still measured. */
async function measure(name: string): Promise<BenchResult | undefined> {
  const started = performance.now();
  process.stderr.write(`measuring ${name} ... `);
  try {
    const part = await PARTS[name]?.();
    const result = await part?.run();
    process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(0)} s\n`);
    if (result !== undefined) console.log(`${table(result)}\n`);
    return result;
  } catch (error) {
    process.stderr.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

await command.parseAsync();
