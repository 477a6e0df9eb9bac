// Calls of dynalite without a connection: what a transaction reads and writes, on behalf of the request that sent it.

import type { ServerResponse } from 'node:http';
import type { Received, Serve } from '../received.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** One operation of DynamoDB, with the credentials of `received`. */
export function innerCall(
  serve: Serve,
  received: Pick<Received, 'headers' | 'method' | 'url'>,
  operation: string,
  input: object,
): Promise<Reply> {
  const body = Buffer.from(JSON.stringify(input));
  const headers = { ...received.headers, 'x-amz-target': `DynamoDB_20120810.${operation}` };
  return new Promise((resolve) => {
    const response = {
      statusCode: 200,
      setHeader: () => undefined,
      end(text: string) {
        resolve({ status: response.statusCode, body: text });
      },
    };
    serve({ ...received, headers, body, operation, input }, response as unknown as ServerResponse);
  });
}

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
