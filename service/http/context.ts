// What a request carries through the Express app, and the address that it was asked at.
import type { TLSSocket } from 'node:tls';
import type { Request, Response } from 'express';

export interface Locals {
  /** The key that the request came with, once it is known to be good: the first digits of its hash. */
  keyId?: string;
  /** What went wrong inside, for the log alone. */
  failure?: unknown;
}

export function localsOf(response: Response): Locals {
  return response.locals;
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** `https://host` as the client asked; empty, so that links become relative, where it named no proper host. */
export function originOf(request: Request): string {
  const { host = '' } = request.headers;
  if (!HOST.test(host)) return '';
  return `${(request.socket as TLSSocket).encrypted ? 'https' : 'http'}://${host}`;
}
