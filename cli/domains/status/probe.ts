// Asks a host itself, as a visitor would: the certificate of its TLS handshake, and one HTTP answer.
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { PeerCertificate, TLSSocket } from 'node:tls';

export interface PresentedCertificate {
  readonly issuer: string;
  readonly names: readonly string[];
  /** Whole days; negative once it has expired. */
  readonly daysLeft: number;
  /** Why a visitor's browser would refuse it; absent where it would not. */
  readonly distrust?: string;
}

export type Probe =
  | {
      readonly kind: 'answered';
      readonly certificate: PresentedCertificate;
      readonly status: number;
      readonly location?: string;
    }
  /** TLS came to an end, HTTP did not; or nothing was reached at all. */
  | { readonly kind: 'failed'; readonly reason: string; readonly certificate?: PresentedCertificate };

export interface ProbeTarget {
  readonly host: string;
  /** In the order in which they are tried. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly path: string;
  /** PEM; the system's own authorities when absent. */
  readonly ca?: string;
}

const timeoutMs = 5000;
const mostAddresses = 3;
const dayMs = 86_400_000;

/** Addresses one after another until one answers; each within 5 s. */
export async function probeHost(target: ProbeTarget, signal: AbortSignal): Promise<Probe> {
  let last: Probe = { kind: 'failed', reason: 'it has no address' };
  for (const address of target.addresses.slice(0, mostAddresses)) {
    last = await probeAddress(target, address, signal);
    if (last.kind === 'answered') return last;
  }
  return last;
}

function probeAddress(
  { host, port, path, ca }: ProbeTarget,
  address: string,
  signal: AbortSignal,
): Promise<Probe> {
  const authority = port === 443 ? host : `${host}:${port}`;
  return new Promise((resolve) => {
    let certificate: PresentedCertificate | undefined;
    const asked = request({
      host: address,
      port,
      path,
      servername: host,
      headers: { host: authority, 'user-agent': 'petstore-domains' },
      ca,
      // Judged below, so that what is presented can be shown even where it is not trusted.
      rejectUnauthorized: false,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    asked.on('socket', (socket) => {
      socket.once('secureConnect', () => {
        certificate = presented(socket as TLSSocket);
      });
    });
    asked.on('response', (response: IncomingMessage) => {
      // Only the head matters; a body may be long, or never end.
      response.destroy();
      const { statusCode: status = 0, headers } = response;
      if (certificate) resolve({ kind: 'answered', certificate, status, location: headers.location });
    });
    asked.on('error', (error) =>
      resolve({ kind: 'failed', reason: `${address}: ${reasonOf(error)}`, certificate }),
    );
    asked.end();
  });
}

function presented(socket: TLSSocket): PresentedCertificate {
  const { issuer, subjectaltname = '', valid_to: until }: PeerCertificate = socket.getPeerCertificate();
  const names = subjectaltname.split(', ').map((name) => name.replace(/^DNS:/, ''));
  return {
    issuer: first(issuer?.O) ?? first(issuer?.CN) ?? 'an authority without a name',
    names,
    daysLeft: Math.floor((Date.parse(until) - Date.now()) / dayMs),
    ...(!socket.authorized && { distrust: String(socket.authorizationError) }),
  };
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function reasonOf(error: Error & { code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1000} s`;
  return error.code ?? error.message;
}
