// Warm calls: the time above the same logic called directly, compared with Hono.
import { runProcess } from './process.ts';
import { against, type BenchResult, microseconds } from './report.ts';
import type { WarmMessage } from './warm/process.ts';

export async function run(): Promise<BenchResult> {
  const figures = await runProcess<WarmMessage>('./warm/process.ts');
  const rows = Object.entries(figures).flatMap(([operation, { direct, ours, hono }]) =>
    (['p50', 'p99'] as const).map((part) => {
      const what = `${operation}, ${part} above the logic alone, against Hono`;
      const above = [ours[part] - direct[part], hono[part] - direct[part]] as const;
      return against(what, above, 1, microseconds, `the logic alone takes ${microseconds(direct[part])}`);
    }),
  );
  return { name: 'warm', rows };
}
