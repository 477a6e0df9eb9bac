// Requests to the local DynamoDB, and its replies: each passes transactions and recovery on its way to dynalite, and is parsed
// once for all of them.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { ServiceError } from '../service-error.ts';

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

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | number>;
  readonly body: string;
}

export type Serve = (received: Received) => Promise<Reply>;

export function receivedOf({ headers, method, url }: IncomingMessage, body: Buffer): Received {
  const operation = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  return { headers, method, url, body, operation, input: parsed(body) };
}

const CONTENT_TYPE = 'application/x-amz-json-1.0';

export function replyOf(status: number, output: object): Reply {
  const body = JSON.stringify(output);
  const length = { 'content-length': Buffer.byteLength(body), 'x-amz-crc32': crc32(body) };
  return { status, headers: { 'content-type': CONTENT_TYPE, ...length }, body };
}

function parsed(body: Buffer): object {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

// Calls without a connection: what a transaction reads and writes, and what the local cloud itself does.

/** dynalite asks for the form of a signature only; requests from outside have been authorised before. */
const HEADERS = {
  'content-type': CONTENT_TYPE,
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/** Calls one operation (`GetItem`) with its JSON input, for its JSON output. Refusals are thrown as ServiceError. */
export type Call = <Output>(operation: string, input: object) => Promise<Output>;

export function callsOf(serve: Serve): Call {
  return async <Output>(operation: string, input: object) => {
    const headers = { ...HEADERS, 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const body = Buffer.from(JSON.stringify(input));
    const reply = await serve({ method: 'POST', url: '/', headers, body, operation, input });
    const output = JSON.parse(reply.body) as { __type?: string; message?: string; Message?: string };
    if (reply.status === 200) return output as Output;
    // With its namespace: `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
    const code = output.__type?.split('#').at(-1) ?? 'UnknownError';
    throw new ServiceError(code, output.message ?? output.Message ?? '', reply.status);
  };
}
