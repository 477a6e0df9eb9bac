// A proxy in front of the service that forwards every request, and loses some of the responses on the way back.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface LosingProxy {
  readonly origin: string;
  /** Requests that the service has done, and responses that did not arrive. */
  readonly counts: { requests: number; lost: number };
  close(): Promise<void>;
}

/** Each `every`-th response is lost: in turn as a whole, and after the first half of its body. */
export async function openLosingProxy(target: string, every: number): Promise<LosingProxy> {
  const counts = { requests: 0, lost: 0 };
  const server = createServer(async (request, response) => {
    const onward = httpRequest(target + request.url, { method: request.method, headers: request.headers });
    onward.end(await buffer(request));
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    counts.requests += 1;
    const isLost = counts.requests % every === 0;
    if (!isLost) {
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
      return;
    }
    counts.lost += 1;
    if (counts.lost % 2 === 0) {
      response.writeHead(answer.statusCode ?? 500, answer.headers).write(body.subarray(0, body.length / 2));
      await new Promise(setImmediate);
    }
    request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
