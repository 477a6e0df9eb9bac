// A response as data: the operations return one.
import type { ApiError } from './errors.ts';
import { redact } from './redact.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written as JSON, bigint as integers. */
  readonly body: unknown;
  /** What is sent in place of `body`: JSON already. */
  readonly text?: string;
}

/** The contract's Error record. */
export function errorAnswer({ status, code, message, headers }: ApiError): Answer {
  return { status, headers, body: { code, message: redact(message), status } };
}
