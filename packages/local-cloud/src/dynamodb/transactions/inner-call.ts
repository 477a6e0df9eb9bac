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
