// The host that a request to the local cloud's API names. A web page whose own name its owner points to 127.0.0.1 (DNS
// rebinding) reaches the port, and the browser lets the page read the response; only the Host header tells it apart.
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { hostOf } from '../ingress/host-header.ts';

/** Whether it is an address of the loopback, or a name that is the loopback by definition (RFC 6761 6.3). */
export function namesLoopback(request: IncomingMessage): boolean {
  const host = hostOf(request);
  if (isIPv4(host)) return host.startsWith('127.');
  return host === '[::1]' || host === 'localhost' || host.endsWith('.localhost');
}
