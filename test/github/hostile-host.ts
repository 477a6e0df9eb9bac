// An HTTPS server on the loopback whose certificate is somebody else's: any issuer, with whatever characters.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  bits,
  explicit,
  integer,
  oid,
  sequence,
  set,
  time,
  utf8,
} from '../../packages/local-cloud/src/acm/der.ts';
import { extension } from '../../packages/local-cloud/src/acm/x509.ts';

export interface HostileHost {
  readonly port: number;
  close(): Promise<void>;
}

const name = (organization: string) => sequence(set(sequence(oid('2.5.4.10'), utf8(organization))));
const DAY_MS = 86_400_000;

/** For `host`, issued by an organisation with that name (RFC 5280 4.1.2.4: a UTF8String may have any character). */
function certificate(host: string, issuer: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsa = sequence(oid('1.2.840.10045.4.3.2'));
  const body = sequence(
    explicit(0, integer(2)),
    integer(7),
    ecdsa,
    name(issuer),
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + 30 * DAY_MS))),
    name('x'),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(extension.alternativeNames([host]))),
  );
  const der = sequence(body, ecdsa, bits(sign('sha256', body, privateKey)));
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
}

export async function startHostileHost(host: string, issuer: string): Promise<HostileHost> {
  const server = createServer(certificate(host, issuer), (_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
