// What every benchmark gives: rows for one table, the same shape in bench/results.json.

export interface BenchRow {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  /** What ours is compared with, named and with its unit; `-` where there is nothing. */
  readonly peer: string;
  /** Ours over the peer's; null where there is no peer. */
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

/** What a part is run with; most need nothing of it. */
export interface BenchOptions {
  /** Also what takes minutes. */
  readonly full: boolean;
}
