// TLS as one endpoint does it: with the certificates that it has, for the name that the client asks for.
import { createSecureContext, createServer, type SecureContext, type Server, type TLSSocket } from 'node:tls';
import { canonical } from '@petstore/custom-domains/names';
import type { CertificateMaterial, Endpoint } from '../interfaces.ts';

/** Milliseconds from the connection to the end of the handshake. */
export const HANDSHAKE_MS = 10_000;

const contexts = new WeakMap<CertificateMaterial, SecureContext>();

/** Never listens: connections are handed to it as `connection` events. */
export function createTlsServer(endpoint: Endpoint, connected: (socket: TLSSocket) => void): Server {
  const server = createServer(
    {
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: HANDSHAKE_MS,
      // There is no default certificate: where the endpoint has none, the handshake ends with handshake_failure.
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
