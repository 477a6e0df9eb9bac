// Hosts that are live elsewhere move in: a client that keeps asking is answered by the old place or by the new one.
import { once } from 'node:events';
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '@petstore/local-cloud/cloud';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { serverCertificate } from '../domains/tls-host.ts';
import { builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { askOver, connectTo, lookUp } from './clients.ts';

const CLOUDFLARE: HandZone = { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
// Each change is followed by a request to every host, with a handshake of its own.
const LIMIT_MS = 150_000;
const OLD_ADDRESS = '127.0.0.77';
const OLD_NAME = 'shops.elsewhere.petstore.localhost';
/** A CNAME at Cloudflare, an address at Route 53, and addresses with an HTTPS record at an apex of Route 53. */
const SHOP = 'shop.petstore.localhost';
const STORE = 'store.pets.localhost';
const APEX = 'pets.localhost';
const HOSTS = [SHOP, STORE, APEX];
const NAMED = [
  { host: SHOP, replaces: `CNAME ${OLD_NAME}` },
  { host: STORE, replaces: `A ${OLD_ADDRESS}` },
  { host: APEX, replaces: `A ${OLD_ADDRESS}, HTTPS 1 . alpn="h2"` },
];

type Moving = readonly (string | { readonly host: string; readonly replaces: string })[];

const withoutApex = (file: string) =>
  file.replace('      - pets.localhost # the apex of a Route 53 zone\n', '');

function withHosts(file: string, moving: Moving): string {
  const primary = '    primary: petstore.localhost # the apex of a Cloudflare zone\n';
  const key = moving.length === 0 ? '' : `  petstore:moving: ${JSON.stringify(moving)}\n`;
  return withoutApex(file)
    .replace('      - api.pets.localhost\n', `$&      - ${SHOP}\n`)
    .replace(primary, `$&    domains: ${JSON.stringify([STORE, APEX])}\n`)
    .replace('# For `--engine`', `${key}\n# For \`--engine\``);
}

/** The handlers, where `asked` follows each change. */
function watched(registry: Registry, asked: () => Promise<void>): Registry {
  const followed = async <Result>(result: Promise<Result>): Promise<Result> => {
    await result;
    await asked();
    return result;
  };
  return wrapHandlers(registry, (handler: Handler) => ({
    ...handler,
    create: (...args) => followed(handler.create(...args)),
    update: (...args) => followed(handler.update(...args)),
  }));
}

const OLD_BODY = 'the old place';
const PAUSE_MS = 25;

/** Serves the hosts at that port of an address of its own until the test ends. Resolves to its authority. */
async function startOldPlace(hosts: readonly string[], port: number): Promise<string> {
  const { key, cert, authorityPem } = serverCertificate(hosts);
  const server = createServer({ key, cert }, (_request, response) => void response.end(OLD_BODY));
  server.listen(port, OLD_ADDRESS);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return authorityPem;
}

/** Resolves each host, connects and asks, again and again; nothing is remembered between requests. */
class Visitor {
  readonly failed: string[] = [];
  /** Which place answered for each host, each only where it is not the one before: `old`, `api`, `docs`. */
  readonly seen: Readonly<Record<string, string[]>>;
  requests = 0;
  readonly #cloud: Cloud;
  /** Of the stack and of the old place. */
  readonly #authorityPem: string;
  readonly #hosts: readonly string[];
  readonly #loops: readonly Promise<void>[];
  #stopped = false;

  constructor(cloud: Cloud, hosts: readonly string[], oldAuthority = '') {
    this.#cloud = cloud;
    this.#authorityPem = cloud.authorityPem + oldAuthority;
    this.#hosts = hosts;
    this.seen = Object.fromEntries(hosts.map((host) => [host, []]));
    this.#loops = hosts.map((host) => this.#loop(host));
  }

  /** One request to each host, now: after a change. */
  async askAll(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => this.#ask(host)));
  }

  readonly stop = async (): Promise<void> => {
    this.#stopped = true;
    await Promise.all(this.#loops);
  };

  async #loop(host: string): Promise<void> {
    while (!this.#stopped) {
      await this.#ask(host);
      await sleep(PAUSE_MS);
    }
  }

  async #ask(host: string): Promise<void> {
    this.requests += 1;
    const place = await this.#placeOf(host).catch((error: Error) => error.message);
    if (!['old', 'api', 'docs'].includes(place)) this.failed.push(`${host}: ${place}`);
    const seen = this.seen[host] ?? [];
    if (seen.at(-1) !== place) seen.push(place);
  }

  async #placeOf(host: string): Promise<string> {
    const { dnsServer, httpsPort } = this.#cloud;
    const [address] = await lookUp(dnsServer, host, 'A');
    if (address === undefined) return 'no address';
    const connection = await connectTo(address, host, { httpsPort, authorityPem: this.#authorityPem });
    const { status, body } = await askOver(connection, host, httpsPort);
    if (status === 200 && body === OLD_BODY) return 'old';
    if (status === 200 && body.includes('<title>Pets API')) return 'docs';
    // The application's own words, with its code; the gateway's 404 has none.
    return status === 404 && body.includes('"code":"not_found"') ? 'api' : `${status} ${body.slice(0, 80)}`;
  }
}

test('three hosts move in from another platform, and no request fails', { timeout: LIMIT_MS }, async () => {
  let client: Visitor | undefined;
  const stack = await builtInStack((own) => watched(own, async () => client?.askAll()), LIMIT_MS);
  onTestFinished(stack.close);
  await stack.deploy(withoutApex);
  const byHand = new ByHand(stack.cloud.registry);
  const { zoneId } = stack.resource('api.pets.localhost-route').inputs;
  const atRoute53 = (name: string, type: string, value: string) =>
    byHand.create('aws:route53/record:Record', { zoneId, name, type, ttl: 300, records: [value] });
  const address = { name: OLD_NAME, type: 'A', ttl: 300, content: OLD_ADDRESS, proxied: false };
  await byHand.create('cloudflare:index/dnsRecord:DnsRecord', { zoneId: CLOUDFLARE_ZONE, ...address });
  await byHand.record(CLOUDFLARE, SHOP, OLD_NAME);
  await atRoute53(STORE, 'A', OLD_ADDRESS);
  await atRoute53(APEX, 'A', OLD_ADDRESS);
  await atRoute53(APEX, 'HTTPS', '1 . alpn="h2"');
  client = new Visitor(stack.cloud, HOSTS, await startOldPlace(HOSTS, stack.cloud.httpsPort));
  onTestFinished(client.stop);
  const deploy = async (moving: Moving) => {
    const changes = await stack.deploy((file) => withHosts(file, moving));
    return changes.filter(({ action }) => action !== 'same');
  };

  expect(await deploy([])).toEqual([]);
  expect(stack.lines.filter((line) => line.endsWith('is left out'))).toHaveLength(3);

  const prepared = (await deploy(HOSTS)).map(({ name }) => name);
  expect(prepared.filter((name) => name.includes('-route'))).toEqual([]);
  expect(prepared).toEqual(expect.arrayContaining(HOSTS.map((host) => `${host}-attachment`)));
  expect(client.seen).toEqual({ [SHOP]: ['old'], [STORE]: ['old'], [APEX]: ['old'] });

  const moved = await deploy(NAMED);
  const imported = moved.filter(({ action }) => action === 'import').map(({ name }) => name);
  const routes = [`${APEX}-route-a`, `${APEX}-route-https`, `${SHOP}-route`, `${STORE}-route`];
  expect(imported.toSorted()).toEqual(routes);
  await client.askAll();
  await client.stop();
  expect(client.failed).toEqual([]);
  expect(client.seen).toEqual({ [SHOP]: ['old', 'api'], [STORE]: ['old', 'docs'], [APEX]: ['old', 'docs'] });
  expect(client.requests).toBeGreaterThan(60);

  for (const moving of [NAMED, HOSTS, []]) expect(await deploy(moving)).toEqual([]);
});
