// The entry points of the cloud: one HTTPS port and one HTTP port, which all services share. A TLS connection goes to the
// endpoint that its server name resolves to in the local DNS at that moment, a plain request to that of its Host header; which
// host it serves is then the endpoint's to decide.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { canonical } from '@petstore/custom-domains/names';
import { getExtensionData, readTlsClientHello } from 'read-tls-client-hello';
import type { CloudContext } from '../context.ts';
import { nameProblem } from '../dns/presentation.ts';
import type { CertificateMaterial, Destination, Endpoint, Names } from '../interfaces.ts';
import { type Listening, listenOnLoopback } from '../listen.ts';
import { createServer } from '../node-http.ts';
import { within } from '../within.ts';
import { serveHttp2 } from './http2.ts';
import { hostOf, trackInFlight } from './requests.ts';

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

/** `answered`: with its first response, or when it is closed. */
interface Connection {
  readonly host: string;
  readonly handler: Handler;
  readonly answered: PromiseWithResolvers<void>;
}

export type Ingress = ReturnType<typeof createIngress>;

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

  /** By the client's look-up; logs a refusal once. */
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
    /** Serves `name`, a published name of the platform, by the endpoint; replaces its previous endpoint. */
    attach: (name: string, endpoint: Endpoint) => void endpoints.set(name, endpoint),
    detach: (name: string) => void endpoints.delete(name),
    /** Resolves when no connection to a host waits for its first response, after 2 s at the latest: a deletion waits for clients that resolved it. */
    async settled(hosts: readonly string[]) {
      const open = [...connections.values()].filter(({ host }) => hosts.includes(host));
      await within(Promise.all(open.map(({ answered }) => answered.promise)), SETTLE_MS);
    },
    async start() {
      listening.push(await listenOnLoopback(serverFor(names), context.ports.https, 'ports.https'));
      listening.push(await listenOnLoopback(http, context.ports.http, 'ports.http'));
    },
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
const misdirected =
  (text: string): Handler =>
  (_request, response) =>
    void response.writeHead(421, { 'content-type': 'text/plain' }).end(text);

type Route<Served> =
  | { readonly kind: 'served'; readonly by: Served }
  /** `reason` completes a sentence about the host: `does not resolve: NXDOMAIN`. */
  | { readonly kind: 'refused'; readonly reason: string };

/** `family`: of the address that the client connected to: while records change, AAAA may lead elsewhere than A. */
export function routeOf<Served>(
  host: string,
  family: string | undefined,
  names: Pick<Names, 'destination'>,
  served: ReadonlyMap<string, Served>,
): Route<Served> {
  const [first, second] = family === 'IPv6' ? (['AAAA', 'A'] as const) : (['A', 'AAAA'] as const);
  const preferred = names.destination(host, first);
  const destination = preferred.kind === 'found' ? preferred : names.destination(host, second);
  const by = destination.kind === 'found' ? served.get(destination.name) : undefined;
  return by === undefined ? { kind: 'refused', reason: reasonOf(host, destination) } : { kind: 'served', by };
}

function reasonOf(host: string, destination: Destination): string {
  if (destination.kind === 'none') return `does not resolve: ${destination.reason}`;
  const addresses = destination.addresses.join(', ');
  const where = destination.name === host ? addresses : `${destination.name} (${addresses})`;
  return `resolves to ${where}, which is neither a gateway nor a distribution of this cloud`;
}

/** For the log. A name from a client may contain line breaks or control characters: an invalid one is not repeated. */
function shown(host: string): string {
  return nameProblem(host) === undefined ? host : 'an invalid host name';
}

/** By the certificate's PEM: those of this process, which a new one joins with each renewal. */
const contexts = new Map<string, SecureContext>();

/** Emits `secure` at the end of the handshake. */
function secured(
  socket: Socket,
  { keyPem: key, certificatePem: cert }: CertificateMaterial,
  http2 = true,
): TLSSocket {
  const secureContext = contexts.get(cert) ?? createSecureContext({ key, cert, minVersion: 'TLSv1.2' });
  contexts.set(cert, secureContext);
  const ALPNProtocols = http2 ? ['h2', 'http/1.1'] : ['http/1.1'];
  return new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols });
}

/** Of the client's first message (RFC 6066 3), which stays unread for the TLS socket. Undefined: none, or no TLS. */
const readServerName = (socket: Socket): Promise<string | undefined> =>
  readTlsClientHello(socket).then(
    (hello) => getExtensionData(hello, 'sni')?.serverName,
    () => undefined,
  );

/** RFC 6066 3: "If the server […] does not recognize the server name, the server SHOULD […] abort the handshake". */
const UNRECOGNIZED_NAME = 112;
const HANDSHAKE_FAILURE = 40;

/** Ends the handshake. Content type alert (21), TLS 1.2, two bytes: fatal (2) and the alert (RFC 5246 7.2). */
function refuse(socket: Socket, alert: number): void {
  socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert]));
  socket.destroySoon();
}
