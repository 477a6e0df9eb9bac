// An external host at an apex that has the addresses of its target: what responds there decides whether it leads to the target.
import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttps } from 'node:https';
import { createServer } from 'node:net';
import { openAuthority } from '@petstore/local-cloud/acm/authority';
import { Store } from '@petstore/local-cloud/store';
import { beforeEach, expect, test } from 'vitest';
import { listen } from '../../../../test/cli/listen.ts';
import { check } from '../../src/preflight/check.ts';
import type { Expected } from '../../src/preflight/observation/observation.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { startDns } from './dns-server.ts';
import { cloudflareHost, externalHost } from './plans.ts';

const zone = 'partner.test';
const target = 'd-1.execute-api.aws.test';
const GATEWAY = { 'apigw-requestid': 'Zq1xSg_nIAMEPbw=' };
const DISTRIBUTION = { 'x-amz-cf-id': 'k3Yb' };

const authority = openAuthority(new Store());
let requests: string[] = [];
beforeEach(() => {
  requests = [];
});

/** With a certificate for that name; an alert of that number to any other. */
function serve(headers: Readonly<Record<string, string>>, name = zone): Promise<number> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = authority.issue([name], publicKey).certificatePem;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return listen(
    createHttps({ key, cert }, (request, response) => {
      requests.push(`${request.method} ${request.headers.host}${request.url}`);
      response.writeHead(404, headers).end();
    }),
  );
}

/** Ends each handshake with a fatal alert of that number (RFC 8446 6). */
function alert(number: number): Promise<number> {
  const fatal = Buffer.from([21, 3, 3, 0, 2, 2, number]);
  return listen(
    createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(fatal))),
  );
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Addresses = ReaderOptions['addresses'];
const attached = { target, kind: 'gateway', attached: true } as const;
const verified = externalHost(zone, true, { apex: true, target: 'gateway' });

async function find(port: number, expected: Expected = attached, plan = verified, addresses?: Addresses) {
  await using dns = await startDns({
    [zone]: { on: ['127.0.0.11'], records: [`${plan.host} A 127.0.0.1`] },
    'aws.test': { on: ['127.0.0.13'], records: [`${target} A 127.0.0.1`] },
  });
  const network = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500 };
  const reader = createReader({ ...network, resolverOnly: addresses === 'global', addresses });
  const atPort = new Map([[plan.host, { ...expected, httpsPort: port }]]);
  const [{ findings } = { findings: [] }] = await check([plan], reader, { expected: atPort });
  return { findings, codes: findings.map(({ severity, code }) => `${severity} ${code}`) };
}

const CONFIGURED = ['info already-configured'];
const ELSEWHERE = ['blocked conflicting-record'];

test.each<[string, () => Promise<number>, readonly string[]]>([
  ['the gateway', () => serve(GATEWAY), CONFIGURED],
  ['a distribution', () => serve(DISTRIBUTION), ELSEWHERE],
  ['a distribution in front of the gateway', () => serve({ ...GATEWAY, ...DISTRIBUTION }), CONFIGURED],
  ['a server that ends the handshake: unrecognized_name', () => alert(112), ELSEWHERE],
  ['a server with the certificate of another name', () => serve(GATEWAY, 'other.test'), ELSEWHERE],
  ['a server that shows no service: not known, so the addresses decide', () => serve({}), CONFIGURED],
  ['nothing: not known', closedPort, CONFIGURED],
])('%s responds', async (_, open, codes) => {
  expect((await find(await open())).codes).toEqual(codes);
});

test('one request, by its name, that asks for nothing; the finding has the record to set', async () => {
  const port = await serve(DISTRIBUTION);
  const { findings } = await find(port);
  expect(requests).toEqual([`HEAD ${zone}:${port}/`]);
  const alias = { action: 'add', name: zone, type: 'ALIAS', value: target, ttl: 3600 };
  expect(findings[0]?.records).toEqual([alias]);
});

test('its owner has yet to change the record: a warning', async () => {
  const { codes } = await find(await serve(DISTRIBUTION), { ...attached, routingAwaited: true });
  expect(codes).toEqual(['warning conflicting-record']);
});

test.each<[string, Expected, typeof verified, Addresses?]>([
  ['of a declared zone, whose record the stack sets', attached, cloudflareHost(zone, zone)],
  ['of a host that nothing is known of', { target }, verified],
  ['at an address that is not global', attached, verified, 'global'],
])('nothing is asked %s', async (_, expected, plan, addresses) => {
  await find(await serve(DISTRIBUTION), expected, plan, addresses);
  expect(requests).toEqual([]);
});

test('below an apex too, where addresses are in place of a CNAME', async () => {
  const plan = externalHost(`shop.${zone}`, true, { target: 'gateway' });
  const port = await serve(DISTRIBUTION, plan.host);
  const { codes } = await find(port, attached, plan);
  expect({ codes, requests }).toEqual({ codes: ELSEWHERE, requests: [`HEAD ${plan.host}:${port}/`] });
});
