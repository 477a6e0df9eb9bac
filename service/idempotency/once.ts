// A create that is done once, however often its request is sent: the answer is stored in the transaction that creates.
// So no lock is left behind by a function that stops, and a lost answer is found.
import { hash } from 'node:crypto';
import type { Dynamo } from '../dynamo/client.ts';
import { ContendedError } from '../dynamo/errors.ts';
import { type TransactWrite, transactWrite } from '../dynamo/transact.ts';
import { type Item, number, readInteger, readText, text } from '../dynamo/values.ts';
import { ApiError, badParameter, keyInUse, keyReused } from '../http/errors.ts';
import { parseJson, stringifyJson } from '../http/json.ts';
import type { Clock } from '../http/log.ts';
import { type Answer, errorAnswer } from '../http/response.ts';

/** How long a key gives the same answer. */
const VALID_SECONDS = 24 * 3600;

interface KeyedRequest {
  /** The SHA-256 of the API key that sent it: a client never sees the answers of another. */
  readonly apiKeyHash: string;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** A write that is done together with the create of a `Created`, or neither is. */
type Alongside<Created> = (created: Created) => TransactWrite;

/** The condition of the write alongside was not met, so nothing was created; `item` is what is stored there. */
class AlreadyAnsweredError extends Error {
  readonly code = 'already-answered';
  readonly item: Item;

  constructor(item: Item) {
    super('The request was answered before');
    this.name = 'AlreadyAnsweredError';
    this.item = item;
  }
}

/** Writes all, `answer` first, or nothing: then it has what transactWrite has of each of `writes`. Throws AlreadyAnsweredError. */
export async function writeOnce(
  dynamo: Dynamo,
  answer: TransactWrite | undefined,
  writes: readonly TransactWrite[],
  signal?: AbortSignal,
): Promise<readonly (Item | undefined)[] | undefined> {
  const all = answer === undefined ? writes : [answer, ...writes];
  const failed = await transactWrite(dynamo, all, signal);
  if (answer === undefined || failed === undefined) return failed;
  const [answered, ...others] = failed;
  if (answered !== undefined) throw new AlreadyAnsweredError(answered);
  return others;
}

export interface CreateOptions<Created> {
  readonly signal?: AbortSignal;
  /** Done with the create, or neither is. Throws AlreadyAnsweredError where its condition is not met. */
  readonly alongside?: Alongside<Created>;
}

export interface Once {
  /** Stores `answer` where the key has none that is valid. */
  store(answer: Answer): TransactWrite;
  /** Does the same without anything else. Throws AlreadyAnsweredError. */
  storeAlone(answer: Answer, signal?: AbortSignal): Promise<void>;
  /** The answer of the first request. Throws a 422 where that was another one. */
  replay(item: Item): Answer;
}

export type Idempotency = (request: KeyedRequest) => Once;

export function createIdempotency(dynamo: Dynamo, table: string, clock: Clock): Idempotency {
  return ({ apiKeyHash, idempotencyKey, method, path, body }) => {
    // Two requests are the same where method, path and every byte of the body are.
    const fingerprint = hash('sha256', Buffer.concat([Buffer.from(`${method} ${path}\n`), body]));

    function store(answer: Answer): TransactWrite {
      const now = Math.floor(clock() / 1_000);
      return {
        Put: {
          TableName: table,
          Item: {
            id: text(hash('sha256', `${apiKeyHash}\n${idempotencyKey}`)),
            fingerprint: text(fingerprint),
            status: number(answer.status),
            headers: text(JSON.stringify(answer.headers ?? {})),
            body: text(stringifyJson(answer.body)),
            expiresAt: number(now + VALID_SECONDS),
          },
          // DynamoDB deletes expired items late.
          ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': number(now) },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
    }

    return {
      store,
      storeAlone: async (answer, signal) => void (await writeOnce(dynamo, store(answer), [], signal)),
      replay(item) {
        if (readText(item, 'fingerprint') !== fingerprint) throw keyReused();
        const headers = JSON.parse(readText(item, 'headers')) as Record<string, string>;
        return {
          status: Number(readInteger(item, 'status')),
          headers: { ...headers, 'idempotency-replayed': 'true' },
          // Written again it has the same bytes: they are our own, and whole numbers are exact.
          body: parseJson(readText(item, 'body')),
        };
      },
    };
  };
}

/** Creates and answers, or gives the first answer again: a refusal by the store's state (an ApiError) is one too. Throws
 * a 409 while another request with the key is under way, a 422 where the key is of another request. */
export async function answerOnce<Created>(
  { once, signal }: { readonly once?: Once; readonly signal?: AbortSignal },
  create: (alongside?: Alongside<Created>) => Promise<Created>,
  answerOf: (created: Created) => Answer,
): Promise<Answer> {
  if (once === undefined) return answerOf(await create());
  async function firstAnswer(one: Once): Promise<Answer> {
    try {
      return answerOf(await create((created) => one.store(answerOf(created))));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusal = errorAnswer(error);
      await one.storeAlone(refusal, signal);
      return refusal;
    }
  }
  try {
    return await firstAnswer(once);
  } catch (error) {
    if (error instanceof AlreadyAnsweredError) return once.replay(error.item);
    // The write of the answer comes first in its transaction.
    throw error instanceof ContendedError && error.place === 0 ? keyInUse() : error;
  }
}

// The Idempotency-Key header: draft-ietf-httpapi-idempotency-key-header, section 2.1.

const MAX_LENGTH = 255;
/** A String of RFC 9651, section 3.3.3: printable ASCII in quotes, with `\"` and `\\` escaped. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** Without quotes, as most clients send a UUID: the same key as with them. */
const BARE = /^[\w.:~+/=-]+$/;

/** Undefined where the request has none; throws a 400 for one that is malformed, empty or too long. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const key = BARE.test(value) ? value : QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1');
  if (key === undefined)
    throw badParameter(
      'Idempotency-Key must be one string in double quotes, such as "8e03978e-40d5-43e8-bc93-6894a57f9324"',
    );
  if (key.length < 1 || key.length > MAX_LENGTH)
    throw badParameter(`Idempotency-Key must have 1 to ${MAX_LENGTH} characters, not ${key.length}`);
  return key;
}
