// The result of every benchmark: rows of one table, in the same shape as in bench/results.json.

export interface BenchRow {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  /** The figure that ours is compared with, named and with its unit; `-` where there is none. */
  readonly peer: string;
  /** Ours divided by the peer's; null where there is no peer. */
  readonly ratio: number | null;
  readonly goal: string;
  /** null: a figure without a goal. */
  readonly met: boolean | null;
  readonly note?: string;
}

export interface BenchResult {
  readonly name: string;
  readonly rows: readonly BenchRow[];
}

/** Options of a run; most parts ignore them. */
export interface BenchOptions {
  /** Includes the measurements that take minutes. */
  readonly full: boolean;
}
