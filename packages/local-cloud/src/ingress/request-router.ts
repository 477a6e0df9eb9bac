// The HTTP server of both ports. It gives a request to the endpoint of its TLS connection or, on the plain port, to the
// endpoint of its Host header.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint } from '../interfaces.ts';
import { createServer } from '../node-http.ts';
import { hostOf } from './host-header.ts';
import { type Endpoints, shown } from './route.ts';
import type { Unanswered } from './unanswered.ts';

/** Above both limits that the services set themselves (API Gateway 10,240 bytes, CloudFront 20,480). */
const MAX_HEADER_BYTES = 32_768;
const KEEP_ALIVE_MS = 60_000;

export class RequestRouter {
  readonly http = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => this.#serve(request, response),
  );
  readonly #endpoints: Endpoints;
  readonly #unanswered: Unanswered;
  /** The handler of a TLS connection's requests. */
  readonly #handlers = new WeakMap<Socket, IncomingHandler>();

  constructor(endpoints: Endpoints, unanswered: Unanswered) {
    this.#endpoints = endpoints;
    this.#unanswered = unanswered;
  }

  /** Serves the requests of a connection, after its TLS handshake, by one endpoint. */
  accept(socket: Socket, endpoint: Endpoint): void {
    this.#handlers.set(socket, endpoint.https);
    this.http.emit('connection', socket);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => this.#unanswered.answered(request.socket));
    const handler = this.#handlers.get(request.socket) ?? this.#plainHandler(request);
    handler(request, response);
  }

  /** A plain connection names no host: the Host header of each request selects the endpoint. */
  #plainHandler(request: IncomingMessage): IncomingHandler {
    const host = hostOf(request);
    const route = this.#endpoints.route(host, request.socket);
    if (route.kind === 'refused') return misdirected(`${shown(host)} ${route.reason}\n`);
    // API Gateway has no plain port: the connection ends without a response.
    return route.by.endpoint.http ?? (({ socket }) => void socket.destroy());
  }
}

type IncomingHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** RFC 9110 15.5.20: the DNS look-up of this host leads nowhere, or elsewhere. */
function misdirected(text: string): IncomingHandler {
  return (_request, response) => {
    response.writeHead(421, { 'content-type': 'text/plain' });
    response.end(text);
  };
}
