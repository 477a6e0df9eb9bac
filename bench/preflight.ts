// Preflight of 1,000 hosts in 100 zones, half of them signed, with 20 ms added to each DNS response: time, memory, queries.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Anchor, CheckFigures, CheckOrder } from './preflight/check-process.ts';
import type { BenchResult } from './result.ts';

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

interface BenchDns {
  readonly resolver: string;
  readonly anchors: readonly Anchor[];
}

async function withDns<T>(delayMs: number, use: (dns: BenchDns) => Promise<T>): Promise<T> {
  const dns = fork(new URL('./preflight/dns-process.ts', import.meta.url), [String(delayMs)]);
  try {
    return await use(await message<BenchDns>(dns));
  } finally {
    dns.kill();
  }
}

function rows(all: CheckFigures, depth: number): BenchResult['rows'] {
  const seconds = all.ms / 1000;
  const bound = (depth * addedMs) / 1000;
  const megabytes = all.peakBytes / 1e6;
  const questions = all.questions / all.hosts;
  const what = `${all.hosts} hosts, 100 zones, half signed, ${addedMs} ms added to each response`;
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
    {
      what: `${what}: memory`,
      ours: `${megabytes.toFixed(0)} MB`,
      peer: '-',
      ratio: null,
      goal: `under ${goals.megabytes} MB`,
      met: megabytes < goals.megabytes,
    },
    {
      what: `${what}: queries for each host`,
      ours: questions.toFixed(1),
      peer: '-',
      ratio: null,
      goal: `at most ${goals.questions}`,
      met: questions <= goals.questions,
      note: Object.entries(all.findings)
        .map(([code, count]) => `${count} ${code}`)
        .join(', '),
    },
  ];
}

function median(all: readonly CheckFigures[]): CheckFigures {
  const sorted = all.toSorted((one, other) => one.ms - other.ms);
  return sorted[Math.floor(sorted.length / 2)] as CheckFigures;
}

async function measure(order: CheckOrder): Promise<CheckFigures> {
  const child = fork(new URL('./preflight/check-process.ts', import.meta.url));
  child.send(order);
  return message<CheckFigures>(child);
}

/** The process's first message, or an error where it ends without one. */
async function message<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  const [value] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return value as T;
}
