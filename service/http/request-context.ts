// Data of a request that the handlers share.
import type { Response } from 'express';
import type { Creating } from './errors.ts';

interface Locals {
  /** The SHA-256 of the request's API key. Absent where the key is malformed. */
  keyHash?: string;
  /** The error behind a 5xx response, for the log only. */
  failure?: unknown;
  /** Set before the store is asked to write: from then on a response that is cut off leaves it uncertain. */
  creating?: Creating;
  abort?: AbortController;
}

export function localsOf(response: Response): Locals {
  return response.locals;
}

/** Aborted when the response is cut off, because time ran out or the client closed the connection. */
export function abortSignalOf(response: Response): AbortSignal {
  const locals = localsOf(response);
  if (locals.abort !== undefined) return locals.abort.signal;
  const abort = new AbortController();
  locals.abort = abort;
  if (response.destroyed) abort.abort();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  return abort.signal;
}
