// HTTP/2, passed on as HTTP/1.1: as the real front ends do, behind which a service sees nothing else.
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type Duplex, duplexPair } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { request as http1Request } from '../node-http.ts';

/** As `curl -v` shows it of API Gateway and CloudFront. */
const MAX_CONCURRENT_STREAMS = 128;

/** RFC 9113 8.2.2: fields of a connection of HTTP/1.1. */
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding)$/;

/** Serves a connection whose client chose `h2`: `accept` gets one of HTTP/1.1 for each request, and the response. Node's module is loaded with the first. */
export function serveHttp2(
  socket: TLSSocket,
  { maxHeaderBytes, keepAliveMs }: { readonly maxHeaderBytes: number; readonly keepAliveMs: number },
  accept: (connection: Duplex, response: Http2ServerResponse) => void,
): void {
  const settings = { maxConcurrentStreams: MAX_CONCURRENT_STREAMS, maxHeaderListSize: maxHeaderBytes };
  process
    .getBuiltinModule('node:http2')
    .createServer({ settings }, (request, response) => {
      const [near, far] = duplexPair();
      const { remoteAddress, localPort, localFamily } = socket;
      const destroySoon = () => far.end();
      const seen = { encrypted: true, remoteAddress, localPort, localFamily, destroySoon };
      accept(Object.assign(far, seen), response);
      passOn(near, request, response);
    })
    .setTimeout(keepAliveMs)
    .emit('connection', socket);
  // Node's session waits for it; a socket that no TLS server made emits `secure` alone.
  socket.emit('secureConnect');
}

function passOn(connection: Duplex, request: Http2ServerRequest, response: Http2ServerResponse): void {
  const { method, url: path, rawHeaders: raw, authority } = request;
  // Names and values in turn.
  const fields = raw.filter((_one, at) => !/^(:.*|host)$/.test(raw[at - (at % 2)] ?? ''));
  const headers = ['host', authority, ...fields];
  const options = { createConnection: () => connection, method, path, headers };
  const onward = http1Request(options, (answer) => {
    const { statusCode = 500, headersDistinct } = answer;
    const kept = Object.entries(headersDistinct).filter(([name]) => !HOP_BY_HOP.test(name));
    response.writeHead(statusCode, Object.fromEntries(kept));
    answer.pipe(response);
  });
  onward.once('error', () => response.stream.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}
