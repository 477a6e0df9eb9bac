// Whatever is sent to the domains page with its session, by bytes: a refusal, and never a fault of ours.
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture, productionFile } from '../harness.ts';
import { type OpenPage, openDomains } from './harness.ts';

let fixture: Fixture;
let page: OpenPage;
beforeAll(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  const { resolver } = await fixture.serve({});
  page = await openDomains(fixture.folder, { resolver, timeout: 0.1 });
});
afterAll(async () => {
  await page.close();
  await fixture.close();
});

/** Of the response to these bytes; undefined where there is none. `isCut`: more was announced, and the client goes. */
async function statusOf(bytes: string, isCut: boolean): Promise<number | undefined> {
  const socket = connect(Number(page.url.port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
  const isLate = () => socket.destroy(isCut ? undefined : new Error('no response'));
  socket.setTimeout(isCut ? 50 : 5_000, isLate);
  const chunks = await socket.setEncoding('latin1').toArray().catch(hasGone);
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(chunks.join('')) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** A refusal may close the connection while the client still sends. */
function hasGone(error: NodeJS.ErrnoException): [] {
  if (['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) return [];
  throw error;
}

const HOST = '/stacks/production/hosts/petstore.example';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const CHUNKED = 'Transfer-Encoding: chunked';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const body = fc.constantFrom(
  ...[
    '',
    'x',
    '%',
    '%zz=%',
    'stack=production&kind=redirect&to=%ff',
    'confirm=x&base=',
    '{"a":1}',
    '--x--\r\n',
  ],
  '--x\r\nContent-Disposition: form-data; name="stack"; filename="a"\r\n\r\nproduction\r\n--x--\r\n',
  ...['--x\r\n\r\n', 'x'.repeat(20_000)],
);
const framed = fc.oneof(
  body.map((text) => ({ text, framing: 'Content-Length: 0', isCut: false })),
  body.map((text) => ({ text, framing: `Content-Length: ${text.length}`, isCut: false })),
  body.map((text) => ({ text, framing: 'X-No: length', isCut: false })),
  body.map((text) => ({ text: chunk(text) + chunk(''), framing: CHUNKED, isCut: false })),
  body.map((text) => ({ text, framing: 'Content-Length: 30000', isCut: true })),
  body.map((text) => ({ text: chunk(text), framing: CHUNKED, isCut: true })),
);
const request = fc.record({
  method: fc.constantFrom(
    ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'],
  ),
  path: fc.oneof(
    fc.constantFrom(...['/', '/add', '/add/check', '/redirects', HOST, `${HOST}/verify`, `${HOST}/remove`]),
    fc.constantFrom(
      ...['/stacks/production/pull-request', '/stacks/%ff/hosts/%', '/assets/%2e%2e', '//', '*', 'http://['],
    ),
    fc.webPath(),
    fc.webQueryParameters().map((query) => `/add?${query}`),
    fc.webQueryParameters().map((query) => `/stacks/production/pull-request?verb=add&${query}`),
  ),
  type: fc.constantFrom(
    ...[FORM, MULTIPART, 'multipart/form-data', `${FORM}; charset=x`, 'application/json', ';', 'é'],
  ),
  more: fc.subarray([
    ...[
      'Origin: null',
      'Sec-Fetch-Site: none',
      'Expect: 100-continue',
      'Range: bytes=9-1',
      'Cookie: session=%; session',
    ],
    ...[
      'Content-Encoding: gzip',
      'If-None-Match: *',
      'Accept-Encoding: ,',
      'X-Forwarded-Host: é',
      'Upgrade: h2c',
    ],
  ]),
  framed,
});

test('no method, path, header or body, chunked or not, gives a 5xx', async () => {
  const session = [
    `Host: ${page.url.host}`,
    `Cookie: ${page.cookie}`,
    `Origin: ${page.url.origin}`,
    'Connection: close',
  ];
  const sent = fc.asyncProperty(
    request,
    async ({ method, path, type, more, framed: { text, framing, isCut } }) => {
      const head = [`${method} ${path} HTTP/1.1`, ...session, `Content-Type: ${type}`, framing, ...more];
      expect((await statusOf(`${head.join('\r\n')}\r\n\r\n${text}`, isCut)) ?? 0).toBeLessThan(500);
    },
  );
  await fc.assert(sent, { numRuns: 300 });
  expect((await page.send('/')).status).toBe(200);
  expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
});
