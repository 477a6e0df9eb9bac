// What a visitor meets at a host: the addresses that are tried, what is asked there, and the certificate as it is presented.
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { type Probe, probeHost } from '../../../cli/domains/status/host-status.ts';
import { serverCertificate } from './tls-host.ts';

const host = 'shop.petstore.example';
let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

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

test('a certificate of an authority that is not known: it is shown, and why a browser refuses it', async () => {
  const { port } = await listen(serverCertificate([host, `www.${host}`]));
  const { certificate } = await probe(port);
  expect(certificate).toMatchObject({ issuer: 'local cloud', names: [host, `www.${host}`] });
  expect(certificate?.distrust).toMatch(/SELF_SIGNED|^unable/i);
});

test('addresses are tried in turn until one responds, three of them at most', async () => {
  const { port, asked } = await listen(serverCertificate([host]), '127.0.0.34');
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
  const { port } = await listen(serverCertificate([host]));
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
