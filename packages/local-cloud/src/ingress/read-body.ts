// A request's body, bounded.
import type { IncomingMessage } from 'node:http';

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
