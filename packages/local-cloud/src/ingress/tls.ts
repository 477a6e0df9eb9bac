// TLS as the ingress needs it: the server name in the first bytes of a connection, which selects the endpoint, the alerts
// that refuse one, and the socket with the certificate.
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { getExtensionData, readTlsClientHello } from 'read-tls-client-hello';
import type { CertificateMaterial } from '../interfaces.ts';

/** By the certificate's PEM: those of this process, which a new one joins with each renewal. */
const contexts = new Map<string, SecureContext>();

/** Emits `secure` at the end of the handshake. */
export function secured(
  socket: Socket,
  { keyPem: key, certificatePem: cert }: CertificateMaterial,
  http2 = true,
): TLSSocket {
  const secureContext = contexts.get(cert) ?? createSecureContext({ key, cert, minVersion: 'TLSv1.2' });
  contexts.set(cert, secureContext);
  const ALPNProtocols = http2 ? ['h2', 'http/1.1'] : ['http/1.1'];
  return new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols });
}

/**
 * The server name (RFC 6066 3) of the client's first message, which stays unread for the TLS socket.
 * Undefined: the client sends none, or the connection is not TLS.
 */
export async function readServerName(socket: Socket): Promise<string | undefined> {
  try {
    const { serverName } = getExtensionData(await readTlsClientHello(socket), 'sni') ?? {};
    return serverName;
  } catch {
    return undefined;
  }
}

/** RFC 6066 3: "If the server […] does not recognize the server name, the server SHOULD […] abort the handshake". */
export const UNRECOGNIZED_NAME = 112;
export const HANDSHAKE_FAILURE = 40;

/** Ends the handshake. Content type alert (21), TLS 1.2, two bytes: fatal (2) and the alert (RFC 5246 7.2). */
export function refuse(socket: Socket, alert: number): void {
  socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert]));
  socket.destroySoon();
}
