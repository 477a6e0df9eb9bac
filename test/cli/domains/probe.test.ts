// What a visitor meets at a host: the addresses that are tried, what is asked there, and the certificate as it is presented.
import { generateKeyPairSync, sign } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { bits, explicit, integer, oid, sequence, set, time, utf8 } from '@petstore/local-cloud/acm/der';
import { extension } from '@petstore/local-cloud/acm/x509';
import { afterEach, expect, test, vi } from 'vitest';
import { type Probe, probeHost } from '../../../cli/domains/status/probe.ts';
import { serverCertificate } from './tls-host.ts';

const host = 'shop.petstore.example';
const OIDS = { O: '2.5.4.10', CN: '2.5.4.3', OU: '2.5.4.11' } as const;
type Names = { readonly [attribute in keyof typeof OIDS]?: readonly string[] };
const AMAZON: Names = { O: ['Amazon'] };
const DAY = { notBefore: new Date('2026-11-01T00:00:00Z'), notAfter: new Date('2126-11-01T00:00:00Z') };

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A certificate that signs itself, so that its issuer has these attributes; PEM. */
function issuedBy(issuer: Names): Pick<ServerOptions, 'key' | 'cert'> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const attributes = Object.entries(OIDS).flatMap(([name, type]) =>
    (issuer[name as keyof Names] ?? []).map((value) => set(sequence(oid(type), utf8(value)))),
  );
  const name = sequence(...attributes);
  const body = sequence(
    ...[explicit(0, integer(2)), integer(1), algorithm, name],
    ...[sequence(time(DAY.notBefore), time(DAY.notAfter)), name],
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(extension.alternativeNames([host, `www.${host}`]))),
  );
  const der = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
}

interface Asked {
  readonly path?: string;
  readonly headers: IncomingHttpHeaders;
  readonly servername: unknown;
}

/** Answers with a redirect whose body never ends, as a broken site may. */
async function listen(tls: ServerOptions, address = '127.0.0.1') {
  const asked: Asked[] = [];
  server = createServer(tls, (request, response) => {
    const { servername } = request.socket as TLSSocket & { servername?: unknown };
    asked.push({ path: request.url, headers: request.headers, servername });
    response.writeHead(308, { location: 'https://petstore.example/' });
    response.write('a body that goes on');
  });
  await new Promise<void>((resolve) => server?.listen(0, address, resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

const probe = (port: number, addresses = ['127.0.0.1'], ca?: string): Promise<Probe> =>
  probeHost({ host, addresses, port, path: '/v1/openapi.json', ca }, new AbortController().signal);

test('it asks for the host by name, and reports the status and where a redirect leads', async () => {
  const { authorityPem, ...tls } = serverCertificate([host]);
  const { port, asked } = await listen(tls);
  expect(await probe(port, ['127.0.0.1'], authorityPem)).toEqual({
    kind: 'responded',
    status: 308,
    location: 'https://petstore.example/',
    certificate: {
      ...{ issuer: 'local cloud', names: [host] },
      ...{ notBefore: expect.any(Date), notAfter: expect.any(Date) },
    },
  });
  expect(asked).toEqual([
    {
      path: '/v1/openapi.json',
      headers: { host: `${host}:${port}`, 'user-agent': 'petstore-domains', connection: 'close' },
      servername: host,
    },
  ]);
});

test.each<[string, Names, string]>([
  ['its organisation, the first of two', { CN: ['R13'], O: ["Let's Encrypt", 'x'] }, "Let's Encrypt"],
  ['its common name where it has no organisation', { CN: ['R13', 'other'] }, 'R13'],
  ['words where it has neither', { OU: ['a unit'] }, 'an authority without a name'],
])('the issuer is %s', async (_, attributes, issuer) => {
  const { port } = await listen(issuedBy(attributes));
  const { certificate } = await probe(port);
  const distrust = expect.stringMatching(/SELF_SIGNED|^unable/i);
  expect(certificate).toEqual({ issuer, names: [host, `www.${host}`], ...DAY, distrust });
});

test('addresses are tried in turn until one responds, three of them at most', async () => {
  const { port, asked } = await listen(issuedBy(AMAZON), '127.0.0.34');
  const addresses = ['127.0.0.31', '127.0.0.34', '127.0.0.34'];
  expect(await probe(port, addresses)).toMatchObject({ kind: 'responded' });
  expect(asked).toHaveLength(1);
  expect(await probe(port, ['127.0.0.31', '127.0.0.32', '127.0.0.33', '127.0.0.34'])).toEqual({
    kind: 'failed',
    reason: '127.0.0.33: ECONNREFUSED',
    certificate: undefined,
  });
});

test('the connection ends with the headers: a body may never end', async () => {
  const { port } = await listen(issuedBy(AMAZON));
  let isClosed = false;
  server?.on('secureConnection', (socket) => {
    socket.on('close', () => {
      isClosed = true;
    });
  });
  const target = { host, addresses: ['127.0.0.1'], port, path: '/' };
  await probeHost(target, new AbortController().signal, 60_000);
  await vi.waitFor(() => expect(isClosed).toBe(true), 20_000);
});

test('a server that accepts the connection and is silent', async () => {
  const silent = createTcpServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const target = { host, addresses: ['127.0.0.1'], port, path: '/' };
  const { reason } = (await probeHost(target, new AbortController().signal, 50)) as { reason: string };
  expect(reason).toBe('127.0.0.1: no response within 0.05 s');
  silent.close();
});
