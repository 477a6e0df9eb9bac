// What every server of the cloud needs of its requests: the host, the body, and those that are under way.
import { type EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';
import { canonical } from '@petstore/custom-domains/names';
import { within } from '../within.ts';

/** From the Host header: lower case, without port and final dot; empty without the header. */
export function hostOf(request: IncomingMessage): string {
  return canonical((request.headers.host ?? '').replace(/:\d+$/, ''));
}

/** RFC 6761 6.3. Of a web page whose name leads to 127.0.0.1 (DNS rebinding), only the Host header tells it apart. */
export function namesLoopback(request: IncomingMessage): boolean {
  const host = hostOf(request);
  if (isIPv4(host)) return host.startsWith('127.');
  return host === '[::1]' || host === 'localhost' || host.endsWith('.localhost');
}

/** Bytes beyond the limit that are read and dropped, so that the client reads the refusal. */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/** Undefined: it is larger than `limit` bytes. Rejects where the client closes the connection. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (size > limit + DISCARDED_BYTES) break;
  }
  return size > limit ? undefined : Buffer.concat(chunks, size);
}

export type InFlight = ReturnType<typeof trackInFlight>;

/** One of HTTP/2 does not know `shouldKeepAlive`. */
type Tracked = EventEmitter & { shouldKeepAlive?: boolean };

/** Tracks the responses of a `node:http` or `node:https` server from now on. */
export function trackInFlight(server: Server) {
  const open = new Set<Tracked>();
  let closing = false;
  function track(response: Tracked): void {
    if (closing) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  }
  server.prependListener('request', (_request, response: ServerResponse) => track(response));
  return {
    track,
    /** Ends keep-alive, and waits until every response is finished or `limitMs` have passed. */
    async settle(limitMs: number): Promise<void> {
      closing = true;
      for (const response of open) response.shouldKeepAlive = false;
      const deadline = Date.now() + limitMs;
      // Connections stay open, so that further requests may come meanwhile.
      for (let [first] = open; first !== undefined && Date.now() < deadline; [first] = open)
        await within(once(first, 'close'), deadline - Date.now());
    },
  };
}
