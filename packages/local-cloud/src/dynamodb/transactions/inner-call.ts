// Calls of dynalite without a connection: what a transaction reads and writes, on behalf of the request that sent it.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** dynalite's own request listener. */
export type Serve = (request: Readable, response: ServerResponse) => void;

/** A request whose body has been read. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method?: string;
  readonly url?: string;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Replayed when complete: dynalite throws, outside of any handler, when a client closes its connection early. */
export function replay({ body, headers, method, url }: Received): Readable {
  return Object.assign(Readable.from([body], { objectMode: false }), { headers, method, url });
}

/** One operation of DynamoDB, with the credentials of `received`. */
export function innerCall(
  serve: Serve,
  received: Received,
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
    serve(replay({ ...received, headers, body }), response as unknown as ServerResponse);
  });
}
