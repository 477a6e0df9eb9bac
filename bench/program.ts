// The program: planning and evaluating 10, 100 and 1,000 hosts in process, per host; 100 with the Pulumi CLI.
import { findPulumi } from '../cli/local/engine-environment.ts';
import { runProcess } from './process.ts';
import type { EngineMessage } from './program/engine.ts';
import type { ProgramMessage } from './program/process.ts';
import { alone, type BenchResult, type BenchRow, milliseconds } from './report.ts';

const SIZES = [10, 100, 1_000] as const;
const ENGINE_HOSTS = 100;
const GOALS = { ownMs: 2, linear: 1.1, engine: 1.2 };

type Sized = ProgramMessage & { readonly hosts: number };

export async function run(): Promise<BenchResult> {
  const figures: Sized[] = [];
  for (const hosts of SIZES) {
    figures.push({ hosts, ...(await runProcess<ProgramMessage>('./program/process.ts', [String(hosts)])) });
  }
  const inProcess = [...figures.map(ownRow), ...figures.flatMap(bareRow), linearRow(figures)];
  return { name: 'program', rows: [...inProcess, ...(await engineRows())] };
}

async function engineRows(): Promise<BenchRow[]> {
  const what = `${ENGINE_HOSTS} hosts with the Pulumi CLI`;
  const goal = `at most ${GOALS.engine}`;
  if (findPulumi() === undefined) {
    const note = 'not measured: no `pulumi` is on the path';
    return [{ what, ours: '-', peer: '-', ratio: null, goal, met: null, note }];
  }
  const { ours, bare, resources } = await runProcess<EngineMessage>('./program/engine.ts', [
    `${ENGINE_HOSTS}`,
  ]);
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return (['preview', 'up'] as const).map((step) => ({
    what: `${what}: ${step}, against as many bare resources`,
    ours: seconds(ours[step]),
    peer: seconds(bare[step]),
    ratio: ours[step] / bare[step],
    goal,
    met: ours[step] <= bare[step] * GOALS.engine,
    note: `${resources} resources`,
  }));
}

/** Evaluating a stack plans it again, so that its own time includes the planning. */
function ownRow({ hosts, own, plan, evaluate, resources }: Sized): BenchRow {
  const note = `${resources} resources; planning ${milliseconds(plan)}, everything ${milliseconds(evaluate)}`;
  return alone(
    `${hosts.toLocaleString('en')} hosts: our own code, per host`,
    { value: own / hosts, text: milliseconds(own / hosts), note },
    { text: `at most ${GOALS.ownMs} ms`, most: GOALS.ownMs },
  );
}

function bareRow({ hosts, evaluate, bare }: Sized): BenchRow[] {
  if (bare === null) return [];
  return [
    {
      what: `${hosts} hosts: evaluating, against the same resources bare`,
      ours: milliseconds(evaluate),
      peer: milliseconds(bare),
      ratio: evaluate / bare,
      goal: '-',
      met: null,
      note: 'the bare resources wait for nothing',
    },
  ];
}

/** Against 100 hosts, not 10: with 10, the stack's other resources weigh too much. */
function linearRow(figures: readonly Sized[]): BenchRow {
  const [, middle, most] = figures.map(({ hosts, evaluate }) => evaluate / hosts) as [number, number, number];
  return {
    what: '1,000 hosts: evaluating, per host, against 100',
    ours: milliseconds(most),
    peer: milliseconds(middle),
    ratio: most / middle,
    goal: `linear: at most ${GOALS.linear}`,
    met: most <= middle * GOALS.linear,
  };
}
