// Records that lead to something deleted: over a DNS server and web servers on the loopback.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { checkTargets } from '../../src/takeover/index.ts';
import { platformOf } from '../../src/takeover/platforms.ts';
import { startDns } from '../preflight/dns-server.ts';
import type { Internet } from '../preflight/internet.ts';
import { codesOf } from '../preflight/scenario.ts';

const WEB = '127.0.0.21';
const HOST = 'shop.example.com';
const [CLAIMABLE, MISSING] = ['blocked target-claimable', 'warning target-missing'];
const UNREADABLE = 'warning target-unreadable';
const requests: string[] = [];
let respond: (response: ServerResponse) => void;
const web = createServer((request, response) => {
  requests.push(`${request.method} ${request.headers.host}${request.url}`);
  respond(response);
}).listen(0, WEB);
await once(web, 'listening');
afterAll(() => web.close());

const page = (status: number, body: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(body);

const LIVE = 'live.eu-west-1.elasticbeanstalk.com';

/** The host with that CNAME, beside platforms of which one name each exists. */
const fixture = (target: string): Internet => ({
  'example.com': { on: ['127.0.0.11'], records: [`${HOST} CNAME ${target}`] },
  'example.net': { on: ['127.0.0.12'] },
  'amazonaws.com': {
    on: ['127.0.0.14'],
    records: [`*.s3-website-eu-west-1.amazonaws.com A ${WEB}`, `other.amazonaws.com A ${WEB}`],
  },
  'elasticbeanstalk.com': { on: ['127.0.0.15'], records: [`${LIVE} A 192.0.2.1`] },
  'cloudfront.net': { on: ['127.0.0.15'] },
});

/** `webTimeoutMs`: the product's own without it, as only a server that is silent makes a test wait for the limit. */
async function run(
  internet: Internet,
  { webTimeoutMs, ...network }: ReaderOptions & { webTimeoutMs?: number } = {},
  host = HOST,
) {
  requests.length = 0;
  await using dns = await startDns(internet);
  const reader = createReader({ resolver: dns.resolver, ...network });
  const { port: webPort } = web.address() as AddressInfo;
  const findings = (await checkTargets([host], reader, { webPort, webTimeoutMs })).get(host) ?? [];
  return { codes: codesOf(findings), records: findings.flatMap(({ records }) => records), requests };
}

test('below a DNAME the host has no record, so none is to be removed', async () => {
  const records = ['old.example.com DNAME gone.cloudfront.net'];
  const internet = { ...fixture(''), 'example.com': { on: ['127.0.0.11'], records } };
  expect(await run(internet, {}, 'shop.old.example.com')).toMatchObject({ codes: MISSING, records: [] });
});

test('a resolver that knows no zone has not said that the host leads nowhere', async () => {
  expect((await run({})).codes).toBe(UNREADABLE);
});

test.each([
  ['a name that customers choose', 'old.eu-west-1.elasticbeanstalk.com', CLAIMABLE],
  ['a platform that is not in the table', 'x.example.net', MISSING],
  ['a domain that is not in DNS', 'www.lapsed.com', MISSING],
  ['a name that exists', LIVE, ''],
  ['a name that exists, of no platform', 'other.amazonaws.com', ''],
])('DNS alone decides: %s (%s), and no page is read', async (_, target, codes) => {
  const found = await run(fixture(target));
  const record = { action: 'remove', name: HOST, type: 'CNAME', value: target };
  expect(found).toMatchObject({ codes, records: codes === '' ? [] : [record], requests: [] });
});

describe("the platform's page decides", () => {
  const bucket = fixture(`${HOST}.s3-website-eu-west-1.amazonaws.com`);
  const noSuchBucket = page(404, '<li>Code: NoSuchBucket</li><li>The specified bucket does not exist</li>');

  test.each<[string, (response: ServerResponse) => void]>([
    ['a site', page(200, 'hello')],
    ['a 404 of the site', page(404, 'Not Found')],
    ['a bucket that is not public', page(403, '<Code>AccessDenied</Code>')],
    ['a redirect', (response) => void response.writeHead(301, { location: '/x' }).end()],
    ['the text behind the bound', page(404, `${' '.repeat(70_000)}The specified bucket does not exist`)],
    ['a page without an end', (response) => void response.writeHead(200).write(' '.repeat(200_000))],
  ])('%s: nothing is found', async (_, answer) => {
    respond = answer;
    expect(await run(bucket)).toMatchObject({ codes: '', requests: [expect.any(String)] });
  });

  test('the connection of a page that goes on is closed at the bound of its size, before its time is up', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    respond = (response) => {
      response.on('close', resolve).writeHead(200);
      response.write(' '.repeat(200_000));
    };
    await run(bucket, { webTimeoutMs: 60_000 });
    await closed;
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['silent', () => undefined],
    ['endless', (response) => void response.writeHead(200).write('x')],
    ['cut off', (response) => void response.destroy()],
    [
      'cut off in its page',
      (response) =>
        void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    ],
    ['with long headers', (response) => void response.writeHead(200, { x: 'y'.repeat(20_000) }).end()],
  ])('a web server that is %s: it could not be found out', async (_, answer) => {
    respond = answer;
    expect((await run(bucket, { webTimeoutMs: 300 })).codes).toBe(UNREADABLE);
  });

  test('an address that is not global gets no request, as the owner of the DNS chose it', async () => {
    respond = noSuchBucket;
    expect(await run(bucket, { addresses: 'global' })).toMatchObject({ codes: UNREADABLE, requests: [] });
  });
});

test.each([
  ['shop.s3.amazonaws.com', 'Amazon S3'],
  ['shop.s3.eu-west-1.amazonaws.com', 'Amazon S3'],
  ['shop.s3-website.eu-central-1.amazonaws.com', 'Amazon S3'],
  ['s3.amazonaws.com', undefined],
  ['d-1.execute-api.eu-west-1.amazonaws.com', undefined],
  ['shop.azurewebsites.net', 'Microsoft Azure'],
  // Parts that AWS and Azure choose.
  ['a.eba-x1.eu-west-1.elasticbeanstalk.com', undefined],
  ['a-b1.westeurope-01.azurewebsites.net', undefined],
  ['evilgithub.io', undefined],
  ['me.github.io', 'GitHub Pages'],
])('%s is of %s', (name, title) => expect(platformOf(name)?.title).toBe(title));
