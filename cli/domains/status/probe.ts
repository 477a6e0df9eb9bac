// Connects to a host as a client would: the certificate of the TLS handshake, and one HTTP response.
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { PeerCertificate, TLSSocket } from 'node:tls';

interface PresentedCertificate {
  readonly issuer: string;
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Why a browser would refuse it; absent where it would not. */
  readonly distrust?: string;
}

export type Probe =
  | {
      readonly kind: 'responded';
      readonly certificate: PresentedCertificate;
      readonly status: number;
      readonly location?: string;
    }
  /** The connection, TLS or HTTP failed; the certificate is present where TLS succeeded. */
  | { readonly kind: 'failed'; readonly reason: string; readonly certificate?: PresentedCertificate };

interface ProbeTarget {
  readonly host: string;
  /** In the order in which they are tried. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly path: string;
  /** PEM; the system's own authorities when absent. */
  readonly ca?: string;
}

const TIMEOUT_MS = 5000;
const MAX_ADDRESSES = 3;

/** Tries the addresses in turn until one responds, each for `timeoutMs` at most. */
export async function probeHost(target: ProbeTarget, signal: AbortSignal, timeoutMs = TIMEOUT_MS) {
  let last: Probe = { kind: 'failed', reason: 'it has no address' };
  for (const address of target.addresses.slice(0, MAX_ADDRESSES)) {
    last = await probeAddress(target, address, signal, timeoutMs);
    if (last.kind === 'responded') return last;
  }
  return last;
}

function probeAddress(
  { host, port, path, ca }: ProbeTarget,
  address: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Probe> {
  const authority = port === 443 ? host : `${host}:${port}`;
  return new Promise((resolve) => {
    let certificate: PresentedCertificate | undefined;
    const outgoing = request({
      host: address,
      port,
      path,
      servername: host,
      headers: { host: authority, 'user-agent': 'petstore-domains' },
      ca,
      // `presented` checks the certificate, so that one that is not trusted can be shown too.
      rejectUnauthorized: false,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    outgoing.on('socket', (socket) => {
      socket.once('secureConnect', () => {
        certificate = presented(socket as TLSSocket);
      });
    });
    outgoing.on('response', (response: IncomingMessage) => {
      // Only the headers matter; a body may be long, or never end.
      response.destroy();
      const { statusCode: status = 0, headers } = response;
      if (certificate) resolve({ kind: 'responded', certificate, status, location: headers.location });
    });
    outgoing.on('error', (error) =>
      resolve({ kind: 'failed', reason: `${address}: ${reasonOf(error, timeoutMs)}`, certificate }),
    );
    outgoing.end();
  });
}

function presented(socket: TLSSocket): PresentedCertificate {
  const peer: PeerCertificate = socket.getPeerCertificate();
  const { issuer, subjectaltname = '' } = peer;
  const names = subjectaltname.split(', ').map((name) => name.replace(/^DNS:/, ''));
  return {
    issuer: first(issuer?.O) ?? first(issuer?.CN) ?? 'an authority without a name',
    names,
    notBefore: new Date(peer.valid_from),
    notAfter: new Date(peer.valid_to),
    ...(!socket.authorized && { distrust: String(socket.authorizationError) }),
  };
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function reasonOf(error: Error & { code?: string }, timeoutMs: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no response within ${timeoutMs / 1000} s`;
  return error.code ?? error.message;
}
