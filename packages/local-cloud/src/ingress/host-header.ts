// The name that a request is for.
import type { IncomingMessage } from 'node:http';
import { canonical } from '@petstore/custom-domains/names';

/** The Host header's name: lower case, without port and final dot; empty where there is none. */
export function hostOf(request: IncomingMessage): string {
  return canonical((request.headers.host ?? '').replace(/:\d+$/, ''));
}
