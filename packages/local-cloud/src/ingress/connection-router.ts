// A TLS connection goes to the endpoint that its server name resolves to in the local DNS at that moment; which host it
// serves is then the endpoint's to decide.
import { createServer, type Server, type Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { canonical } from '@petstore/custom-domains/names';
import type { Endpoint, Names } from '../interfaces.ts';
import type { RequestRouter } from './request-router.ts';
import type { Endpoints } from './route.ts';
import { createTlsServer, HANDSHAKE_MS, readServerName, refuseServerName } from './tls-server.ts';
import type { Unanswered } from './unanswered.ts';

interface ConnectionRouterDeps {
  readonly endpoints: Endpoints;
  /** Gets each connection after its handshake. */
  readonly requests: RequestRouter;
  readonly unanswered: Unanswered;
}

export class ConnectionRouter {
  readonly https = this.serverFor();
  readonly #deps: ConnectionRouterDeps;
  readonly #tlsServers = new WeakMap<Endpoint, TlsServer>();

  constructor(deps: ConnectionRouterDeps) {
    this.#deps = deps;
  }

  /** For clients with a resolver of their own: all services share one address, so that theirs tells what they came for. */
  serverFor(names?: Pick<Names, 'destination'>): Server {
    return createServer((socket) => void this.#accept(socket, names));
  }

  attach(name: string, endpoint: Endpoint): void {
    const tls = this.#tlsServers.get(endpoint) ?? this.#tlsServer(endpoint);
    this.#deps.endpoints.attach(name, { endpoint, tls });
  }

  #tlsServer(endpoint: Endpoint): TlsServer {
    const server = createTlsServer(endpoint, (socket) => this.#deps.requests.accept(socket, endpoint));
    this.#tlsServers.set(endpoint, server);
    return server;
  }

  async #accept(socket: Socket, names?: Pick<Names, 'destination'>): Promise<void> {
    const end = () => void socket.destroy();
    socket.on('error', end).setTimeout(HANDSHAKE_MS, end);
    const serverName = await readServerName(socket);
    socket.setTimeout(0, end);
    if (serverName === undefined) return refuseServerName(socket);
    const host = canonical(serverName);
    const route = this.#deps.endpoints.route(host, socket, names);
    if (route.kind === 'refused') return refuseServerName(socket);
    this.#deps.unanswered.add(socket, host);
    route.by.tls.emit('connection', socket);
  }
}
