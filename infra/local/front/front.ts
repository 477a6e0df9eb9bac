// The shared front: one HTTPS port by SNI and one HTTP port, virtual hosts by Host header.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { CloudContext } from '../context.ts';
import type { Front, VirtualHost } from '../rooms.ts';
import { type Listening, listenOnLoopback } from './listen.ts';
import { trackResponses } from './open-responses.ts';

/** Above both limits that the services set themselves (API Gateway 10,240 bytes, CloudFront 20,480). */
const MAX_HEADER_BYTES = 32_768;
const KEEP_ALIVE_MS = 60_000;
/** Longer than API Gateway's own limit of 30 s for one request. */
const DRAIN_MS = 35_000;

export interface FrontServer extends Front {
  start(): Promise<void>;
  /** Answers what is under way first, then ends every connection. */
  close(): Promise<void>;
}

interface Attached {
  readonly virtualHost: VirtualHost;
  readonly secureContext: SecureContext;
}

/** By name, in the order of their coming: the last one answers. */
type Hosts = Map<string, readonly Attached[]>;

/** Nothing listens before `start`; hosts may be attached before and after it. */
export function createFront(context: CloudContext): FrontServer {
  const hosts: Hosts = new Map();
  const https = createHttpsServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      minVersion: 'TLSv1.2',
      // Without a default certificate an unknown name ends in a handshake_failure alert, as at AWS.
      SNICallback(name, done) {
        const found = answering(hosts, name.toLowerCase());
        if (found === undefined) context.log('front', `no host ${name} is served here (TLS refused)`);
        done(null, found?.secureContext);
      },
    },
    (request, response) => serveTls(hosts, request, response),
  );
  const http = createHttpServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => servePlain(hosts, request, response),
  );
  const owed = [trackResponses(https), trackResponses(http)];
  let listening: { https: Listening; http: Listening } | undefined;

  return {
    get httpsPort() {
      return listening?.https.port ?? context.ports.https;
    },
    get httpPort() {
      return listening?.http.port ?? context.ports.http;
    },
    attach(virtualHost) {
      const { keyPem, certificatePem } = virtualHost.certificate;
      const secureContext = createSecureContext({ key: keyPem, cert: certificatePem, minVersion: 'TLSv1.2' });
      const { host } = virtualHost;
      hosts.set(host, [...(hosts.get(host) ?? []), { virtualHost, secureContext }]);
    },
    detach(virtualHost) {
      const { host } = virtualHost;
      const others = (hosts.get(host) ?? []).filter((one) => one.virtualHost !== virtualHost);
      if (others.length > 0) hosts.set(host, others);
      else hosts.delete(host);
    },
    find: (host) => answering(hosts, host)?.virtualHost,
    async start() {
      const secure = await listenOnLoopback(https, context.ports.https, '--port');
      try {
        listening = { https: secure, http: await listenOnLoopback(http, context.ports.http, '--http-port') };
      } catch (error) {
        secure.stop();
        throw error;
      }
    },
    async close() {
      if (listening === undefined) return;
      const both = [listening.https, listening.http];
      listening = undefined;
      for (const one of both) one.stop();
      await Promise.all(owed.map((responses) => responses.settle(DRAIN_MS)));
      // Soon, not now: what was written last may still be on its way out.
      for (const one of both) for (const socket of one.sockets) socket.destroySoon();
    },
  };
}

function answering(hosts: Hosts, name: string): Attached | undefined {
  return hosts.get(name)?.at(-1);
}

function serveTls(hosts: Hosts, request: IncomingMessage, response: ServerResponse): void {
  const host = hostOf(request);
  const found = answering(hosts, host)?.virtualHost;
  if (found === undefined) {
    // API Gateway's answer to a Host that it does not know.
    refuse(response, 403, 'Forbidden', { 'x-amzn-errortype': 'ForbiddenException' });
  } else if ((request.socket as TLSSocket).servername !== host) {
    // RFC 9110 15.5.20: the connection was made for another name; CloudFront refuses it the same way.
    refuse(response, 421, 'Misdirected Request');
  } else {
    found.https(request, response);
  }
}

function servePlain(hosts: Hosts, request: IncomingMessage, response: ServerResponse): void {
  const plain = answering(hosts, hostOf(request))?.virtualHost.http;
  // API Gateway has no plain port: the connection ends without an answer.
  if (plain === undefined) request.socket.destroy();
  else plain(request, response);
}

function refuse(response: ServerResponse, status: number, message: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ message }));
}

/** The Host header's name: lower case, without port and final dot. */
function hostOf(request: IncomingMessage): string {
  return (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
