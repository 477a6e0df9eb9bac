// Large plans of other teams: 40,000 names that stay, and 10 MB of small objects.
import type { PlanFigures } from './plans/process.ts';
import { runProcess } from './process.ts';
import { alone, type BenchResult } from './report.ts';

export async function run(): Promise<BenchResult> {
  const [names, objects] = [await figuresOf('names'), await figuresOf('objects')];
  const rows = [
    alone(
      'a plan of 40,000 names, before and after: time',
      names.ms,
      500,
      (value) => `${value.toFixed(0)} ms`,
    ),
    alone(
      'a plan of 10 MB of small objects: memory',
      objects.peakBytes / 1e6,
      250,
      (value) => `${value.toFixed(0)} MB`,
    ),
  ];
  return { name: 'plans', rows };
}

const figuresOf = (plan: string) => runProcess<PlanFigures>('./plans/process.ts', [plan]);
