// Certificates of the local authority with real TLS clients: chain, names, constraints, restarts.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createAcm } from '../../src/acm/index.ts';
import type { CloudContext } from '../../src/context.ts';
import type { CertificateMaterial } from '../../src/interfaces.ts';
import { Store } from '../../src/store.ts';
import { dnsWith } from '../dns/client.ts';
import { testContext } from '../support/cloud.ts';

function authority(context: CloudContext = testContext()) {
  const service = createAcm(context, dnsWith('', context).names);
  return { service, certificates: service.certificates };
}

/** The error of a client that trusts `ca`; undefined when it accepts the server. */
async function refusal({ keyPem, certificatePem }: CertificateMaterial, ca: string, servername: string) {
  const server = createServer({ key: keyPem, cert: certificatePem });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return new Promise<string | undefined>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ca, servername }, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', ({ message }) => resolve(message));
  });
}

test('a client that trusts the root accepts a platform name, and only that name', async () => {
  const { certificates } = authority();
  const material = certificates.platform('d1.cloudfront.localhost');
  expect(await refusal(material, certificates.authorityPem, 'd1.cloudfront.localhost')).toBeUndefined();
  expect(await refusal(material, certificates.authorityPem, 'd2.cloudfront.localhost')).toContain(
    "does not match certificate's altnames",
  );
  expect(certificates.platform('d1.cloudfront.localhost')).toBe(material);
});

test('a client that trusts another root refuses it', async () => {
  const material = authority().certificates.platform('d1.cloudfront.localhost');
  const other = authority().certificates.authorityPem;
  expect(await refusal(material, other, 'd1.cloudfront.localhost')).toContain('unable to verify');
});

test.each(['www.amazon.com', 'shop.dev'])('the root may not issue for %s', async (name) => {
  const { certificates } = authority();
  const material = certificates.platform(name);
  expect(await refusal(material, certificates.authorityPem, name)).toBe('permitted subtree violation');
});

test('the root can only sign leaves, for reserved names', () => {
  const root = new X509Certificate(authority().certificates.authorityPem);
  expect(root.ca).toBe(true);
  expect(root.verify(root.publicKey)).toBe(true);
  expect(root.subject).toContain('CN=local cloud root');
});

test('a leaf lasts 198 days, has its name in the SAN and server authentication, and cannot sign', () => {
  const { certificates } = authority();
  const leaf = new X509Certificate(certificates.platform('d1.cloudfront.localhost').certificatePem);
  const days = (leaf.validToDate.getTime() - leaf.validFromDate.getTime() + 1000) / 86_400_000;
  expect(days).toBe(198);
  expect(leaf.subjectAltName).toBe('DNS:d1.cloudfront.localhost');
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(leaf.ca).toBe(false);
  expect(leaf.checkIssued(new X509Certificate(certificates.authorityPem))).toBe(true);
});

test('the root is in the store, and its certificate in a file for curl', () => {
  const context = testContext({ store: new Store() });
  const { service, certificates } = authority(context);
  expect(authority(context).certificates.authorityPem).toBe(certificates.authorityPem);
  expect(readFileSync(service.authorityFile, 'utf8')).toBe(certificates.authorityPem);
  expect(authority().certificates.authorityPem).not.toBe(certificates.authorityPem);
});
