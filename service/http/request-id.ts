// The id of the request that code runs for, wherever it is: what is logged about a call of DynamoDB has it.
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs `next`, and everything that it starts, as a part of the request. */
export function asRequest(requestId: string, next: () => void): void {
  storage.run(requestId, next);
}

/** Undefined outside of a request. */
export function currentRequestId(): string | undefined {
  return storage.getStore();
}
