// How the domains page follows DNS: one poller for all open pages, none without one, and streams that end.
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources } from '../../../../cli/deployed-sources.ts';
import type { TestDns } from '../../../../packages/custom-domains/test/preflight/dns-server.ts';
import { type DomainsFixture, openFixture } from '../harness.ts';
import { type OpenPage, openDomains } from './harness.ts';

/** The local stack is read every 2 s. */
const PAUSE_MS = 2_000;
const FILE = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: petstore.example
`;

let fixture: DomainsFixture;
let dns: TestDns;
let page: OpenPage;
beforeEach(async () => {
  fixture = openFixture();
  dns = await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'] } });
  fixture.write('Pulumi.local.yaml', FILE);
  fixture.writeLocal(
    'ready.json',
    JSON.stringify({
      dnsServer: dns.resolver,
      hosts: {},
      caFile: join(fixture.folder, '.local/ca.pem'),
      pid: process.pid,
    }),
  );
  fixture.writeLocal('ca.pem', '');
  fixture.writeLocal('outputs.json', JSON.stringify({ hosts: {} }));
  page = await openDomains(fixture.folder);
});
afterEach(async () => {
  await page.close();
  await fixture.close();
});

interface Stream {
  /** The versions that were sent. */
  readonly versions: string[];
  readonly ended: Promise<void>;
  close(): void;
}

function follow(): Promise<Stream> {
  const headers = { host: page.url.host, cookie: page.cookie };
  const { promise, resolve, reject } = Promise.withResolvers<Stream>();
  const outgoing = get({ host: '127.0.0.1', port: page.url.port, path: '/events', headers, agent: false });
  outgoing.on('error', reject);
  outgoing.on('response', (response: IncomingMessage) => {
    const versions: string[] = [];
    response.setEncoding('utf8').on('data', (text: string) => {
      versions.push(...[...text.matchAll(/event: version\ndata: (.*)/g)].map(([, version = '']) => version));
    });
    const ended = new Promise<void>((done) => response.on('close', done));
    response.on('error', () => undefined);
    if (response.statusCode === 200) resolve({ versions, ended, close: () => outgoing.destroy() });
    else reject(new Error(`status ${response.statusCode}`));
  });
  return promise;
}

/** Each reading asks the zone's server once for this. */
const readings = () =>
  dns.queries.filter(
    ({ server, name, type }) => server === '127.0.0.21' && name === 'petstore.example' && type === 'CAA',
  ).length;

test('five pages cause the readings of one, and none is left when they are closed', async () => {
  const streams = await Promise.all(Array.from({ length: 5 }, follow));
  await expect.poll(readings, { timeout: 10_000 }).toBeGreaterThan(0);
  const started = performance.now();
  const first = readings();
  await expect.poll(readings, { timeout: 20_000 }).toBeGreaterThanOrEqual(first + 2);
  expect(performance.now() - started).toBeGreaterThan(PAUSE_MS);
  for (const stream of streams) stream.close();
  await sleep(PAUSE_MS);
  const after = dns.queries.length;
  await sleep(2 * PAUSE_MS);
  expect(dns.queries.length).toBe(after);
});

test('each stream gets the version at once, and each later one', async () => {
  const [first, second] = await Promise.all([follow(), follow()]);
  for (const { versions } of [first, second])
    await expect.poll(() => versions.length, { timeout: 10_000 }).toBeGreaterThan(1);
  fixture.write('Pulumi.local.yaml', FILE.replace('petstore.example', 'www.petstore.example'));
  const before = first.versions.length;
  await expect.poll(() => first.versions.length, { timeout: 10_000 }).toBeGreaterThan(before);
  await expect.poll(() => second.versions.at(-1)).toBe(first.versions.at(-1));
});

test('a page that is loaded is not told of what it shows already', async () => {
  const { versions } = await follow();
  await expect.poll(readings, { timeout: 10_000 }).toBeGreaterThan(0);
  await sleep(2 * PAUSE_MS);
  const { body } = await page.send('/');
  expect(/data-version="([^"]*)"/.exec(body)?.[1]).toBe(versions.at(-1));
  const { length } = versions;
  await sleep(2 * PAUSE_MS);
  expect(versions.length).toBe(length);
});

test('while npm run local deploys, nothing is read; then what it has deployed is shown', async () => {
  const running = JSON.parse(fixture.read('.local/ready.json'));
  const internetFile = join(fixture.folder, 'internet.zone');
  fixture.write('internet.zone', '');
  const sources = hashSources({ stackFile: join(fixture.folder, 'Pulumi.local.yaml'), internetFile });
  const deploying = (isRunning: boolean) =>
    fixture.writeLocal(
      'ready.json',
      JSON.stringify({ ...running, internetFile, deployment: { ...sources, isRunning } }),
    );
  deploying(true);
  const state = async () => /data-state="([^"]*)"/.exec((await page.send('/')).body)?.[1];
  expect(await state()).toBe('reading');
  await sleep(PAUSE_MS + 500);
  expect(await state()).toBe('reading');
  expect(readings()).toBe(0);
  deploying(false);
  await expect.poll(state, { timeout: 10_000 }).toBe('declared');
});

test('a stack whose file cannot be read is not compared, as check says', async () => {
  fixture.write('Pulumi.production.yaml', FILE);
  fixture.write('Pulumi.staging.yaml', 'config: [');
  const production = async () =>
    /id="stack-production"[\s\S]*?<\/section>/.exec((await page.send('/')).body)?.[0];
  const note = 'not compared with staging: Pulumi.staging.yaml cannot be read';
  expect(await production()).toContain(note);
  fixture.write('Pulumi.staging.yaml', FILE.replace('petstore.example', 'staging.example'));
  expect(await production()).not.toContain(note);
});

test('there are at most 64 streams, and one that ends makes place for another', async () => {
  const streams = await Promise.all(Array.from({ length: 64 }, follow));
  await expect(follow()).rejects.toThrow('status 503');
  streams[0]?.close();
  await expect.poll(() => follow().then(() => 'open', String), { timeout: 10_000 }).toBe('open');
});

test('the command ends at once, with pages open', async () => {
  const { ended } = await follow();
  const started = performance.now();
  await page.close();
  await ended;
  expect(performance.now() - started).toBeLessThan(5_000);
});
