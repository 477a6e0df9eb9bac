// The TLS server of one endpoint, with the endpoint's certificate for the server name that the client sends.
import { createSecureContext, createServer, type SecureContext, type Server, type TLSSocket } from 'node:tls';
import { canonical } from '@petstore/custom-domains/names';
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
