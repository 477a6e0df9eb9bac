// What is stored of a request with an Idempotency-Key: what it was, and what it was answered.
import { hash } from 'node:crypto';
import { type Item, number, readInteger, readText, text } from '../dynamo/values.ts';
import { parseJson, stringifyJson } from '../http/json.ts';
import type { Answer } from '../http/response.ts';

/** A request that is to be done once. */
export interface KeyedRequest {
  /** The SHA-256 of the API key that sent it: a client never sees the answers of another. */
  readonly apiKeyHash: string;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly path: string;
  /** As it was sent. */
  readonly body: Buffer;
}

export interface StoredAnswer {
  readonly fingerprint: string;
  readonly answer: Answer;
}

export function recordId({ apiKeyHash, idempotencyKey }: KeyedRequest): string {
  return hash('sha256', `${apiKeyHash}\n${idempotencyKey}`);
}

/** Two requests are the same where method, path and every byte of the body are. */
export function fingerprintOf({ method, path, body }: KeyedRequest): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${method} ${path}\n`), body]));
}

/** `expiresAt` in epoch seconds. */
export function toItem(id: string, { fingerprint, answer }: StoredAnswer, expiresAt: number): Item {
  return {
    id: text(id),
    fingerprint: text(fingerprint),
    status: number(answer.status),
    headers: text(JSON.stringify(answer.headers ?? {})),
    body: text(stringifyJson(answer.body)),
    expiresAt: number(expiresAt),
  };
}

/** The body gives the same bytes when it is written again: they are our own, and whole numbers are exact. */
export function fromItem(item: Item): StoredAnswer {
  return {
    fingerprint: readText(item, 'fingerprint'),
    answer: {
      status: Number(readInteger(item, 'status')),
      headers: JSON.parse(readText(item, 'headers')) as Record<string, string>,
      body: parseJson(readText(item, 'body')),
    },
  };
}
