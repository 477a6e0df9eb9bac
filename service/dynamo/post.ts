// One HTTP POST over a kept-alive connection, with a time limit on the whole of it.
import type { Agent, IncomingMessage, RequestOptions } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Sends `body` and reads the whole reply; `timeoutMs` covers everything from connecting to its last byte. */
export type Post = (headers: Record<string, string>, body: string, timeoutMs: number) => Promise<Reply>;

/** DynamoDB answers with at most 1 MB of items; anything far beyond is not DynamoDB. */
const MAX_REPLY = 16 * 1024 * 1024;
/** Connections kept: a list asks each partition at once. */
const MAX_SOCKETS = 256;

function readReply(
  response: IncomingMessage,
  resolve: (reply: Reply) => void,
  reject: (e: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_REPLY) response.destroy(new Error(`the reply is over ${MAX_REPLY} bytes`));
    else chunks.push(chunk);
  });
  response.once('end', () =>
    resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks, size).toString('utf8') }),
  );
  response.once('error', reject);
}

/** A poster to one endpoint, `https://host` or `http://host:port`; loads only the protocol that it needs. */
export async function createPost(endpoint: URL): Promise<Post> {
  const http = endpoint.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent: Agent = new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const target: RequestOptions = {
    agent,
    method: 'POST',
    host: endpoint.hostname.replace(/^\[|\]$/g, ''),
    port: endpoint.port,
    path: '/',
  };
  return (headers, body, timeoutMs) =>
    new Promise((resolve, reject) => {
      const request = http.request({ ...target, headers }, (response) =>
        readReply(response, resolve, reject),
      );
      const timer = setTimeout(
        () => request.destroy(new Error(`no whole reply within ${timeoutMs} ms`)),
        timeoutMs,
      );
      request.once('error', reject);
      request.once('close', () => clearTimeout(timer));
      request.end(body);
    });
}
