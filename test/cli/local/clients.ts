// Clients of the running stack: HTTPS with the certificate looked at, and DNS.
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** `DNS:api.petstore.localhost`, … */
  readonly certificateNames: readonly string[];
}

export interface Ask {
  /** The authority to trust; without one, those of the system. */
  readonly ca?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const LIMIT_MS = 30_000;

/** The name is the URL's, in SNI and in the check of the certificate; the address is the loopback. */
export function ask(url: string, { ca, method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  const { hostname, port, pathname, search, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({
      ...{ host: '127.0.0.1', port, path: pathname + search, method, servername: hostname, ca, agent: false },
      headers: { host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    asked.on('response', (response) => {
      const { subjectaltname = '' } = (response.socket as TLSSocket).getPeerCertificate();
      const { statusCode: status = 0, headers } = response;
      const certificateNames = subjectaltname.split(', ');
      text(response).then((body) => resolve({ status, headers, body, certificateNames }), reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

export interface HostAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** A connection of its own, its certificate checked; nothing is asked yet. */
export async function connectTo(
  address: string,
  host: string,
  { httpsPort, authorityPem }: { readonly httpsPort: number; readonly authorityPem: string },
): Promise<TLSSocket> {
  const socket = connectTls({ host: address, port: httpsPort, servername: host, ca: authorityPem });
  await once(socket, 'secureConnect', { signal: AbortSignal.timeout(LIMIT_MS) });
  return socket;
}

/** The root of the host. */
export function askOver(socket: Socket, host: string, port: number): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const asked = plainRequest({
      createConnection: () => socket,
      ...{ path: '/', headers: { host: `${host}:${port}`, connection: 'close' } },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    asked.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const { location, 'content-type': type } = headers;
      text(response).then((body) => resolve({ status, location, type, body }), reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** The values of the records of that type; none where the name or the type does not exist. `server`: `address:port`. */
export async function lookUp(server: string, name: string, type: 'A' | 'CNAME'): Promise<string[]> {
  const resolver = new Resolver({ timeout: LIMIT_MS, tries: 1 });
  resolver.setServers([server]);
  try {
    return await resolver.resolve(name, type);
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
