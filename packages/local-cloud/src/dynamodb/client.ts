// The client with which the local cloud calls its own DynamoDB: signed JSON 1.0 requests to the loopback.
import { text } from 'node:stream/consumers';
import { signedHeaders } from '../endpoint/signature.ts';
import type { Credentials } from '../iam/index.ts';
import { request } from '../node-http.ts';
import { ServiceError } from '../service-error.ts';

/** Calls one operation of DynamoDB (`GetItem`) with its JSON input; resolves to its JSON output. */
export interface DynamoDbClient {
  call<Output>(operation: string, input: object): Promise<Output>;
}

/** One try for each call: both ends are on this machine. Refusals are thrown as ServiceError. */
export function createClient(
  endpoint: string,
  region: string,
  { credentials, timeoutMs }: { credentials: Credentials; timeoutMs: number },
): DynamoDbClient {
  const { host } = new URL(endpoint);
  return {
    async call<Output>(operation: string, input: object): Promise<Output> {
      const body = Buffer.from(JSON.stringify(input));
      const signal = AbortSignal.timeout(timeoutMs);
      const headers = signedHeaders(credentials, region, body, {
        host,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      });
      const { status, body: output } = await post(endpoint, headers, body, signal);
      if (status !== 200) throw readError(status, output);
      return JSON.parse(output) as Output;
    },
  };
}

function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { method: 'POST', headers, signal }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject).end(body);
  });
}

/** `__type` may carry a namespace: `com.amazonaws.dynamodb.v20120810#ThrottlingException`. */
function readError(status: number, body: string): Error {
  try {
    const error = JSON.parse(body) as { __type?: string; message?: string; Message?: string };
    const type = error.__type?.split('#').at(-1) ?? 'UnknownError';
    return new ServiceError(type, error.message ?? error.Message ?? '', status);
  } catch {
    return new ServiceError('UnknownError', `status ${status} without a JSON body`, status);
  }
}
