// Warm calls: the time above the same logic called directly, compared with Hono and serverless-http.
import { microseconds } from './figures.ts';
import { runProcess } from './process.ts';
import type { BenchResult, BenchRow } from './result.ts';
import type { WarmFigures, WarmMessage } from './warm/process.ts';

const PEERS = [
  { name: 'hono', title: 'Hono', goal: 1 },
  { name: 'serverless-http', title: 'the same app behind serverless-http', goal: null },
] as const;

export async function run(): Promise<BenchResult> {
  const figures = await runProcess<WarmMessage>('./warm/process.ts');
  const rows = Object.entries(figures).flatMap(([operation, variants]) =>
    PEERS.flatMap(({ name, title, goal }) =>
      (['p50', 'p99'] as const).map((part) => {
        const above = (figures: WarmFigures) => figures[part] - variants.direct[part];
        const what = `${operation}, ${part} above the logic alone, against ${title}`;
        return row(what, above(variants.ours), above(variants[name]), goal, variants.direct[part]);
      }),
    ),
  );
  return { name: 'warm', rows };
}

function row(what: string, ours: number, peer: number, goal: number | null, direct: number): BenchRow {
  return {
    what,
    ours: microseconds(ours),
    peer: microseconds(peer),
    ratio: ours / peer,
    goal: goal === null ? '-' : `at most ${goal}`,
    met: goal === null ? null : ours <= peer * goal,
    note: `the logic alone takes ${microseconds(direct)}`,
  };
}
