// Turns at the tables: ordinary requests run together, a transaction runs alone.

export interface Turns {
  /** Runs `task` beside other shared ones, when no transaction runs or waits. */
  shared(task: () => Promise<void>): Promise<void>;
  /** Runs `task` alone, after what runs now and the transactions that came before. */
  alone<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const running = new Set<Promise<void>>();
  let transactions: Promise<unknown> | undefined;

  return {
    async shared(task) {
      while (transactions !== undefined) await transactions;
      const run = task();
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    alone(task) {
      const previous = transactions;
      const run = (async () => {
        await previous;
        await Promise.allSettled(running);
        return task();
      })();
      const settled = run.then(
        () => undefined,
        () => undefined,
      );
      transactions = settled;
      void settled.then(() => {
        if (transactions === settled) transactions = undefined;
      });
      return run;
    },
  };
}
