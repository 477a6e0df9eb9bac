// An HTTPS server with a certificate of the local authority, for asking a host as a visitor would.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import { openAuthority } from '@petstore/local-cloud/acm/authority';
import { Store } from '@petstore/local-cloud/store';
import { listen } from '../listen.ts';

/** A key with a certificate for `names`, and the authority that issued it; PEM. */
export function serverCertificate(names: readonly string[]) {
  const authority = openAuthority(new Store());
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = authority.issue(names, publicKey).certificatePem;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { key, cert, authorityPem: authority.certificatePem };
}

/** Answers on 127.0.0.1 to any name with `status`, and a certificate for `names`, until the test ends. `paths`: of the requests so far. */
export async function startTlsHost(
  names: readonly string[],
  answer: { readonly status: number; readonly location?: string } = { status: 200 },
) {
  const { key, cert, authorityPem } = serverCertificate(names);
  const paths: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    response.end('{}');
  });
  return { port: await listen(server), authorityPem, paths };
}
