// Calls of dynalite without a connection: what a transaction reads and writes, and what the local cloud itself does.
import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../service-error.ts';
import type { Serve } from '../received.ts';

/** dynalite asks for the form of a signature only; requests from outside have been authorised before. */
const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/** Calls one operation (`GetItem`) with its JSON input, for its JSON output. Refusals are thrown as ServiceError. */
export type Call = <Output>(operation: string, input: object) => Promise<Output>;

export function callsOf(serve: Serve): Call {
  return <Output>(operation: string, input: object) =>
    new Promise<Output>((resolve, reject) => {
      const response = {
        statusCode: 200,
        setHeader: () => undefined,
        end(text: string) {
          const output = JSON.parse(text) as { __type?: string; message?: string; Message?: string };
          if (response.statusCode === 200) return resolve(output as Output);
          // With its namespace: `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
          const code = output.__type?.split('#').at(-1) ?? 'UnknownError';
          reject(new ServiceError(code, output.message ?? output.Message ?? '', response.statusCode));
        },
      };
      const headers = { ...HEADERS, 'x-amz-target': `DynamoDB_20120810.${operation}` };
      const body = Buffer.from(JSON.stringify(input));
      const request = { method: 'POST', url: '/', headers, body, operation, input };
      serve(request, response as unknown as ServerResponse);
    });
}

export function createTurns() {
  const running = new Set<Promise<void>>();
  let transactions: Promise<unknown> | undefined;

  return {
    /** Runs `task` beside other shared ones, when no transaction runs or waits. */
    async shared(task: () => Promise<void>): Promise<void> {
      while (transactions !== undefined) await transactions;
      const run = task();
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    /** Runs `task` alone, after what runs now and the transactions that came before. */
    alone<Result>(task: () => Promise<Result>): Promise<Result> {
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
