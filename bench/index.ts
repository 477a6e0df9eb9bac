// `npm run bench`: runs all parts, or those named, prints one table for each and writes bench/results.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from './report.ts';

/** In the order of a whole run; each part is loaded when it runs. */
const PARTS: Readonly<Record<string, () => Promise<{ run(): Promise<BenchRow[]> }>>> = {
  cold: () => import('./cold.ts'),
  warm: () => import('./warm.ts'),
  list: () => import('./list.ts'),
  program: () => import('./program.ts'),
  scale: () => import('./scale.ts'),
  cli: () => import('./cli.ts'),
  preflight: () => import('./preflight.ts'),
  plans: () => import('./plans.ts'),
  local: () => import('./local.ts'),
};

const given = process.argv.slice(2);
const names = Object.keys(PARTS);
if (!new Set(given).isSubsetOf(new Set(names))) {
  console.error(`npm run bench -- [part...], which are ${names.join(', ')}; bench/README.md explains each`);
  process.exit(2);
}

const results: { name: string; rows: BenchRow[] }[] = [];
for (const name of given.length > 0 ? given : names) {
  process.stderr.write(`measuring ${name}\n`);
  try {
    const rows = (await (await PARTS[name]?.())?.run()) ?? [];
    console.table(rows);
    results.push({ name, rows });
  } catch (error) {
    // The others are still measured.
    process.stderr.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
const text = JSON.stringify({ node: process.version, results }, null, 2);
writeFileSync(join(import.meta.dirname, 'results.json'), `${text}\n`);
const goals = results.flatMap(({ rows }) => rows);
console.log(`${goals.filter(({ met }) => met).length} of ${goals.length} goals are met`);
