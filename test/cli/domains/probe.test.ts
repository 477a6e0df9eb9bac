// What a visitor meets at a host: the addresses that are tried, what is asked, and the certificate as it is presented.
import { createServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Reader } from '@petstore/custom-domains/preflight';
import { describe, expect, test } from 'vitest';
import { faultOf, type Probe, probeHost, probeOf } from '../../../cli/domains/status/probe.ts';
import type { DeployedHost } from '../../../infra/hosts/host-output.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { listen } from '../listen.ts';
import { serverCertificate, startTlsHost } from './tls-host.ts';

const HOST = 'shop.partner.example';

const certificate = { issuer: 'Amazon', names: [HOST], notBefore: new Date(0), notAfter: new Date(1) };
const redirect = { redirect: { to: 'https://partner.example', status: 308 } } as const;
const responds = (status: number, more = {}): Probe => ({ status, certificate: { ...certificate, ...more } });

const expired = responds(200, { distrust: 'EXPIRED' });

test.each<[string, Partial<HostPlan>, Probe, string | undefined]>([
  ['its page', {}, responds(200), undefined],
  ['another status', {}, responds(308), 'it responds with 308, not 200'],
  ['its redirect', redirect, responds(308), undefined],
  ['nothing', {}, { reason: 'ECONNREFUSED' }, 'it does not respond: ECONNREFUSED'],
  ['a bad certificate', {}, expired, 'its certificate is not trusted: EXPIRED'],
])('a host that responds with %s', (_, parts, probe, fault) => {
  expect(faultOf(parts as HostPlan, probe)).toBe(fault);
});

describe('the addresses that a host is asked at', () => {
  /** Nothing listens there. */
  const deployed = { url: `https://${HOST}:1` } as DeployedHost;
  const plan = { host: HOST, site: 'docs', role: 'domain' } as HostPlan;
  const place = 'd1.cloudfront.test';
  const { signal } = new AbortController();

  /** `ends`: the name that has the addresses of each family; absent where it has none. */
  const readsOf = (ends: { readonly A?: string; readonly AAAA?: string }, parts: Partial<Reader> = {}) => {
    const resolve = async (_: string, type: 'A' | 'AAAA') => {
      const value = type === 'A' ? '127.0.0.1' : '::1';
      const records = [{ name: ends[type], type, value, ttl: 60 }];
      return ends[type] === undefined ? { kind: 'absent' } : { kind: 'found', chain: [], records };
    };
    const reader = { resolve, refuses: () => undefined, reaches: () => true, ...parts } as unknown as Reader;
    return { reader, signal, authority: () => undefined };
  };

  const refuses: Reader['refuses'] = (one) => (one === '::1' ? 'not global' : undefined);
  test.each<[string, { A?: string; AAAA?: string }, Partial<Reader>, RegExp]>([
    // That is where the clients of IPv4 are.
    ['an A record beside the CNAME: that one', { A: HOST, AAAA: place }, {}, /: 127\.0\.0\.1: /],
    ['both at one place: each in turn', { A: place, AAAA: place }, {}, /: ::1: /],
    ['IPv4 alone', { A: HOST }, {}, /: 127\.0\.0\.1: /],
    ['none', {}, {}, /: it has no address$/],
    ['a refused one: none', { A: HOST, AAAA: HOST }, { refuses }, /: ::1 is not connected to: not global$/],
  ])('%s', async (_, ends, parts, reason) => {
    const { fault } = await probeOf(plan, deployed, readsOf(ends, parts));
    expect(fault).toMatch(reason);
  });

  test.each<[string, Partial<HostPlan>, string]>([
    ['the page of the documentation', { site: 'docs', role: 'domain' }, '/'],
    ['the contract of the API, which needs no key', { site: 'api', role: 'primary' }, '/v1/openapi.json'],
    ['a redirect to the API', { site: 'api', role: 'redirect' }, '/'],
  ])('and what is asked for: %s', async (_, parts, path) => {
    const tls = await startTlsHost([HOST]);
    const served = { url: `https://${HOST}:${tls.port}` } as DeployedHost;
    await probeOf({ ...plan, ...parts }, served, readsOf({ A: HOST }));
    expect(tls.paths).toEqual([path]);
  });
});

/** Answers with a redirect whose body never ends, as a broken site may. */
async function startSite(tls: ServerOptions, address = '127.0.0.1') {
  const asked: object[] = [];
  const server = createServer(tls, (request, response) => {
    const { servername } = request.socket as TLSSocket & { servername?: unknown };
    asked.push({ path: request.url, headers: request.headers, servername });
    response.writeHead(308, { location: 'https://petstore.example/' }).write('a body that goes on');
  });
  return { port: await listen(server, 0, address), server, asked };
}

const probe = (port: number, addresses = ['127.0.0.1'], ca?: string): Promise<Probe> =>
  probeHost({ host: HOST, addresses, port, path: '/v1/openapi.json', ca }, new AbortController().signal);

test('it asks for the host by name, and reports the status and where a redirect leads', async () => {
  const { authorityPem, ...tls } = serverCertificate([HOST]);
  const { port, asked } = await startSite(tls);
  expect(await probe(port, ['127.0.0.1'], authorityPem)).toEqual({
    status: 308,
    location: 'https://petstore.example/',
    certificate: {
      ...{ issuer: 'local cloud', names: [HOST] },
      ...{ notBefore: expect.any(Date), notAfter: expect.any(Date) },
    },
  });
  expect(asked).toEqual([
    {
      path: '/v1/openapi.json',
      headers: { host: `${HOST}:${port}`, 'user-agent': 'petstore-domains', connection: 'close' },
      servername: HOST,
    },
  ]);
});

test('a certificate of an authority that is not known: it is shown, and why a browser refuses it', async () => {
  const { port } = await startSite(serverCertificate([HOST, `www.${HOST}`]));
  const { certificate } = await probe(port);
  expect(certificate).toMatchObject({ issuer: 'local cloud', names: [HOST, `www.${HOST}`] });
  expect(certificate?.distrust).toMatch(/SELF_SIGNED|^unable/i);
});

test('addresses are tried in turn until one responds, three of them at most', async () => {
  const { port, asked } = await startSite(serverCertificate([HOST]), '127.0.0.34');
  const addresses = ['127.0.0.31', '127.0.0.34', '127.0.0.34'];
  expect(await probe(port, addresses)).toMatchObject({ status: 308 });
  expect(asked).toHaveLength(1);
  expect(await probe(port, ['127.0.0.31', '127.0.0.32', '127.0.0.33', '127.0.0.34'])).toEqual({
    reason: '127.0.0.33: ECONNREFUSED',
    certificate: undefined,
  });
});

test('the connection ends with the headers: a body may never end', async () => {
  const { port, server } = await startSite(serverCertificate([HOST]));
  const closed = new Promise((resolve) => {
    server.on('secureConnection', (socket) => socket.on('close', resolve));
  });
  const target = { host: HOST, addresses: ['127.0.0.1'], port, path: '/' };
  await probeHost(target, new AbortController().signal, 60_000);
  await closed;
});

test('a server that accepts the connection and is silent', async () => {
  const silent = createTcpServer();
  const port = await listen(silent);
  const target = { host: HOST, addresses: ['127.0.0.1'], port, path: '/' };
  const { reason } = await probeHost(target, new AbortController().signal, 50);
  expect(reason).toBe('127.0.0.1: no response within 0.05 s');
});
