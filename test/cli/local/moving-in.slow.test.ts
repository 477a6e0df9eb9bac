// Hosts that are live elsewhere move in: a client that keeps asking is answered by the old place or by the new one.
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { OLD_ADDRESS, startOldPlace, Visitor } from './old-place.ts';

const CLOUDFLARE: HandZone = { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
// Each change is followed by a request to every host, with a handshake of its own.
const LIMIT_MS = 150_000;
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS });
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

function withHosts(file: string, api: readonly string[], docs: readonly string[], moving: Moving): string {
  const primary = '    primary: petstore.localhost # the apex of a Cloudflare zone\n';
  const key = moving.length === 0 ? '' : `  petstore:moving: ${JSON.stringify(moving)}\n`;
  return withoutApex(file)
    .replace(
      '      - api.pets.localhost\n',
      ['      - api.pets.localhost\n', ...api.map((host) => `      - ${host}\n`)].join(''),
    )
    .replace(primary, `${primary}    domains: ${JSON.stringify(docs)}\n`)
    .replace('# For `--engine`', `${key}\n# For \`--engine\``);
}

/** The handlers, which let the visitor ask for every host after each change. */
function watched(registry: Registry, visitor: () => Visitor | undefined): Registry {
  const wrap = (handler: Handler): Handler => ({
    ...handler,
    async create(...args) {
      const created = await handler.create(...args);
      await visitor()?.askAll();
      return created;
    },
    async update(...args) {
      const updated = await handler.update(...args);
      await visitor()?.askAll();
      return updated;
    },
  });
  return wrapHandlers(registry, wrap);
}

let stack: BuiltInStack;
let byHand: ByHand;
let visitor: Visitor | undefined;
beforeAll(async () => {
  stack = await builtInStack((own) => watched(own, () => visitor), LIMIT_MS);
  await stack.deploy(withoutApex);
  byHand = new ByHand(stack.cloud.registry);
});
afterAll(() => stack?.close());
afterEach(() => visitor?.stop());

/** The clients of these hosts from now on. */
function visit(hosts: readonly string[], oldAuthority?: string): Visitor {
  visitor = new Visitor(stack.cloud, hosts, oldAuthority);
  return visitor;
}

async function changes(edit: (file: string) => string) {
  const all = await stack.deploy(edit);
  return all.filter(({ action }) => action !== 'same');
}

test('three hosts move in from another platform, and no request fails', async () => {
  const { zoneId } = stack.resource('api.pets.localhost-route').inputs;
  const atRoute53 = (name: string, type: string, value: string) =>
    byHand.create('aws:route53/record:Record', { zoneId, name, type, ttl: 300, records: [value] });
  const address = { type: 'A', ttl: 300, content: OLD_ADDRESS, proxied: false };
  await byHand.create('cloudflare:index/dnsRecord:DnsRecord', {
    zoneId: CLOUDFLARE_ZONE,
    name: OLD_NAME,
    ...address,
  });
  await byHand.record(CLOUDFLARE, SHOP, OLD_NAME, 300);
  await atRoute53(STORE, 'A', OLD_ADDRESS);
  await atRoute53(APEX, 'A', OLD_ADDRESS);
  await atRoute53(APEX, 'HTTPS', '1 . alpn="h2"');
  const client = visit(HOSTS, await startOldPlace(HOSTS, stack.cloud.httpsPort));
  const deploy = (moving: Moving) => changes((file) => withHosts(file, [SHOP], [STORE, APEX], moving));
  const history = () => stack.cloud.recordHistory.filter(({ name }) => HOSTS.includes(name));
  const before = history().length;

  expect(await deploy([])).toEqual([]);
  expect(stack.lines.filter((line) => line.endsWith('is left out'))).toHaveLength(3);

  const prepared = (await deploy(HOSTS)).map(({ name }) => name);
  expect(prepared.filter((name) => name.includes('-route'))).toEqual([]);
  expect(prepared).toEqual(expect.arrayContaining(HOSTS.map((host) => `${host}-attachment`)));
  expect(history()).toHaveLength(before);
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

test('a name that another distribution has waits without an alias until it is moved, and no request fails', async () => {
  const host = 'manual.petstore.localhost';
  const {
    aliases: _,
    viewerCertificate: __,
    ...site
  } = stack.resource('petstore.localhost-attachment').inputs;
  const oldId = await byHand.docsHost(host, CLOUDFLARE, site);
  const old = (await stack.cloud.registry.handler(DISTRIBUTION).read(oldId, byHand.context)) as {
    inputs: { aliases: string[] };
    computed: { domainName: string };
  };
  const client = visit([host]);
  const moving = [{ host, replaces: `CNAME ${old.computed.domainName}` }];
  const deploy = () => changes((file) => withHosts(file, [], [host], moving));

  const prepared = (await deploy()).map(({ name }) => name);
  expect(prepared).toContain(`${host}-attachment`);
  expect(prepared).not.toContain(`${host}-route`);
  const { inputs: own, id = '' } = stack.resource(`${host}-attachment`, DISTRIBUTION);
  expect(own).toMatchObject({ aliases: [], viewerCertificate: { sslSupportMethod: 'sni-only' } });
  expect(await deploy()).toEqual([]);

  // What `aws cloudfront update-domain-association` does in one step.
  const { update } = stack.cloud.registry.handler(DISTRIBUTION);
  await Promise.all([
    update(oldId, { ...old.inputs, aliases: [] } as never, old.inputs as never, byHand.context),
    update(id, { ...own, aliases: [host] } as never, own as never, byHand.context),
  ]);
  const moved = (await deploy()).map(({ name, action }) => `${action} ${name}`);
  expect(moved).toEqual(expect.arrayContaining([`update ${host}-attachment`, `import ${host}-route`]));
  await client.askAll();
  await client.stop();
  expect(client.failed).toEqual([]);
  expect(await deploy()).toEqual([]);
});
