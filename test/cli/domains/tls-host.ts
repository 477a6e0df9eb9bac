// An HTTPS server with a certificate of the local authority, for asking a host as a visitor would.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { openAuthority } from '@petstore/local-cloud/acm/authority';
import { Store } from '@petstore/local-cloud/store';

export interface TlsHost {
  readonly port: number;
  readonly authorityPem: string;
  /** Of the requests so far. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/** A key with a certificate for `names`, and the authority that issued it; PEM. */
export function serverCertificate(names: readonly string[]) {
  const authority = openAuthority(new Store());
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = authority.issue(names, publicKey).certificatePem;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { key, cert, authorityPem: authority.certificatePem };
}

/** Answers on 127.0.0.1 to any name with `status`, and a certificate for `names`. */
export async function startTlsHost(
  names: readonly string[],
  answer: { readonly status: number; readonly location?: string } = { status: 200 },
): Promise<TlsHost> {
  const { key, cert, authorityPem } = serverCertificate(names);
  const paths: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    authorityPem,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
