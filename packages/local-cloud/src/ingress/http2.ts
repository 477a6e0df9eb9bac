// HTTP/2, as requests and responses that handlers of HTTP/1.1 take: behind the real front ends a service sees HTTP/1.1 too.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, OutgoingHttpHeaders } from 'node:http2';
import type { TLSSocket } from 'node:tls';

interface Limits {
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
}

/** As `curl -v` shows it of API Gateway and CloudFront. */
const MAX_CONCURRENT_STREAMS = 128;

/** Serves a connection whose client chose `h2`. Node's module is loaded with the first one. */
export function serveHttp2(
  socket: TLSSocket,
  { maxHeaderBytes, keepAliveMs }: Limits,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const settings = { maxConcurrentStreams: MAX_CONCURRENT_STREAMS, maxHeaderListSize: maxHeaderBytes };
  process
    .getBuiltinModule('node:http2')
    .createServer({ settings }, (request, response) =>
      handle(asHttp1(request, socket), withoutText(response)),
    )
    .setTimeout(keepAliveMs)
    .emit('connection', socket);
  // Node's session waits for it; a socket that no TLS server made emits `secure` alone.
  socket.emit('secureConnect');
}

/** `:authority` is in the place of Host (RFC 9113 8.3.1). */
function asHttp1(request: Http2ServerRequest, socket: TLSSocket): IncomingMessage {
  const { ':authority': host = '' } = request.headers;
  const pairs: [name: string, value: string][] = [['host', host]];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (!/^(:.*|host)$/.test(name)) pairs.push([name, value]);
  }
  const distinct = Object.groupBy(pairs, ([name]) => name);
  const values = {
    socket,
    httpVersion: '1.1',
    headers: { ...request.headers, host },
    rawHeaders: pairs.flat(),
    headersDistinct: Object.fromEntries(
      Object.entries(distinct).map(([name, all]) => [name, all?.map(([, value]) => value)]),
    ),
  };
  for (const [name, value] of Object.entries(values)) Object.defineProperty(request, name, { value });
  return request as unknown as IncomingMessage;
}

/** HTTP/2 has no reason phrase (RFC 9113 8.3.2): Node would warn of it. */
function withoutText(response: Http2ServerResponse): ServerResponse {
  const writeHead = response.writeHead.bind(response);
  const withoutReason = (status: number, ...given: (string | OutgoingHttpHeaders)[]) =>
    writeHead(
      status,
      given.find((one) => typeof one === 'object'),
    );
  return Object.assign(response, { writeHead: withoutReason }) as unknown as ServerResponse;
}
