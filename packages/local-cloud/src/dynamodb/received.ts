// A request to the local DynamoDB whose body has been read: it passes transactions and recovery on its way to dynalite,
// and is parsed once for all of them.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method?: string;
  readonly url?: string;
  readonly body: Buffer;
  /** `PutItem`; empty where the request names none. */
  readonly operation: string;
  /** Empty for a body that is not a JSON object: DynamoDB itself refuses it afterwards. */
  readonly input: object;
}

/** dynalite, or what stands in front of it. */
export type Serve = (received: Received, response: ServerResponse) => void;

export function receivedOf({ headers, method, url }: IncomingMessage, body: Buffer): Received {
  const operation = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  return { headers, method, url, body, operation, input: parsed(body) };
}

export function reply(response: ServerResponse, status: number, output: object): void {
  const body = JSON.stringify(output);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amz-crc32': crc32(body),
  });
  response.end(body);
}

function parsed(body: Buffer): object {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
