// The result of every benchmark, and its figures.

export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  /** The figure that ours is compared with, with its unit; `-` where there is none. */
  readonly peer: string;
  readonly ratio: string;
  readonly goal: string;
  readonly met: boolean;
  readonly note: string;
}

type Show = (value: number) => string;

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

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const middle = <Figures>(all: readonly Figures[], of: (one: Figures) => number): number =>
  median(all.map(of));

export const milliseconds: Show = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const microseconds: Show = (value) => `${value.toFixed(1)} us`;
export const seconds: Show = (value) => `${value.toFixed(2)} s`;
export const megabytes: Show = (value) => `${value.toFixed(0)} MB`;

/** Seconds of this process on the processor: other load of the machine is not counted. */
export async function processorTimeOf<T>(work: () => T | Promise<T>): Promise<{ value: T; seconds: number }> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, seconds: (user + system) / 1e6 };
}
