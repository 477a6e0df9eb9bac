// The result of every benchmark, its figures, and its table for a terminal.

export interface BenchRow {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  /** The figure that ours is compared with, named and with its unit; `-` where there is none. */
  readonly peer: string;
  /** Ours divided by the peer's; null where there is no peer. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean;
  readonly note?: string;
}

export interface BenchResult {
  readonly name: string;
  readonly rows: readonly BenchRow[];
}

type Show = (value: number) => string;

/** A figure without a peer. */
export function alone(what: string, value: number, most: number, show: Show, note?: string): BenchRow {
  const goal = `at most ${show(most)}`;
  return { what, ours: show(value), peer: '-', ratio: null, goal, met: value <= most, note };
}

/** A figure and its peer's, whose ratio is to be `most` at most. */
export function against(
  what: string,
  [own, other]: readonly [own: number, other: number],
  most: number,
  show: Show,
  note?: string,
): BenchRow {
  const ratio = own / other;
  const goal = `at most ${most}`;
  return { what, ours: show(own), peer: show(other), ratio, goal, met: ratio <= most, note };
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

export function microseconds(value: number): string {
  return `${value.toFixed(1)} us`;
}

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
  return [what, ours, peer, ratio === null ? '-' : ratio.toFixed(2), goal, met ? 'yes' : 'NO'];
}

/** `34 of 36 goals are met`. */
export function summary(results: readonly BenchResult[]): string {
  const goals = results.flatMap(({ rows }) => rows);
  return `${goals.filter(({ met }) => met).length} of ${goals.length} goals are met`;
}
