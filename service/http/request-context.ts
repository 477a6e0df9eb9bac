// Data of a request that the handlers share, and the origin that the client used.
import type { TLSSocket } from 'node:tls';
import type { Request, Response } from 'express';

export interface Locals {
  /** The id of the request's key: the first digits of its hash. Absent where the key is malformed. */
  keyId?: string;
  /** The error behind a 5xx response, for the log only. */
  failure?: unknown;
}

export function localsOf(response: Response): Locals {
  return response.locals;
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** `https://host` as the client sent it; empty where the header is not a valid host, so that links become relative. */
export function originOf(request: Request): string {
  const { host = '' } = request.headers;
  if (!HOST.test(host)) return '';
  return `${(request.socket as TLSSocket).encrypted ? 'https' : 'http'}://${host}`;
}
