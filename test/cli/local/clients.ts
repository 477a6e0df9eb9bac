// Clients of the running stack: HTTPS with the certificate looked at, and DNS.
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export interface HostAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

export interface Answer extends HostAnswer {
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
export async function ask(url: string, { ca, ...given }: Ask): Promise<Answer> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = await connectTo('127.0.0.1', hostname, { httpsPort: Number(port), authorityPem: ca });
  const { subjectaltname = '' } = socket.getPeerCertificate();
  const answer = await askOver(socket, hostname, Number(port), { ...given, path: pathname + search });
  return { ...answer, certificateNames: subjectaltname.split(', ') };
}

/** A connection of its own, its certificate checked; nothing is asked yet. */
export async function connectTo(
  address: string,
  host: string,
  { httpsPort, authorityPem }: { readonly httpsPort: number; readonly authorityPem?: string | undefined },
): Promise<TLSSocket> {
  const socket = connectTls({ host: address, port: httpsPort, servername: host, ca: authorityPem });
  await once(socket, 'secureConnect', { signal: AbortSignal.timeout(LIMIT_MS) });
  return socket;
}

/** The root of the host, unless another path is given. */
export function askOver(
  socket: Socket,
  host: string,
  port: number,
  { path = '/', method = 'GET', headers = {}, body }: Omit<Ask, 'ca'> & { readonly path?: string } = {},
): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      ...{ path, method, headers: { host: `${host}:${port}`, connection: 'close', ...headers } },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    asked.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const { location, 'content-type': type } = headers;
      text(response).then((body) => resolve({ status, headers, location, type, body }), reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** The site that answers so, undefined: neither. */
export function siteOf({ status, type, body }: HostAnswer): 'api' | 'docs' | undefined {
  if (status === 200 && type?.startsWith('text/html') && body.includes('<title>Pets API')) return 'docs';
  // The application's own words, with its code; the gateway's 404 has none.
  return status === 404 && body.includes('"code":"not_found"') ? 'api' : undefined;
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
