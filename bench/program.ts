// The program: planning and evaluating 10, 100 and 1,000 hosts, half of them redirects, per host.
import { runProcess } from './process.ts';
import type { ProgramMessage } from './program/process.ts';
import { against, alone, type BenchResult, type BenchRow, milliseconds } from './report.ts';

const SIZES = [10, 100, 1_000] as const;
const GOALS = { ownMs: 2, linear: 1.1, bare: 1.6 };

type Sized = ProgramMessage & { readonly hosts: number };

export async function run(): Promise<BenchResult> {
  const figures: Sized[] = [];
  for (const hosts of SIZES)
    figures.push({ hosts, ...(await runProcess<ProgramMessage>('./program/process.ts', [String(hosts)])) });
  return { name: 'program', rows: [...figures.map(ownRow), linearRow(figures), bareRow(figures)] };
}

/** Evaluating a stack plans it again, so that its own time includes the planning. */
function ownRow({ hosts, own, plan, evaluate, resources }: Sized): BenchRow {
  const note = `${resources} resources; planning ${milliseconds(plan)}, everything ${milliseconds(evaluate)}`;
  const what = `${hosts.toLocaleString('en')} hosts: our own code, per host`;
  return alone(what, own / hosts, GOALS.ownMs, milliseconds, note);
}

/** What is more: parents, dependencies, and outputs that wait for each other. */
function bareRow(figures: readonly Sized[]): BenchRow {
  const [, { evaluate, bare, resources }] = figures as [Sized, Sized];
  const what = '100 hosts: evaluating, against the same resources bare';
  return against(what, [evaluate, bare], GOALS.bare, milliseconds, `${resources} resources`);
}

/** Against 100 hosts, not 10: with 10, the stack's other resources weigh too much. */
function linearRow(figures: readonly Sized[]): BenchRow {
  const [, middle, most] = figures.map(({ hosts, evaluate }) => evaluate / hosts) as [number, number, number];
  const what = '1,000 hosts: evaluating, per host, against 100';
  return against(what, [most, middle], GOALS.linear, milliseconds);
}
