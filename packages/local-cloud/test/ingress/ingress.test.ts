// The ingress over real sockets: the endpoint of a host name, ports, and a close that finishes responses.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, test } from 'vitest';
import { askOver, connectTo } from '../../../../test/cli/local/clients.ts';
import { createIngress, routeOf } from '../../src/ingress/ingress.ts';
import type { Destination } from '../../src/interfaces.ts';
import { testNames } from '../support/certificates.ts';
import { http2Answer, httpClient, httpsClient, startedIngress } from '../support/client.ts';
import { testContext } from '../support/cloud.ts';

const PLATFORM = 'shops.platform.example';
const NEITHER = 'which is neither a gateway nor a distribution of this cloud';
const SERVED = new Map([
  ['d-1.execute-api.eu-west-1.localhost', 'gateway'],
  ['d1.cloudfront.localhost', 'cdn'],
]);
const to = (name: string): Destination => ({ kind: 'found', name, addresses: ['127.0.0.1'] });
const elsewhere: Destination = { kind: 'found', name: 'shop.example', addresses: ['192.0.2.1', '192.0.2.2'] };
const nowhere: Destination = { kind: 'none', reason: 'no address' };
const [gateway, cloudFront] = [...SERVED.keys()].map(to) as [Destination, Destination];

const route = (family: string | undefined, a: Destination, aaaa: Destination) => {
  const destination = (_host: string, type: 'A' | 'AAAA') => (type === 'A' ? a : aaaa);
  const found = routeOf('shop.example', family, { destination }, SERVED);
  return found.kind === 'served' ? found.by : found.reason;
};

test.each<[string, string | undefined, Destination, Destination, string]>([
  ['over IPv4, A', 'IPv4', gateway, cloudFront, 'gateway'],
  ['over IPv6, AAAA', 'IPv6', gateway, cloudFront, 'cdn'],
  ['over IPv6 without AAAA, A', 'IPv6', gateway, nowhere, 'gateway'],
  ['over IPv4 without A, AAAA', 'IPv4', nowhere, cloudFront, 'cdn'],
  ['of a connection that has ended, A', undefined, gateway, cloudFront, 'gateway'],
  ['elsewhere, nothing', 'IPv4', elsewhere, elsewhere, `resolves to 192.0.2.1, 192.0.2.2, ${NEITHER}`],
])('it goes by: %s', (_case, family, a, aaaa, service) => {
  expect(route(family, a, aaaa)).toBe(service);
});

async function started() {
  const fixture = await startedIngress();
  const { ingress, certificates, names, ask } = fixture;
  /** An endpoint at a name of its own, which responds to any host with that name. */
  const serve = (name: string, plain = false) => {
    const answer = (_request: unknown, response: ServerResponse) => void response.end(name);
    const certificate = (host: string) => certificates.platform(host);
    names.publish(name);
    ingress.attach(name, { certificate, https: answer, http: plain ? answer : undefined });
  };
  /** On a connection of its own. */
  const askAnew = (host: string) => ask(host, '/', { agent: false, ca: certificates.authorityPem });
  return { ...fixture, serve, askAnew };
}

it('routes a host, in any case, to the endpoint that its record points to, on both loopback addresses', async () => {
  const { ingress, certificates, names, serve, ask } = await started();
  serve('a.localhost');
  serve('b.localhost');
  names.point('shop.localhost', 'b.localhost');
  expect(await ask('a.localhost', '/')).toMatchObject({ status: 200, body: 'a.localhost' });
  expect(await ask('shop.localhost', '/')).toMatchObject({ status: 200, body: 'b.localhost' });
  const inCapitals = { servername: 'A.localhost', checkServerIdentity: () => undefined };
  expect(await ask('a.localhost', '/', inCapitals)).toMatchObject({ status: 200, body: 'a.localhost' });
  const overIpv6 = httpsClient(ingress.httpsPort, certificates.authorityPem, '::1');
  expect(await overIpv6('shop.localhost', '/')).toMatchObject({ body: 'b.localhost' });
});

it('follows a changed record with the next connection; an open one keeps its endpoint', async () => {
  const { context, names, serve, ask, askAnew } = await started();
  serve('a.localhost');
  serve('b.localhost');
  await expect(askAnew('shop.localhost')).rejects.toThrow('unrecognized name');
  names.point('shop.localhost', 'a.localhost');
  expect((await ask('shop.localhost', '/')).body).toBe('a.localhost');
  names.point('shop.localhost', 'b.localhost');
  expect((await askAnew('shop.localhost')).body).toBe('b.localhost');
  expect((await ask('shop.localhost', '/')).body).toBe('a.localhost');
  names.point('shop.localhost');
  await expect(askAnew('shop.localhost')).rejects.toThrow('unrecognized name');
  // Logged again, as it was served in between.
  expect(context.lines).toHaveLength(2);
});

it.each([
  ['without a record', undefined, 'does not resolve: NXDOMAIN'],
  ['that points elsewhere', PLATFORM, `resolves to ${PLATFORM} (127.0.0.1), ${NEITHER}`],
])('refuses a host %s, and logs the reason once', async (_case, target, reason) => {
  const { context, ingress, names, serve, ask } = await started();
  serve('a.localhost', true);
  names.point('shop.localhost', target);
  await expect(ask('shop.localhost', '/')).rejects.toThrow('unrecognized name');
  await expect(ask('shop.localhost', '/')).rejects.toThrow('unrecognized name');
  expect(context.lines).toEqual([`ingress: shop.localhost ${reason}`]);
  const plain = await httpClient(ingress.httpPort)('shop.localhost', '/');
  expect(plain).toMatchObject({ status: 421, body: `shop.localhost ${reason}\n` });
});

it('refuses a request with two Host headers', async () => {
  const { ingress, serve } = await started();
  serve('a.localhost', true);
  const socket = connectTcp(ingress.httpPort, '127.0.0.1');
  socket.end('GET / HTTP/1.1\r\nHost: a.localhost\r\nHost: b.localhost\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('does not repeat an invalid host name in its log', async () => {
  const { context, ask } = await started();
  const servername = 'a\n\u001b[31m.localhost';
  await expect(ask('a.localhost', '/', { servername })).rejects.toThrow('unrecognized name');
  expect(context.lines).toEqual(['ingress: an invalid host name does not resolve: NXDOMAIN']);
});

it('presents the certificate of the requested name, and ends the handshake where there is none', async () => {
  const { ingress, names, serve, ask } = await started();
  serve('a.localhost');
  const checkServerIdentity = (_host: string, { subjectaltname = '' }) => new Error(subjectaltname);
  await expect(ask('a.localhost', '/', { checkServerIdentity })).rejects.toThrow('DNS:a.localhost');
  names.publish('none.localhost');
  ingress.attach('none.localhost', { certificate: () => undefined, https: () => undefined });
  await expect(ask('none.localhost', '/')).rejects.toThrow('handshake failure');
});

it.each([
  ['no TLS', 'GET / HTTP/1.1\r\nhost: a.localhost\r\n\r\n'],
  ['half a message', Buffer.from([22, 3, 1, 2])],
])('closes a connection that sends %s, and serves the next', async (_case, bytes) => {
  const { ingress, serve, ask } = await started();
  serve('a.localhost');
  const socket = connectTcp(ingress.httpsPort, '127.0.0.1');
  await once(socket.resume().end(bytes), 'close');
  expect((await ask('a.localhost', '/')).status).toBe(200);
});

it('serves the plain port only for endpoints that support it', async () => {
  const { ingress, serve } = await started();
  serve('cdn.localhost', true);
  serve('api.localhost');
  const ask = httpClient(ingress.httpPort);
  expect(await ask('cdn.localhost', '/')).toMatchObject({ status: 200, body: 'cdn.localhost' });
  expect(await ask('CDN.localhost.', '/')).toMatchObject({ status: 200, body: 'cdn.localhost' });
  await expect(ask('api.localhost', '/')).rejects.toThrow('socket hang up');
});

it('lets a deletion wait for connections without a response, and for no others', async () => {
  const { ingress, certificates, names, serve, ask } = await started();
  serve('a.localhost');
  names.point('shop.localhost', 'a.localhost');
  await ask('shop.localhost', '/');
  const { httpsPort } = ingress;
  const socket = await connectTo('127.0.0.1', 'shop.localhost', { ...certificates, httpsPort });
  let isSettled = false;
  const settled = ingress.settled(['shop.localhost']).then(() => {
    isSettled = true;
  });
  await ingress.settled(['other.localhost']);
  expect(isSettled).toBe(false);
  expect(await askOver(socket, 'shop.localhost', httpsPort)).toMatchObject({ body: 'a.localhost' });
  await settled;
  await ingress.settled(['shop.localhost']);
});

it('names the port in use, and the option that chooses another', async () => {
  const { httpPort } = (await started()).ingress;
  for (const [option, ports] of [
    ['https', { https: httpPort, http: 0, dns: 0 }],
    ['http', { https: 0, http: httpPort, dns: 0 }],
  ] as const) {
    const ingress = createIngress(testContext({ ports }), testNames());
    const message = new RegExp(`^port ${httpPort} on 127.0.0.1 is in use: .* ports.${option}$`);
    await expect(ingress.start().finally(() => ingress.close())).rejects.toThrow(message);
  }
});

it.each([
  ['1.1', false],
  ['2', true],
])('finishes responses of HTTP/%s before it closes, and ends idle connections', async (_what, viaHttp2) => {
  const fixture = await started();
  const { ingress, certificates, names, serve, ask, askAnew } = fixture;
  serve('a.localhost');
  await ask('a.localhost', '/');
  names.publish('slow.localhost');
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
  ingress.attach('slow.localhost', {
    certificate: () => certificates.platform('slow.localhost'),
    https: (_request, response) => resolve(response),
  });
  const slow = viaHttp2 ? http2Answer(fixture, 'slow.localhost', '/') : askAnew('slow.localhost');
  const response = await arrived;
  const closed = ingress.close();
  await expect(askAnew('a.localhost')).rejects.toThrow('ECONNREFUSED');
  response.end('in the end');
  const headers = viaHttp2 ? {} : { connection: 'close' };
  expect(await slow).toMatchObject({ body: 'in the end', headers });
  await closed;
});
