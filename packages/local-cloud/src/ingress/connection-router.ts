// A connection goes to the endpoint that its host name resolves to in the local DNS at that moment; which host it
// serves is then the endpoint's to decide.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import { nameProblem } from '../dns/host-name.ts';
import type { Endpoint, Names } from '../interfaces.ts';
import { readServerName, refuseServerName } from './client-hello.ts';
import { hostOf } from './host-header.ts';
import { type Route, routeOf } from './route.ts';
import { createTlsServer, HANDSHAKE_MS } from './tls-server.ts';
import { Unanswered } from './unanswered.ts';

/** Above both limits that the services set themselves (API Gateway 10,240 bytes, CloudFront 20,480). */
const MAX_HEADER_BYTES = 32_768;

const KEEP_ALIVE_MS = 60_000;

/** Hosts whose last refusal is kept. */
const MAX_REPORTED = 1000;

interface Attached {
  readonly endpoint: Endpoint;
  readonly tls: TlsServer;
}

/** Hands each TLS connection, and all of its requests, to one endpoint. */
export class ConnectionRouter {
  readonly unanswered = new Unanswered();
  /** Handles the requests of both ports: it gets TLS sockets after their handshake. */
  readonly http = createHttpServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => this.#serve(request, response),
  );
  readonly https = createTcpServer((socket) => void this.#accept(socket));
  readonly #context: CloudContext;
  readonly #names: Pick<Names, 'destination'>;
  readonly #attached = new Map<string, Attached>();
  readonly #tlsServers = new WeakMap<Endpoint, TlsServer>();
  /** The handler of a TLS connection's requests. */
  readonly #reached = new WeakMap<Socket, IncomingHandler>();
  /** By host, the last logged reason: a browser that tries again and again is logged once. */
  readonly #refused = new Map<string, string>();

  constructor(context: CloudContext, names: Pick<Names, 'destination'>) {
    this.#context = context;
    this.#names = names;
  }

  attach(name: string, endpoint: Endpoint): void {
    const tls = this.#tlsServers.get(endpoint) ?? this.#tlsServer(endpoint);
    this.#attached.set(name, { endpoint, tls });
  }

  detach(name: string): void {
    this.#attached.delete(name);
  }

  #tlsServer(endpoint: Endpoint): TlsServer {
    const server = createTlsServer(endpoint, (socket) => {
      this.#reached.set(socket, endpoint.https);
      this.http.emit('connection', socket);
    });
    this.#tlsServers.set(endpoint, server);
    return server;
  }

  async #accept(socket: Socket): Promise<void> {
    const end = () => void socket.destroy();
    socket.on('error', end).setTimeout(HANDSHAKE_MS, end);
    const serverName = await readServerName(socket);
    socket.setTimeout(0, end);
    if (serverName === undefined) return refuseServerName(socket);
    const host = canonical(serverName);
    const route = this.#route(host, socket);
    if (route.kind === 'refused') return refuseServerName(socket);
    this.unanswered.add(socket, host);
    route.by.tls.emit('connection', socket);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => this.unanswered.answered(request.socket));
    const handler = this.#reached.get(request.socket) ?? this.#plainHandler(request);
    handler(request, response);
  }

  /** A plain connection names no host: the Host header of each request selects the endpoint. */
  #plainHandler(request: IncomingMessage): IncomingHandler {
    const host = hostOf(request);
    const route = this.#route(host, request.socket);
    if (route.kind === 'refused') return misdirected(`${shown(host)} ${route.reason}\n`);
    // API Gateway has no plain port: the connection ends without a response.
    return route.by.endpoint.http ?? (({ socket }) => void socket.destroy());
  }

  #route(host: string, socket: Socket): Route<Attached> {
    const route = routeOf(host, socket.localFamily, this.#names, this.#attached);
    if (route.kind === 'served') this.#refused.delete(host);
    else this.#report(host, route.reason);
    return route;
  }

  #report(host: string, reason: string): void {
    if (this.#refused.get(host) === reason) return;
    if (this.#refused.size === MAX_REPORTED) this.#refused.clear();
    this.#refused.set(host, reason);
    this.#context.log('ingress', `${shown(host)} ${reason}`);
  }
}

/** For the log. A name from a client may contain line breaks or control characters: an invalid one is not repeated. */
function shown(host: string): string {
  return nameProblem(host) === undefined ? host : 'an invalid host name';
}

type IncomingHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** RFC 9110 15.5.20: the DNS look-up of this host leads nowhere, or elsewhere. */
function misdirected(text: string): IncomingHandler {
  return (_request, response) => {
    response.writeHead(421, { 'content-type': 'text/plain' });
    response.end(text);
  };
}
