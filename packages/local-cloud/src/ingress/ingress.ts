// The entry points of the cloud: one HTTPS port and one HTTP port, which all services share. A TLS connection goes to the
// endpoint that its server name resolves to in the local DNS at that moment, a plain request to that of its Host header; which
// host it serves is then the endpoint's to decide.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Endpoint, Names } from '../interfaces.ts';
import { type Listening, listenOnLoopback } from '../listen.ts';
import { createServer } from '../node-http.ts';
import { within } from '../within.ts';
import { serveHttp2 } from './http2.ts';
import { hostOf, trackInFlight } from './requests.ts';
import { type Route, routeOf, shown } from './route.ts';
import { HANDSHAKE_FAILURE, readServerName, refuse, secured, UNRECOGNIZED_NAME } from './tls.ts';

/** Above both limits that the services set themselves (API Gateway 10,240 bytes, CloudFront 20,480). */
const LIMITS = { maxHeaderBytes: 32_768, keepAliveMs: 60_000 };

/** Milliseconds of silence before the end of the handshake. */
const HANDSHAKE_MS = 10_000;

/** Longer than API Gateway's own limit of 30 s for one request. */
const DRAIN_MS = 35_000;

/** Hosts whose last refusal is kept. */
const MAX_REPORTED = 1000;

/** How long a deletion waits for connections that may never send a request, as browsers open them in advance. */
const SETTLE_MS = 2000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Connection {
  readonly host: string;
  readonly handler: Handler;
  /** Resolves with its first response, or when it is closed. */
  readonly answered: PromiseWithResolvers<void>;
}

/** Nothing listens before `start`; endpoints may be attached before and after it. */
export function createIngress(context: CloudContext, names: Pick<Names, 'destination'>) {
  const endpoints = new Map<string, Endpoint>();
  /** By host, the last logged reason: a browser that tries again and again is logged once. */
  const refused = new Map<string, string>();
  const connections = new Map<Duplex, Connection>();

  const http = createServer(
    { maxHeaderSize: LIMITS.maxHeaderBytes, keepAliveTimeout: LIMITS.keepAliveMs },
    (request, response) => {
      const connection = connections.get(request.socket);
      response.once('close', () => connection?.answered.resolve());
      // RFC 9112 3.2: a request with more than one Host header is a 400. Node gives the first of them to its readers.
      if ((request.headersDistinct.host?.length ?? 0) > 1)
        return void response.writeHead(400, { connection: 'close' }).end();
      const handler = connection?.handler ?? plainHandler(request);
      handler(request, response);
    },
  );

  function report(host: string, reason: string): void {
    if (refused.get(host) === reason) return;
    if (refused.size === MAX_REPORTED) refused.clear();
    refused.set(host, reason);
    context.log('ingress', `${shown(host)} ${reason}`);
  }

  /** The endpoint for a host on a connection, by the client's look-up; logs a refusal once. */
  function route(host: string, { localFamily }: Socket, clients = names): Route<Endpoint> {
    const found = routeOf(host, localFamily, clients, endpoints);
    if (found.kind === 'served') refused.delete(host);
    else report(host, found.reason);
    return found;
  }

  /** A plain connection names no host: the Host header of each request selects the endpoint. */
  function plainHandler(request: IncomingMessage): Handler {
    const host = hostOf(request);
    const found = route(host, request.socket);
    if (found.kind === 'refused') return misdirected(`${shown(host)} ${found.reason}\n`);
    // API Gateway has no plain port: the connection ends without a response.
    return found.by.http ?? (({ socket }) => void socket.destroy());
  }

  async function accept(socket: Socket, clients: Pick<Names, 'destination'>): Promise<void> {
    const end = () => void socket.destroy();
    socket.on('error', end).setTimeout(HANDSHAKE_MS, end);
    const serverName = await readServerName(socket);
    const host = serverName === undefined ? undefined : canonical(serverName);
    const found = host === undefined ? undefined : route(host, socket, clients);
    if (host === undefined || found?.kind !== 'served') return refuse(socket, UNRECOGNIZED_NAME);
    const certificate = found.by.certificate(host);
    if (certificate === undefined) {
      report(host, 'leads to a service that has no certificate for it');
      return refuse(socket, HANDSHAKE_FAILURE);
    }
    const tls = secured(socket, certificate, found.by.http2?.(host)).on('error', end);
    const answered = Promise.withResolvers<void>();
    const opened = (connection: Duplex) => {
      connections.set(connection, { host, handler: found.by.https, answered });
      connection.once('close', () => connections.delete(connection));
    };
    opened(tls);
    tls.once('close', () => answered.resolve());
    tls.once('secure', () => {
      socket.setTimeout(0, end);
      if (tls.alpnProtocol !== 'h2') http.emit('connection', tls);
      else
        serveHttp2(tls, LIMITS, (connection, response) => {
          responses.track(response);
          opened(connection);
          http.emit('connection', connection);
        });
    });
  }

  /** For clients with a resolver of their own: all services share one address, so that theirs tells what they came for. */
  const serverFor = (clients: Pick<Names, 'destination'>): Server =>
    createTcpServer((socket) => void accept(socket, clients));

  const responses = trackInFlight(http);
  const listening: Listening[] = [];
  return {
    get httpsPort() {
      return listening[0]?.port ?? context.ports.https;
    },
    get httpPort() {
      return listening[1]?.port ?? context.ports.http;
    },
    attach: (name: string, endpoint: Endpoint) => void endpoints.set(name, endpoint),
    detach: (name: string) => void endpoints.delete(name),
    async settled(hosts: readonly string[]) {
      const open = [...connections.values()].filter(({ host }) => hosts.includes(host));
      await within(Promise.all(open.map(({ answered }) => answered.promise)), SETTLE_MS);
    },
    async start() {
      listening.push(await listenOnLoopback(serverFor(names), context.ports.https, 'ports.https'));
      try {
        listening.push(await listenOnLoopback(http, context.ports.http, 'ports.http'));
      } catch (error) {
        listening.pop()?.stop();
        throw error;
      }
    },
    /** One more HTTPS port, at any free number, for clients that resolve by `clients`. Open until `close`. */
    async openFor(clients: Pick<Names, 'destination'>) {
      const opened = await listenOnLoopback(serverFor(clients), 0, 'ports.https');
      listening.push(opened);
      return { httpsPort: opened.port };
    },
    /** Finishes the responses under way, then ends every connection. */
    async close() {
      const all = listening.splice(0);
      for (const one of all) one.stop();
      await responses.settle(DRAIN_MS);
      // Not at once: the last bytes written may not have been sent yet.
      for (const one of all) for (const socket of one.sockets) socket.destroySoon();
    },
  };
}

/** RFC 9110 15.5.20: the DNS look-up of this host leads nowhere, or elsewhere. */
function misdirected(text: string): Handler {
  return (_request, response) => {
    response.writeHead(421, { 'content-type': 'text/plain' });
    response.end(text);
  };
}
