// A deployed host is reached by its records, as any client reaches it: not without them, nor where they lead elsewhere.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpClient } from '../../../packages/local-cloud/test/support/client.ts';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { askOver, connectTo } from './clients.ts';

const CLOUDFLARE = 'cloudflare:index/dnsRecord:DnsRecord';
const ROUTE53 = 'aws:route53/record:Record';
const REFUSED = 'unrecognized name';
const REACHED = [200, 301, 404];

let stack: BuiltInStack;
beforeAll(async () => {
  stack = await builtInStack();
  await stack.deploy((file) => file);
}, 60_000);
afterAll(() => stack?.close());

/** Over HTTPS. Throws where the connection is refused. */
async function ask(host: string, address = '127.0.0.1'): Promise<number> {
  const socket = await connectTo(address, host, stack.cloud);
  return (await askOver(socket, host, stack.cloud.httpsPort)).status;
}

const plain = (host: string) => httpClient(stack.cloud.httpPort)(host, '/', { agent: false });

/** Of records that were put back, by logical name. */
const ids = new Map<string, string>();

/** A record of the stack, to be taken away and put back as its DNS host's API does. */
function record(name: string) {
  const { type, id, inputs } = stack.resource(name);
  const handler = stack.cloud.registry.handler(type);
  const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
  const given = (changed: object) => handler.inputs.parse({ ...inputs, ...changed });
  return {
    remove: () => handler.delete(ids.get(name) ?? id ?? '', given({}), context),
    async put(changed: object = {}) {
      ids.set(name, (await handler.create(given(changed), context)).id);
    },
  };
}

/** The documentation's own distribution, at its default address. */
const site = () => stack.resource('docs', 'aws:cloudfront/distribution:Distribution');

const since = (before: number) => stack.lines.slice(before).filter((line) => line.startsWith('ingress: '));

const elsewhere: Readonly<Record<string, object>> = {
  [CLOUDFLARE]: { content: 'shops.platform.example' },
  [ROUTE53]: { records: ['shops.platform.example'] },
};

test.each([
  ['api.petstore.localhost', 'a CNAME at Cloudflare'],
  ['www.petstore.localhost', 'a CNAME at Cloudflare'],
  ['petstore.localhost', 'a flattened CNAME at Cloudflare'],
  ['api.pets.localhost', 'a CNAME at Route 53'],
])('%s is reached by %s alone', async (host) => {
  const route = record(`${host}-route`);
  expect(REACHED).toContain(await ask(host));
  const before = stack.lines.length;
  await route.remove();
  await expect(ask(host)).rejects.toThrow(REFUSED);
  await expect(ask(host, '::1')).rejects.toThrow(REFUSED);
  // The name of the validation record is below it, so the host exists, without an address.
  const reason = `${host} does not resolve: no address`;
  expect(since(before)).toEqual([`ingress: ${reason}`]);
  expect(await plain(host)).toMatchObject({ status: 421, body: `${reason}\n` });
  await route.put(elsewhere[stack.resource(`${host}-route`).type]);
  await expect(ask(host)).rejects.toThrow(REFUSED);
  expect(since(before)[1]).toContain(
    `${host} resolves to shops.platform.example (192.0.2.20), which is neither`,
  );
  await route.remove();
  await route.put();
  expect(REACHED).toContain(await ask(host));
});

test('pets.localhost is reached by its aliases at Route 53 alone', async () => {
  const host = 'pets.localhost';
  const [a, aaaa] = [record(`${host}-route-a`), record(`${host}-route-aaaa`)];
  await a.remove();
  expect(await ask(host, '::1')).toBe(404);
  await aaaa.remove();
  await expect(ask(host, '::1')).rejects.toThrow(REFUSED);
  await a.put({ aliases: undefined, ttl: 300, records: ['192.0.2.20'] });
  await expect(ask(host)).rejects.toThrow(REFUSED);
  expect(stack.lines.at(-1)).toContain(`${host} resolves to 192.0.2.20, which is neither`);
  await a.remove();
  await a.put();
  await aaaa.put();
  expect(await ask(host)).toBe(404);
});

test('the default addresses need no record, and a host that is not declared does not exist', async () => {
  const { computed } = site();
  expect(await ask(String(computed.domainName))).toBe(200);
  const { computed: api } = stack.resource('api-gateway', 'aws:apigatewayv2/api:Api');
  expect(await ask(new URL(String(api.apiEndpoint)).hostname)).toBe(404);
  await expect(ask('nobody.petstore.localhost')).rejects.toThrow(REFUSED);
});

test('a record that leads to the other service is followed there, and is refused as that one refuses', async () => {
  const route = record('api.petstore.localhost-route');
  await route.remove();
  await route.put({ content: site().computed.domainName });
  await expect(ask('api.petstore.localhost')).rejects.toThrow('handshake failure');
  expect(await plain('api.petstore.localhost')).toMatchObject({ status: 403 });
  await route.remove();
  await route.put();
  expect(await ask('api.petstore.localhost')).toBe(404);
});
