// Certificates of the local authority with real TLS clients: chain, names, limits, restarts.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { listen } from '../../../../test/cli/listen.ts';
import { connectTo } from '../../../../test/cli/local/clients.ts';
import { createAcm } from '../../src/acm/index.ts';
import type { CloudContext } from '../../src/context.ts';
import { dnsWith } from '../dns/client.ts';
import { testContext } from '../support/cloud.ts';

const NAME = 'd1.cloudfront.localhost';

function authority(context: CloudContext = testContext()) {
  const { certificates, authorityFile } = createAcm(context, dnsWith('', context));
  return { certificates, authorityFile, root: new X509Certificate(certificates.authorityPem) };
}

type Authority = ReturnType<typeof authority>;

/** The error of a client that trusts `ca`, at a server of the name; undefined when it accepts the server. */
async function refusal({ certificates }: Authority, name: string, ca: string, asked = name) {
  const { keyPem, certificatePem } = certificates.platform(name);
  const port = await listen(createServer({ key: keyPem, cert: certificatePem }));
  return connectTo('127.0.0.1', asked, { httpsPort: port, authorityPem: ca }).then(
    (socket) => void socket.destroy(),
    ({ message }: Error) => message,
  );
}

test('a client that trusts the root accepts a platform name, that name only, and no other root', async () => {
  const local = authority();
  const { authorityPem } = local.certificates;
  expect(await refusal(local, NAME, authorityPem)).toBeUndefined();
  expect(await refusal(local, NAME, authorityPem, 'd2.cloudfront.localhost')).toContain('altnames');
  expect(await refusal(local, NAME, authority().certificates.authorityPem)).toContain('unable to verify');
  expect(local.certificates.platform(NAME)).toBe(local.certificates.platform(NAME));
});

test.each(['www.amazon.com', 'shop.dev'])('the root may not issue for %s', async (name) => {
  const local = authority();
  expect(await refusal(local, name, local.certificates.authorityPem)).toBe('permitted subtree violation');
});

test('a leaf lasts 198 days, has its name in the SAN and server authentication, and cannot sign', () => {
  const { certificates, root } = authority();
  expect([root.ca, root.verify(root.publicKey)]).toEqual([true, true]);
  const leaf = new X509Certificate(certificates.platform(NAME).certificatePem);
  const days = (leaf.validToDate.getTime() - leaf.validFromDate.getTime() + 1000) / 86_400_000;
  expect(days).toBe(198);
  expect(leaf.subjectAltName).toBe(`DNS:${NAME}`);
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect([leaf.ca, leaf.checkIssued(root)]).toEqual([false, true]);
  // DER has the shortest form of a length, here 30 82; OpenSSL also reads longer ones, other clients don't.
  expect(certificates.platform(NAME).certificatePem).toMatch(/^-----BEGIN CERTIFICATE-----\nMII/);
});

test('the root is in the store, and its certificate in a file for curl', () => {
  const context = testContext();
  const { certificates, authorityFile } = authority(context);
  expect(authority(context).certificates.authorityPem).toBe(certificates.authorityPem);
  expect(readFileSync(authorityFile, 'utf8')).toBe(certificates.authorityPem);
});
