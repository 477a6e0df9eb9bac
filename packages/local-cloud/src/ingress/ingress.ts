// The entry points of the cloud: one HTTPS port and one HTTP port, which all services share.
import type { CloudContext } from '../context.ts';
import type { Ingress, Names } from '../interfaces.ts';
import { type Listening, listenOnLoopback } from '../listen.ts';
import { ConnectionRouter } from './connection-router.ts';
import { trackInFlight } from './in-flight.ts';
import { RequestRouter } from './request-router.ts';
import { Endpoints } from './route.ts';
import { Unanswered } from './unanswered.ts';

/** Longer than API Gateway's own limit of 30 s for one request. */
const DRAIN_MS = 35_000;

/** How long a deletion waits for connections that may never send a request, as browsers open them in advance. */
const SETTLE_MS = 2000;

export interface IngressServer extends Ingress {
  start(): Promise<void>;
  /** One more HTTPS port, at any free number, for clients that resolve by `names`. Open until `close`. */
  openFor(names: Pick<Names, 'destination'>): Promise<{ readonly httpsPort: number }>;
  /** Finishes the responses under way, then ends every connection. */
  close(): Promise<void>;
}

/** Nothing listens before `start`; endpoints may be attached before and after it. */
export function createIngress(context: CloudContext, names: Pick<Names, 'destination'>): IngressServer {
  const endpoints = new Endpoints(context, names);
  const unanswered = new Unanswered();
  const requests = new RequestRouter(endpoints, unanswered);
  const connections = new ConnectionRouter({ endpoints, requests, unanswered });
  const { http } = requests;
  const { https } = connections;
  const responses = trackInFlight(http);
  let listening: { https: Listening; http: Listening } | undefined;
  const further: Listening[] = [];
  return {
    get httpsPort() {
      return listening?.https.port ?? context.ports.https;
    },
    get httpPort() {
      return listening?.http.port ?? context.ports.http;
    },
    attach: (name, endpoint) => connections.attach(name, endpoint),
    detach: (name) => endpoints.detach(name),
    settled: (hosts) => unanswered.settled(hosts, SETTLE_MS),
    async start() {
      const secure = await listenOnLoopback(https, context.ports.https, '--port');
      try {
        listening = { https: secure, http: await listenOnLoopback(http, context.ports.http, '--http-port') };
      } catch (error) {
        secure.stop();
        throw error;
      }
    },
    async openFor(clients) {
      const opened = await listenOnLoopback(connections.serverFor(clients), 0, '--port');
      further.push(opened);
      return { httpsPort: opened.port };
    },
    async close() {
      if (listening === undefined) return;
      const all = [listening.https, listening.http, ...further];
      listening = undefined;
      for (const one of all) one.stop();
      await responses.settle(DRAIN_MS);
      // Not at once: the last bytes written may not have been sent yet.
      for (const one of all) for (const socket of one.sockets) socket.destroySoon();
    },
  };
}
