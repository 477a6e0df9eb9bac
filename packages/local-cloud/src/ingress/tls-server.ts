// The TLS server of one endpoint, with the endpoint's certificate for the server name that the client sends; and that name
// in the first bytes of a connection, where it selects the endpoint.
import type { Socket } from 'node:net';
import { createSecureContext, createServer, type SecureContext, type Server, type TLSSocket } from 'node:tls';
import { canonical } from '@petstore/custom-domains/names';
import { getExtensionData, readTlsClientHello } from 'read-tls-client-hello';
import type { CertificateMaterial, Endpoint } from '../interfaces.ts';

/** Milliseconds from the connection to the end of the handshake. */
export const HANDSHAKE_MS = 10_000;

const contexts = new WeakMap<CertificateMaterial, SecureContext>();

/** Never listens: it gets connections as `connection` events. */
export function createTlsServer(endpoint: Endpoint, connected: (socket: TLSSocket) => void): Server {
  const server = createServer(
    {
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: HANDSHAKE_MS,
      // There is no default certificate: without one for the name, the handshake ends with handshake_failure.
      SNICallback(name, done) {
        const certificate = endpoint.certificate(canonical(name));
        done(null, certificate && contextOf(certificate));
      },
    },
    connected,
  );
  return server.on('tlsClientError', (_error, socket) => socket.destroy());
}

function contextOf(certificate: CertificateMaterial): SecureContext {
  const known = contexts.get(certificate);
  if (known !== undefined) return known;
  const { keyPem, certificatePem } = certificate;
  const context = createSecureContext({ key: keyPem, cert: certificatePem, minVersion: 'TLSv1.2' });
  contexts.set(certificate, context);
  return context;
}

/**
 * The server name (RFC 6066 3) of the client's first message, which stays unread for the TLS server.
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

/** Content type alert (21), TLS 1.2, two bytes: fatal (2), unrecognized_name (112). RFC 5246 7.2, RFC 6066 3. */
const UNRECOGNIZED_NAME = Buffer.from([21, 3, 3, 0, 2, 2, 112]);

/** RFC 6066 3: "If the server […] does not recognize the server name, the server SHOULD […] abort the handshake". */
export function refuseServerName(socket: Socket): void {
  socket.end(UNRECOGNIZED_NAME);
  socket.destroySoon();
}
