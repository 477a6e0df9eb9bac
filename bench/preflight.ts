// Preflight of 1,000 hosts in 100 zones, half of them signed, with 20 ms added to each DNS response: time, memory, queries.
import type { CheckFigures, CheckOrder } from './preflight/check-process.ts';
import { runProcess, withProcess } from './process.ts';
import { alone, type BenchResult } from './report.ts';

const runs = 3;
/** A round trip to a server on the same continent. */
const addedMs = 20;
/** As `npm run domains` has them: what was compiled is kept, which the run that is not counted does, and V8's young generation is small. */
const FLAGS = ['--require=./cli/installed.cjs', '--max-semi-space-size=16'];
const goals = { seconds: 1.4, megabytes: 200, questions: 10 };

export async function run(): Promise<BenchResult> {
  const all = await withProcess<CheckOrder, CheckFigures[]>(
    './preflight/dns-process.ts',
    [String(addedMs)],
    async (dns) => {
      const check = () =>
        runProcess<CheckFigures>('./preflight/check-process.ts', [JSON.stringify(dns)], FLAGS);
      // Not counted: the DNS signs its zones in it, and its code is compiled, which takes half a second of the processor.
      await check();
      const figures: CheckFigures[] = [];
      for (let left = runs; left > 0; left--) figures.push(await check());
      return figures;
    },
  );
  return { name: 'preflight', rows: rows(median(all)) };
}

function rows(all: CheckFigures): BenchResult['rows'] {
  const what = `${all.hosts} hosts, 100 zones, half signed, ${addedMs} ms added to each response`;
  const [seconds, megabytes] = [
    (value: number) => `${value.toFixed(2)} s`,
    (value: number) => `${value.toFixed(0)} MB`,
  ];
  const questions = all.questions / all.hosts;
  return [
    alone(`${what}: time`, all.ms / 1000, goals.seconds, seconds, `${all.packets} packets`),
    alone(`${what}: memory`, all.peakBytes / 1e6, goals.megabytes, megabytes),
    alone(
      `${what}: queries for each host`,
      questions,
      goals.questions,
      (value) => value.toFixed(1),
      `${all.findings} findings`,
    ),
  ];
}

function median(all: readonly CheckFigures[]): CheckFigures {
  const sorted = all.toSorted((one, other) => one.ms - other.ms);
  return sorted[Math.floor(sorted.length / 2)] as CheckFigures;
}
