// Preflight of 1,000 hosts in 100 zones, half of them signed, with 20 ms added to each DNS response: time, memory, queries.
import type { CheckFigures, CheckOrder } from './preflight/check-process.ts';
import { runProcess, withProcess } from './process.ts';
import { alone, type BenchResult } from './report.ts';

const runs = 3;
/** A round trip to a server on the same continent. */
const addedMs = 20;
/** For counting queries that wait for each other: much longer than the machine's own delays. */
const countingMs = 150;
const goals = { seconds: 3, megabytes: 250, questions: 14 };
/** The deepest hosts of a zone: their queries depend on the most earlier responses. */
const deepest = ['h1.zone0.test', 'h3.eu.zone0.test', 'h4.zone0.test'];

export async function run(): Promise<BenchResult> {
  const depths = await withDns(countingMs, (dns) =>
    Promise.all(deepest.map(async (only) => Math.floor((await measure({ ...dns, only })).ms / countingMs))),
  );
  const all = await withDns(addedMs, async (dns) => {
    const figures: CheckFigures[] = [];
    for (let left = runs; left > 0; left--) figures.push(await measure(dns));
    return figures;
  });
  return { name: 'preflight', rows: rows(median(all), Math.max(...depths)) };
}

type BenchDns = Omit<CheckOrder, 'only'>;

const withDns = <T>(delayMs: number, use: (dns: BenchDns) => Promise<T>) =>
  withProcess<BenchDns, T>('./preflight/dns-process.ts', [String(delayMs)], use);

const measure = (order: CheckOrder) =>
  runProcess<CheckFigures>('./preflight/check-process.ts', [JSON.stringify(order)]);

function rows(all: CheckFigures, depth: number): BenchResult['rows'] {
  const seconds = all.ms / 1000;
  const bound = (depth * addedMs) / 1000;
  const megabytes = all.peakBytes / 1e6;
  const questions = all.questions / all.hosts;
  const what = `${all.hosts} hosts, 100 zones, half signed, ${addedMs} ms added to each response`;
  const found = Object.entries(all.findings).map(([code, count]) => `${count} ${code}`);
  return [
    {
      what: `${what}: time`,
      ours: `${seconds.toFixed(2)} s`,
      peer: `${bound.toFixed(2)} s (lower bound: ${depth} queries in sequence)`,
      ratio: seconds / bound,
      goal: `under ${goals.seconds} s`,
      met: seconds < goals.seconds,
      note: `${all.packets} packets`,
    },
    alone(
      `${what}: memory`,
      { value: megabytes, text: `${megabytes.toFixed(0)} MB` },
      { text: `at most ${goals.megabytes} MB`, most: goals.megabytes },
    ),
    alone(
      `${what}: queries for each host`,
      { value: questions, text: questions.toFixed(1), note: found.join(', ') },
      { text: `at most ${goals.questions}`, most: goals.questions },
    ),
  ];
}

function median(all: readonly CheckFigures[]): CheckFigures {
  const sorted = all.toSorted((one, other) => one.ms - other.ms);
  return sorted[Math.floor(sorted.length / 2)] as CheckFigures;
}
