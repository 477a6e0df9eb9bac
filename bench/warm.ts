// Warm calls: the time above the same logic called directly, compared with Hono.
import { runProcess } from './process.ts';
import { type BenchResult, microseconds } from './report.ts';
import type { WarmMessage } from './warm/process.ts';

const GOAL = 1;

export async function run(): Promise<BenchResult> {
  const figures = await runProcess<WarmMessage>('./warm/process.ts');
  const rows = Object.entries(figures).flatMap(([operation, { direct, ours, hono }]) =>
    (['p50', 'p99'] as const).map((part) => {
      const [own, peer] = [ours[part] - direct[part], hono[part] - direct[part]];
      return {
        what: `${operation}, ${part} above the logic alone, against Hono`,
        ours: microseconds(own),
        peer: microseconds(peer),
        ratio: own / peer,
        goal: `at most ${GOAL}`,
        met: own <= peer * GOAL,
        note: `the logic alone takes ${microseconds(direct[part])}`,
      };
    }),
  );
  return { name: 'warm', rows };
}
