// The shared front over real sockets: names by SNI, hosts by header, ports, and a close that cuts nobody off.
import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createFront } from '../../../infra/local/front/front.ts';
import { testCertificates } from '../support/certificates.ts';
import { httpClient, httpsClient } from '../support/client.ts';
import { testContext } from '../support/cloud.ts';

async function started() {
  const context = testContext();
  const certificates = testCertificates();
  const front = createFront(context);
  await front.start();
  onTestFinished(() => front.close());
  const serve = (host: string, plain = false) => {
    const answer = (_request: unknown, response: { end(body: string): void }) => response.end(host);
    const certificate = certificates.platform(host);
    const virtualHost = { host, certificate, https: answer, http: plain ? answer : undefined };
    front.attach(virtualHost);
    return virtualHost;
  };
  const ask = httpsClient(front.httpsPort, certificates.authorityPem);
  return { context, front, certificates, serve, ask };
}

it('serves each host with its own certificate, on both loopback addresses', async () => {
  const { front, certificates, serve, ask } = await started();
  serve('a.localhost');
  serve('b.localhost');
  expect(await ask('a.localhost', '/')).toMatchObject({ status: 200, body: 'a.localhost' });
  expect(await ask('b.localhost', '/')).toMatchObject({ status: 200, body: 'b.localhost' });
  const overIpv6 = httpsClient(front.httpsPort, certificates.authorityPem, '::1');
  expect(await overIpv6('a.localhost', '/')).toMatchObject({ body: 'a.localhost' });
});

it('takes the Host header without regard to case, port or final dot', async () => {
  const { serve, ask } = await started();
  serve('a.localhost');
  const headers = { host: 'A.localhost.:8443' };
  expect(await ask('a.localhost', '/', { headers })).toMatchObject({ status: 200, body: 'a.localhost' });
});

it('presents a certificate that only its own name fits', async () => {
  const { front, certificates, serve } = await started();
  serve('a.localhost');
  const socket = connect({
    ...{ host: '127.0.0.1', port: front.httpsPort, servername: 'a.localhost', ca: certificates.authorityPem },
    checkServerIdentity: (_host, { subjectaltname }) => new Error(subjectaltname),
  });
  const refused = await new Promise<Error>((resolve) => socket.once('error', resolve));
  expect(refused.message).toBe('DNS:a.localhost');
});

it('refuses an unknown name in the TLS handshake, and says so', async () => {
  const { context, serve, ask } = await started();
  serve('a.localhost');
  await expect(ask('none.localhost', '/')).rejects.toThrow('handshake failure');
  expect(context.lines).toEqual(['front: no host none.localhost is served here (TLS refused)']);
});

it('answers 403 for an unknown Host, 421 for the one of another connection', async () => {
  const { serve, ask } = await started();
  serve('a.localhost');
  serve('b.localhost');
  const unknown = await ask('a.localhost', '/', { headers: { host: 'none.localhost' } });
  expect(unknown).toMatchObject({ status: 403, body: '{"message":"Forbidden"}' });
  expect(unknown.headers['x-amzn-errortype']).toBe('ForbiddenException');
  expect(await ask('a.localhost', '/', { headers: { host: 'b.localhost' } })).toMatchObject({ status: 421 });
});

it('answers on the plain port only for the hosts that want it', async () => {
  const { front, serve } = await started();
  serve('cdn.localhost', true);
  serve('api.localhost');
  const ask = httpClient(front.httpPort);
  expect(await ask('cdn.localhost', '/')).toMatchObject({ status: 200, body: 'cdn.localhost' });
  await expect(ask('api.localhost', '/')).rejects.toThrow('socket hang up');
});

it('no longer serves a host that is detached, even on an open connection', async () => {
  const { front, serve, ask } = await started();
  const host = serve('a.localhost');
  await ask('a.localhost', '/');
  front.detach(host);
  expect(front.find('a.localhost')).toBeUndefined();
  expect(await ask('a.localhost', '/')).toMatchObject({ status: 403 });
});

it('names the port that is taken, and the option that chooses another', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const front = createFront(testContext({ ports: { https: port, http: 0, dns: 0 } }));
  await expect(front.start()).rejects.toThrow(
    `port ${port} on 127.0.0.1 is taken by another program: end it, or choose another port with --port`,
  );
});

it('frees the first port when the second is taken', async () => {
  const { front: other } = await started();
  const context = testContext({ ports: { https: 0, http: other.httpPort, dns: 0 } });
  const front = createFront(context);
  await expect(front.start()).rejects.toThrow(
    `port ${other.httpPort} on 127.0.0.1 is taken by another program: end it, or choose another port with --http-port`,
  );
});

it('answers what is under way before it closes, and ends idle connections', async () => {
  const { front, certificates, serve, ask } = await started();
  serve('a.localhost');
  await ask('a.localhost', '/');
  let finish = () => undefined as unknown;
  const arrived = new Promise<void>((resolve) => {
    front.attach({
      host: 'slow.localhost',
      certificate: certificates.platform('slow.localhost'),
      https: (_request, response) => {
        finish = () => response.end('in the end');
        resolve();
      },
    });
  });
  const slow = ask('slow.localhost', '/');
  await arrived;
  const closed = front.close();
  await expect(ask('a.localhost', '/', { agent: false })).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await slow).toMatchObject({ body: 'in the end', headers: { connection: 'close' } });
  await closed;
});
