// A deployed host is reached by its records, as any client reaches it: not without them, nor where they lead elsewhere.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpClient } from '../../../packages/local-cloud/test/support/client.ts';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { askOver, connectTo } from './clients.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const REFUSED = 'unrecognized name';

let stack: BuiltInStack;
beforeAll(async () => {
  stack = await builtInStack(undefined, 120_000);
  await stack.deploy((file) => file);
});
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
  const context = { region: 'eu-west-1', signal: AbortSignal.timeout(30_000) };
  const given = (changed: object) => handler.inputs.parse({ ...inputs, ...changed });
  const put = async (changed: object = {}) => {
    ids.set(name, (await handler.create(given(changed), context)).id);
  };
  return { put, remove: () => handler.delete(ids.get(name) ?? id ?? '', given({}), context) };
}

/** The documentation's own distribution, at its default address. */
const site = () => stack.resource('docs', 'aws:cloudfront/distribution:Distribution');

const since = (before: number) => stack.lines.slice(before).filter((line) => line.startsWith('ingress: '));

const ELSEWHERE = { content: 'shops.platform.example' };

test.each<[string, string, number, object]>([
  ['api.petstore.localhost', 'a CNAME at Cloudflare', 404, ELSEWHERE],
  ['www.petstore.localhost', 'a CNAME at Cloudflare', 301, ELSEWHERE],
  ['petstore.localhost', 'a flattened CNAME at Cloudflare', 200, ELSEWHERE],
  ['api.pets.localhost', 'a CNAME at Route 53', 404, { records: [ELSEWHERE.content] }],
])('%s is reached by %s alone', async (host, _, status, elsewhere) => {
  const route = record(`${host}-route`);
  expect(await ask(host)).toBe(status);
  const before = stack.lines.length;
  await route.remove();
  for (const address of ['127.0.0.1', '::1']) await expect(ask(host, address)).rejects.toThrow(REFUSED);
  // The name of the validation record is below it, so the host exists, without an address.
  const reason = `${host} does not resolve: no address`;
  expect(since(before)).toEqual([`ingress: ${reason}`]);
  expect(await plain(host)).toMatchObject({ status: 421, body: `${reason}\n` });
  await route.put(elsewhere);
  await expect(ask(host)).rejects.toThrow(REFUSED);
  expect(since(before)[1]).toContain(`${host} resolves to shops.platform.example (192.0.2.20)`);
  await route.remove();
  await route.put();
  expect(await ask(host)).toBe(status);
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
  await a.remove();
  await a.put();
  await aaaa.put();
  expect(await ask(host)).toBe(404);
});

test('the default addresses need no record, and a host that is not declared does not exist', async () => {
  expect(await ask(String(site().computed.domainName))).toBe(200);
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
