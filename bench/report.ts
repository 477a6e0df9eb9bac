// The results as a table for a terminal.
import type { BenchResult, BenchRow } from './result.ts';

const HEADS = ['', 'ours', 'peer', 'ratio', 'goal', 'met'];

export function table({ name, rows }: BenchResult): string {
  const lines = [[name, ...HEADS.slice(1)], ...rows.map(cells)];
  const widths = HEADS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map((line) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  const notes = rows.filter(({ note }) => note !== undefined).map(({ what, note }) => `  ${what}: ${note}`);
  return [...written.map((line) => line.trimEnd()), ...notes].join('\n');
}

function cells({ what, ours, peer, ratio, goal, met }: BenchRow): string[] {
  return [
    what,
    ours,
    peer,
    ratio === null ? '-' : ratio.toFixed(2),
    goal,
    met === null ? '-' : met ? 'yes' : 'NO',
  ];
}

/** `34 of 36 goals are met`. */
export function summary(results: readonly BenchResult[]): string {
  const goals = results.flatMap(({ rows }) => rows).filter(({ met }) => met !== null);
  return `${goals.filter(({ met }) => met).length} of ${goals.length} goals are met`;
}
