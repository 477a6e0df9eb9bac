// The ingress over real sockets: the endpoint of a host name, ports, and a close that finishes responses.
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createIngress } from '../../src/ingress/ingress.ts';
import { testCertificates, testNames } from '../support/certificates.ts';
import { httpClient, httpsClient } from '../support/client.ts';
import { testContext } from '../support/cloud.ts';

async function started() {
  const context = testContext();
  const certificates = testCertificates();
  const names = testNames();
  const ingress = createIngress(context, names);
  await ingress.start();
  onTestFinished(() => ingress.close());
  /** An endpoint at a name of its own, which responds to any host with that name. */
  const serve = (name: string, plain = false) => {
    const answer = (_request: unknown, response: ServerResponse) => void response.end(name);
    const certificate = (host: string) => certificates.platform(host);
    names.publish(name);
    ingress.attach(name, { certificate, https: answer, http: plain ? answer : undefined });
  };
  const ask = httpsClient(ingress.httpsPort, certificates.authorityPem);
  /** On a connection of its own. */
  const askAnew = (host: string) => ask(host, '/', { agent: false, ca: certificates.authorityPem });
  return { context, ingress, certificates, names, serve, ask, askAnew };
}

it('routes a host to the endpoint that its record points to, on both loopback addresses', async () => {
  const { ingress, certificates, names, serve, ask } = await started();
  serve('a.localhost');
  serve('b.localhost');
  names.point('shop.localhost', 'b.localhost');
  expect(await ask('a.localhost', '/')).toMatchObject({ status: 200, body: 'a.localhost' });
  expect(await ask('shop.localhost', '/')).toMatchObject({ status: 200, body: 'b.localhost' });
  const overIpv6 = httpsClient(ingress.httpsPort, certificates.authorityPem, '::1');
  expect(await overIpv6('shop.localhost', '/')).toMatchObject({ body: 'b.localhost' });
});

it('follows a changed record with the next connection; an open one keeps its endpoint', async () => {
  const { names, serve, ask, askAnew } = await started();
  serve('a.localhost');
  serve('b.localhost');
  names.point('shop.localhost', 'a.localhost');
  expect((await ask('shop.localhost', '/')).body).toBe('a.localhost');
  names.point('shop.localhost', 'b.localhost');
  expect((await askAnew('shop.localhost')).body).toBe('b.localhost');
  expect((await ask('shop.localhost', '/')).body).toBe('a.localhost');
});

it('ignores case and final dot of a name', async () => {
  const { serve, ask } = await started();
  serve('a.localhost');
  const answer = await ask('a.localhost', '/', {
    servername: 'A.localhost',
    checkServerIdentity: () => undefined,
  });
  expect(answer).toMatchObject({ status: 200, body: 'a.localhost' });
});

it.each([
  ['without a record', undefined, 'does not resolve: NXDOMAIN'],
  [
    'that points elsewhere',
    'shops.platform.example',
    'resolves to shops.platform.example (127.0.0.1), which is neither a gateway nor a distribution of this cloud',
  ],
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

it('does not repeat an invalid host name in its log', async () => {
  const { context, ask } = await started();
  const servername = 'a\n\u001b[31m.localhost';
  await expect(ask('a.localhost', '/', { servername })).rejects.toThrow('unrecognized name');
  expect(context.lines).toEqual(['ingress: an invalid host name does not resolve: NXDOMAIN']);
});

it('stops serving a host with its record, and logs it again after it was served in between', async () => {
  const { context, names, serve, askAnew } = await started();
  serve('a.localhost');
  await expect(askAnew('shop.localhost')).rejects.toThrow('unrecognized name');
  names.point('shop.localhost', 'a.localhost');
  expect((await askAnew('shop.localhost')).status).toBe(200);
  names.point('shop.localhost');
  await expect(askAnew('shop.localhost')).rejects.toThrow('unrecognized name');
  expect(context.lines).toHaveLength(2);
});

it('ends the handshake for a name without a certificate', async () => {
  const { ingress, names, ask } = await started();
  names.publish('a.localhost');
  ingress.attach('a.localhost', { certificate: () => undefined, https: () => undefined });
  await expect(ask('a.localhost', '/')).rejects.toThrow('handshake failure');
});

it('presents the certificate of the requested name', async () => {
  const { ingress, certificates, serve } = await started();
  serve('a.localhost');
  const socket = connect({
    ...{
      host: '127.0.0.1',
      port: ingress.httpsPort,
      servername: 'a.localhost',
      ca: certificates.authorityPem,
    },
    checkServerIdentity: (_host, { subjectaltname }) => new Error(subjectaltname),
  });
  const refused = await new Promise<Error>((resolve) => socket.once('error', resolve));
  expect(refused.message).toBe('DNS:a.localhost');
});

it.each([
  ['no TLS', 'GET / HTTP/1.1\r\nhost: a.localhost\r\n\r\n'],
  ['half a message', Buffer.from([22, 3, 1, 2])],
])('closes a connection that sends %s, and serves the next', async (_case, bytes) => {
  const { ingress, serve, ask } = await started();
  serve('a.localhost');
  const socket = connectTcp(ingress.httpsPort, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().end(bytes);
  await closed;
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
  const order: string[] = [];
  const socket = connect({
    port: ingress.httpsPort,
    servername: 'shop.localhost',
    ca: certificates.authorityPem,
  });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  const settled = ingress.settled(['shop.localhost']).then(() => order.push('settled'));
  await ingress.settled(['other.localhost']);
  expect(order).toEqual([]);
  socket.once('data', () => order.push('answered'));
  socket.write('GET / HTTP/1.1\r\nhost: shop.localhost\r\nconnection: close\r\n\r\n');
  await settled;
  expect(order).toContain('settled');
  expect(await new Promise((resolve) => socket.once('close', () => resolve(order)))).toContain('answered');
  await ingress.settled(['shop.localhost']);
});

it('names the port in use, and the option that chooses another', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const ingress = createIngress(testContext({ ports: { https: port, http: 0, dns: 0 } }), testNames());
  await expect(ingress.start()).rejects.toThrow(
    `port ${port} on 127.0.0.1 is in use by another program: end that program, or choose another port with --port`,
  );
});

it('frees the first port when the second is in use', async () => {
  const { ingress: other } = await started();
  const context = testContext({ ports: { https: 0, http: other.httpPort, dns: 0 } });
  const ingress = createIngress(context, testNames());
  await expect(ingress.start()).rejects.toThrow(
    `port ${other.httpPort} on 127.0.0.1 is in use by another program: end that program, or choose another port with --http-port`,
  );
});

it('finishes responses under way before it closes, and ends idle connections', async () => {
  const { ingress, certificates, names, serve, ask, askAnew } = await started();
  serve('a.localhost');
  await ask('a.localhost', '/');
  let finish = () => undefined as unknown;
  names.publish('slow.localhost');
  const arrived = new Promise<void>((resolve) => {
    ingress.attach('slow.localhost', {
      certificate: () => certificates.platform('slow.localhost'),
      https: (_request, response) => {
        finish = () => response.end('in the end');
        resolve();
      },
    });
  });
  const slow = ask('slow.localhost', '/');
  await arrived;
  const closed = ingress.close();
  await expect(askAnew('a.localhost')).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await slow).toMatchObject({ body: 'in the end', headers: { connection: 'close' } });
  await closed;
});
