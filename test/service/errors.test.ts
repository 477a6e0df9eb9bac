// The errors of the service: each has its own name and code, which logs show, and keeps its cause.
import { expect, test } from 'vitest';
import {
  ConnectionError,
  DynamoError,
  StoreUnavailableError,
  UnconfirmedWriteError,
  WrongReplyError,
} from '../../service/dynamo/errors.ts';
import { ApiError } from '../../service/http/errors.ts';
import { AlreadyAnsweredError } from '../../service/idempotency/once.ts';
import { PetNotAvailableError } from '../../service/orders/store.ts';

const cause = new Error('the socket hung up');
const unavailable = new StoreUnavailableError('PutItem', 3, cause, true);

test.each<[Error & { readonly code: string }, string, string, string]>([
  [new ConnectionError(cause, true), 'ConnectionError', 'connection-failed', cause.message],
  [new DynamoError('X', 'wrong', 400), 'DynamoError', 'X', 'X: wrong'],
  [new WrongReplyError('no JSON'), 'WrongReplyError', 'wrong-reply', 'no JSON'],
  [
    unavailable,
    'StoreUnavailableError',
    'store-unavailable',
    `PutItem failed after 3 attempts: ${cause.message}`,
  ],
  [new UnconfirmedWriteError(unavailable), 'UnconfirmedWriteError', 'write-unconfirmed', unavailable.message],
  [new ApiError(404, 'not_found', 'No such animal'), 'ApiError', 'not_found', 'No such animal'],
  [
    new AlreadyAnsweredError({}),
    'AlreadyAnsweredError',
    'already-answered',
    'The request was answered before',
  ],
  [new PetNotAvailableError('sold'), 'PetNotAvailableError', 'pet-not-available', 'The animal is sold'],
  [new PetNotAvailableError(undefined), 'PetNotAvailableError', 'pet-not-available', 'The animal is unknown'],
])('%s', (error, name, code, message) => {
  expect([error.name, error.code, error.message]).toEqual([name, code, message]);
});

test('what failed first is the cause', () => {
  expect([new ConnectionError(cause, true).cause, unavailable.cause]).toEqual([cause, cause]);
  expect(new UnconfirmedWriteError(unavailable).cause).toBe(unavailable);
});
