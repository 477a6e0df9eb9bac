// A response as data, and how it is sent: the operations return one, so that they need no Express.
import type { ServerResponse } from 'node:http';
import type { ApiError } from './errors.ts';
import { stringifyJson } from './json.ts';
import { redact } from './redact.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written as JSON, bigint as integers. */
  readonly body: unknown;
}

export function errorAnswer({ status, code, message, headers }: ApiError): Answer {
  return { status, headers, body: { code, message: redact(message), status } };
}

export function send(response: ServerResponse, answer: Answer): void {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.setHeader('content-type', 'application/json');
  response.end(stringifyJson(answer.body));
}
