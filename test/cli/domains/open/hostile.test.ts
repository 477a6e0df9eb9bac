// Whatever is sent to the domains page with its session, by bytes: a refusal, and never a fault of ours.
import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureForEach, productionFile } from '../harness.ts';
import { openDomains } from './harness.ts';

const fixture = fixtureForEach({ 'Pulumi.production.yaml': productionFile });

/** Of the response to these bytes; 0 where there is none, as the connection is closed. `isCut`: more was announced. */
async function statusOf(port: string, bytes: string, isCut: boolean): Promise<number> {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
  socket.setTimeout(isCut ? 50 : 5_000, () => socket.destroy(isCut ? undefined : new Error('no response')));
  const isGone = ({ code = '' }: NodeJS.ErrnoException) => /^(ECONNRESET|EPIPE|ERR_STREAM)/.test(code);
  const read = socket.setEncoding('latin1').toArray();
  const chunks = await read.catch((error) => (isGone(error) ? [] : Promise.reject(error)));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(chunks.join(''))?.[1] ?? 0);
}

const HOST = '/stacks/production/hosts/petstore.example';
const one = (words: string) => fc.constantFrom(...words.split(' '));
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const FILE =
  '--x\r\nContent-Disposition: form-data; name="stack"; filename="a"\r\n\r\nproduction\r\n--x--\r\n';
const SHORT = ['', 'x', '%zz=%', 'stack=production&to=%ff', 'confirm=x&base=', '--x--\r\n'];
const BODIES = [...SHORT, FILE, 'x'.repeat(20_000)];
/** What announces the body, what is sent of it, and whether that is all. */
const framed = fc
  .constantFrom(...BODIES)
  .chain((text) =>
    fc.constantFrom<[string, string, boolean]>(
      ['Content-Length: 0', text, true],
      [`Content-Length: ${text.length}`, text, true],
      ['X-No: length', text, true],
      ['Transfer-Encoding: chunked', text === '' ? chunk('') : chunk(text) + chunk(''), true],
      ['Transfer-Encoding: chunked', 'ff\r\nx', false],
      ['Content-Length: 30000', text, false],
    ),
  );
const LENGTH_1 = 'Content-Length: 1';
type Sent = [string, string, string, string[], [string, string, boolean]];
const query = fc.webQueryParameters();
const FORMS = ['/add', `${HOST}/verify`, `${HOST}/remove`, `${HOST}/primary`];
const path = fc.oneof(
  fc.constantFrom('/', '/redirects', HOST, '/stacks/production/pull-request', ...FORMS),
  one('/stacks/%ff/hosts/% /assets/%2e%2e // * http://['),
  fc.webPath(),
  query.map((text) => `/add?${text}`),
  query.map((text) => `/stacks/production/pull-request?verb=add&${text}`),
);
const type = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  ';é',
);
const more = fc.subarray([
  ...['Origin: null', 'Expect: 100-continue', 'Range: bytes=9-1'],
  ...['Cookie: session=%', 'Upgrade: h2c', 'If-None-Match: *'],
]);

test('no method, path, header or body, chunked or not, gives a 5xx', async () => {
  const { resolver } = await fixture.serve({});
  const { url, cookie, send, close } = await openDomains(fixture.folder, { resolver, timeout: 0.1 });
  const session = [`Host: ${url.host}`, `Cookie: ${cookie}`, `Origin: ${url.origin}`, 'Connection: close'];
  const method = one('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY PROPFIND');
  const sent = fc.asyncProperty(
    method,
    path,
    type,
    more,
    framed,
    async (verb, to, kind, rest, [length, text, isAll]) => {
      const head = [`${verb} ${to} HTTP/1.1`, ...session, `Content-Type: ${kind}`, length, ...rest];
      expect(await statusOf(url.port, `${head.join('\r\n')}\r\n\r\n${text}`, !isAll)).toBeLessThan(500);
    },
  );
  // A form of no known shape, to each place that takes one.
  const examples = FORMS.map((to): Sent => ['POST', to, 'multipart/form-data', [], [LENGTH_1, 'x', true]]);
  await fc.assert(sent, { numRuns: 300, examples });
  expect((await send('/')).status).toBe(200);
  expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
  await close();
});
