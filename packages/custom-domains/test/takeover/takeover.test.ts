// Records that lead to something deleted: over a DNS server and web servers on the loopback.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitStatus, type Finding } from '../../src/preflight/finding.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { checkTargets } from '../../src/takeover/index.ts';
import { platformOf } from '../../src/takeover/platforms.ts';
import { startDns } from '../preflight/dns-server.ts';
import type { Internet } from '../preflight/internet.ts';
import { coded } from '../preflight/scenario.ts';

const WEB = '127.0.0.21';
const HOST = 'shop.example.com';
const requests: string[] = [];
let web: Server;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  web = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    respond(response);
  });
  await new Promise<void>((resolve) => web.listen(0, WEB, () => resolve()));
});
afterAll(() => new Promise((resolve) => web.close(resolve)));

const page = (status: number, body: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(body);

/** The host with that CNAME, beside platforms of which one name each exists. */
const fixture = (target: string): Internet => ({
  'example.com': { on: ['127.0.0.11'], records: [`${HOST} CNAME ${target}`] },
  'example.net': { on: ['127.0.0.12'], records: ['cdn.example.net CNAME pages.github.io'] },
  'github.io': { on: ['127.0.0.13'], records: [`*.github.io A ${WEB}`] },
  'amazonaws.com': {
    on: ['127.0.0.14'],
    records: [`*.s3-website-eu-west-1.amazonaws.com A ${WEB}`, `other.amazonaws.com A ${WEB}`],
  },
  'elasticbeanstalk.com': {
    on: ['127.0.0.15'],
    records: ['live.eu-west-1.elasticbeanstalk.com A 192.0.2.1'],
  },
  'azurewebsites.net': { on: ['127.0.0.15'] },
  'cloudfront.net': { on: ['127.0.0.15'] },
});

interface Run {
  readonly findings: readonly Finding[];
  readonly requests: readonly string[];
}

interface RunOptions {
  readonly isServfail?: boolean;
  /** The product's own without it: only a server that is silent makes a test wait for the limit. */
  readonly webTimeoutMs?: number;
}

async function run(target: string, options: ReaderOptions = {}, more: RunOptions = {}): Promise<Run> {
  const { isServfail = false, webTimeoutMs } = more;
  requests.length = 0;
  const misbehave = isServfail ? (_: unknown, reply: Buffer) => [coded(reply, 2)] : undefined;
  const dns = await startDns(fixture(target), { misbehave });
  try {
    const reader = createReader({ resolver: dns.resolver, ...options });
    const { port } = web.address() as AddressInfo;
    const found = await checkTargets([HOST], reader, { webPort: port, webTimeoutMs });
    return { findings: found.get(HOST) ?? [], requests: [...requests] };
  } finally {
    await dns.close();
  }
}

const codes = ({ findings }: Run) => findings.map(({ severity, code }) => `${severity} ${code}`);

test('below a DNAME the host has no record, so none is to be removed', async () => {
  const dns = await startDns({
    ...fixture('live.eu-west-1.elasticbeanstalk.com'),
    'example.com': { on: ['127.0.0.11'], records: ['old.example.com DNAME gone.cloudfront.net'] },
  });
  const host = 'shop.old.example.com';
  const found = await checkTargets([host], createReader({ resolver: dns.resolver }), {});
  await dns.close();
  expect(found.get(host)).toMatchObject([{ code: 'target-missing', records: [] }]);
});

describe('DNS alone decides', () => {
  test.each(['old.eu-west-1.elasticbeanstalk.com', 'shop.azurewebsites.net'])(
    '%s: a name that customers choose, and that nobody has, is claimable',
    async (target) => {
      const result = await run(target);
      expect(codes(result)).toEqual(['blocked target-claimable']);
      expect(result.findings[0]?.records).toMatchObject([
        { action: 'remove', name: HOST, type: 'CNAME', value: target },
      ]);
      expect(result.requests).toEqual([]);
      expect(exitStatus(result.findings)).toBe(1);
    },
  );

  test.each([
    ['a name that CloudFront gives out by itself', 'd1.cloudfront.net'],
    ['a part that AWS chooses', 'a.eba-x1.eu-west-1.elasticbeanstalk.com'],
    ['a part that Azure chooses', 'a-b1.westeurope-01.azurewebsites.net'],
    ['a platform that is not in the table', 'x.example.net'],
    ['a domain that is not in DNS', 'www.lapsed.com'],
  ])('%s: missing, and not said to be claimable', async (_, target) => {
    const result = await run(target);
    expect(codes(result)).toEqual(['warning target-missing']);
    expect(exitStatus(result.findings)).toBe(0);
  });

  test.each(['live.eu-west-1.elasticbeanstalk.com', 'other.amazonaws.com'])(
    '%s exists: nothing is found, and no page is read',
    async (target) => {
      const result = await run(target);
      expect(codes(result)).toEqual([]);
      expect(result.requests).toEqual([]);
    },
  );

  test('DNS that could not be read is said, with exit status 3', async () => {
    const result = await run('old.eu-west-1.elasticbeanstalk.com', {}, { isServfail: true });
    expect(codes(result)).toEqual(['warning target-unreadable']);
    expect(exitStatus(result.findings)).toBe(3);
  });
});

describe("the platform's page decides", () => {
  const bucket = `${HOST}.s3-website-eu-west-1.amazonaws.com`;
  const noSuchBucket = page(404, '<li>Code: NoSuchBucket</li><li>The specified bucket does not exist</li>');

  test('S3 without the bucket: claimable; one request, for the host', async () => {
    respond = noSuchBucket;
    const result = await run(bucket);
    expect(codes(result)).toEqual(['blocked target-claimable']);
    expect(result.requests).toEqual([`GET ${HOST}/`]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['a site', page(200, 'hello')],
    ['a 404 of the site', page(404, 'Not Found')],
    ['a bucket that is not public', page(403, '<Code>AccessDenied</Code>')],
    [
      'a redirect, which is not followed',
      (response) => void response.writeHead(301, { location: '/x' }).end(),
    ],
    [
      'the text behind the bound of the size',
      page(404, `${' '.repeat(70_000)}The specified bucket does not exist`),
    ],
    [
      'a page beyond the bound of the size, which does not end',
      (response) => void response.writeHead(200).write(' '.repeat(200_000)),
    ],
  ])('%s: nothing is found', async (_, answer) => {
    respond = answer;
    const result = await run(bucket);
    expect(codes(result)).toEqual([]);
    expect(result.requests).toHaveLength(1);
  });

  test('the connection of a page that goes on is closed at the bound of its size, before its time is up', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    respond = (response) => {
      response.on('close', resolve).writeHead(200);
      response.write(' '.repeat(200_000));
    };
    await run(bucket, {}, { webTimeoutMs: 60_000 });
    await closed;
  });

  test('GitHub Pages, at the end of two CNAMEs: it depends on the domain, so that it is not said to be claimable', async () => {
    respond = page(404, "<p><strong>There isn't a GitHub Pages site here.</strong></p>");
    const result = await run('cdn.example.net');
    expect(codes(result)).toEqual(['warning target-missing']);
    // The record of the host itself is the one to remove.
    expect(result.findings[0]?.records).toMatchObject([{ name: HOST, value: 'cdn.example.net' }]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['silent', () => undefined],
    ['endless', (response) => void response.writeHead(200).write('x')],
    ['cut off', (response) => void response.destroy()],
    [
      'with headers beyond the bound',
      (response) => void response.writeHead(200, { x: 'y'.repeat(20_000) }).end(),
    ],
  ])('a web server that is %s: it could not be found out', async (_, answer) => {
    respond = answer;
    const result = await run(bucket, {}, { webTimeoutMs: 300 });
    expect(codes(result)).toEqual(['warning target-unreadable']);
    expect(exitStatus(result.findings)).toBe(3);
  });

  test('a page that is cut off in its middle could not be found out, and that is known at once', async () => {
    respond = (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    };
    const result = await run(bucket, {}, { webTimeoutMs: 60_000 });
    expect(codes(result)).toEqual(['warning target-unreadable']);
  });

  test('an address that is not global gets no request, as the owner of the DNS chose it', async () => {
    respond = noSuchBucket;
    const result = await run(bucket, { addresses: 'global' });
    expect(codes(result)).toEqual(['warning target-unreadable']);
    expect(result.requests).toEqual([]);
  });
});

test.each([
  ['shop.s3.amazonaws.com', 'Amazon S3'],
  ['shop.s3.eu-west-1.amazonaws.com', 'Amazon S3'],
  ['shop.s3-website.eu-central-1.amazonaws.com', 'Amazon S3'],
  ['s3.amazonaws.com', undefined],
  ['d-1.execute-api.eu-west-1.amazonaws.com', undefined],
  ['evilgithub.io', undefined],
  ['me.github.io', 'GitHub Pages'],
])('%s is of %s', (name, title) => expect(platformOf(name)?.title).toBe(title));
