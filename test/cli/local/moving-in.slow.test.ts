// Hosts that are live elsewhere move in: a client that keeps asking is answered by the old place or by the new one.
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '@petstore/local-cloud/cloud';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { serverCertificate } from '../domains/tls-host.ts';
import { listen } from '../listen.ts';
import { builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { askOver, connectTo, lookUp, siteOf } from './clients.ts';

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

const withoutApex = (file: string) => file.replace('      - pets.localhost\n', '');

function withHosts(file: string, moving: Moving): string {
  const primary = '    primary: petstore.localhost\n';
  const key = moving.length === 0 ? '' : `  petstore:moving: ${JSON.stringify(moving)}\n`;
  return withoutApex(file)
    .replace('      - api.pets.localhost\n', `$&      - ${SHOP}\n`)
    .replace(primary, `$&    domains: ${JSON.stringify([STORE, APEX])}\n`)
    .replace('# For `--engine`', `${key}\n# For \`--engine\``);
}

/** The handlers, where `asked` follows each change. */
function watched(registry: Registry, asked: () => Promise<unknown>): Registry {
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
async function startOldPlace(port: number): Promise<string> {
  const { key, cert, authorityPem } = serverCertificate(HOSTS);
  const server = createServer({ key, cert }, (_request, response) => void response.end(OLD_BODY));
  await listen(server, port, OLD_ADDRESS);
  return authorityPem;
}

/** Resolves each host, connects and asks, again and again until the test ends; nothing is remembered between requests. */
function startVisitor({ dnsServer, httpsPort, authorityPem }: Cloud, oldAuthority: string) {
  const failed: string[] = [];
  /** Which place answered for each host, each only where it is not the one before: `old`, `api`, `docs`. */
  const seen: Record<string, string[]> = Object.fromEntries(HOSTS.map((host) => [host, []]));
  let requests = 0;
  let isStopped = false;
  const placeOf = async (host: string): Promise<string> => {
    const [address] = await lookUp(dnsServer, host, 'A');
    if (address === undefined) return 'no address';
    const trust = { httpsPort, authorityPem: authorityPem + oldAuthority };
    const answer = await askOver(await connectTo(address, host, trust), host, httpsPort);
    if (answer.status === 200 && answer.body === OLD_BODY) return 'old';
    return siteOf(answer) ?? `${answer.status} ${answer.body.slice(0, 80)}`;
  };
  const askFor = async (host: string) => {
    requests += 1;
    const place = await placeOf(host).catch((error: Error) => error.message);
    if (!['old', 'api', 'docs'].includes(place)) failed.push(`${host}: ${place}`);
    if (seen[host]?.at(-1) !== place) seen[host]?.push(place);
  };
  const loops = HOSTS.map(async (host) => {
    for (; !isStopped; await sleep(PAUSE_MS)) await askFor(host);
  });
  const stop = async () => {
    isStopped = true;
    await Promise.all(loops);
  };
  onTestFinished(stop);
  /** `askAll`: one request to each host, now, after a change. */
  return { failed, seen, stop, requests: () => requests, askAll: () => Promise.all(HOSTS.map(askFor)) };
}

test('three hosts move in from another platform, and no request fails', { timeout: LIMIT_MS }, async () => {
  let client: ReturnType<typeof startVisitor> | undefined;
  const stack = await builtInStack({
    registry: (own) => watched(own, async () => client?.askAll()),
    limitMs: LIMIT_MS,
  });
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
  client = startVisitor(stack.cloud, await startOldPlace(stack.cloud.httpsPort));
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
  expect(client.requests()).toBeGreaterThan(60);

  for (const moving of [NAMED, HOSTS, []]) expect(await deploy(moving)).toEqual([]);
});
