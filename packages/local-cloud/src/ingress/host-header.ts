// The host of a request.
import type { IncomingMessage } from 'node:http';
import { canonical } from '@petstore/custom-domains/names';

/** From the Host header: lower case, without port and final dot; empty without the header. */
export function hostOf(request: IncomingMessage): string {
  return canonical((request.headers.host ?? '').replace(/:\d+$/, ''));
}
