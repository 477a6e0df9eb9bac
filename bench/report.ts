// The result of every benchmark, and its figures.

export interface BenchRow {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  /** The figure that ours is compared with, named and with its unit; `-` where there is none. */
  readonly peer: string;
  /** Ours divided by the peer's, with two decimals; `-` where there is no peer. */
  readonly ratio: string;
  readonly goal: string;
  readonly met: boolean;
  readonly note: string;
}

export interface BenchResult {
  readonly name: string;
  readonly rows: readonly BenchRow[];
}

type Show = (value: number) => string;

/** A figure without a peer. */
export function alone(what: string, value: number, most: number, show: Show, note = ''): BenchRow {
  const goal = `at most ${show(most)}`;
  return { what, ours: show(value), peer: '-', ratio: '-', goal, met: value <= most, note };
}

/** A figure and its peer's, whose ratio is to be `most` at most. */
export function against(
  what: string,
  [own, other]: readonly [own: number, other: number],
  most: number,
  show: Show,
  note = '',
): BenchRow {
  const ratio = own / other;
  const figures = { ours: show(own), peer: show(other), ratio: ratio.toFixed(2) };
  return { what, ...figures, goal: `at most ${most}`, met: ratio <= most, note };
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
