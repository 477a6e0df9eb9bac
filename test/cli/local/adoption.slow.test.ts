// Hosts that are live before the stack has them: one line takes each over, and clients do not notice. What decides it: the table of
// the package's tests of existing hosts.
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { ask } from './clients.ts';
import type { AdoptedIds } from './transitions.ts';

const LIMIT_MS = 150_000;
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS });

const OWN_TAGS = { project: 'petstore', stack: 'local', 'managed-by': 'pulumi' };
const CLOUDFLARE: HandZone = { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
const APEX_AT_ROUTE53 = 'pets.localhost';
const APEX_AT_CLOUDFLARE = 'petstore.localhost';
const DIFFERS = 'differs.petstore.localhost';

/** The stack's file with its own two primaries, these hosts beside them, and those that it adopts. */
function withHosts(
  file: string,
  api: readonly string[] = [],
  docs: readonly string[] = [],
  adopt: readonly AdoptedIds[] = [],
): string {
  const [before = ''] = file.split(/^ {2}petstore:api:/m);
  const [, after = ''] = file.split(/^(?=# For )/m);
  const keys = {
    'petstore:api': { primary: 'api.petstore.localhost', domains: ['api.pets.localhost', ...api] },
    'petstore:docs': { primary: 'docs.petstore.localhost', domains: docs },
    'petstore:adopt': adopt,
  };
  const lines = Object.entries(keys).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `${before}${lines.join('')}\n${after}`;
}

let stack: BuiltInStack;
let byHand: ByHand;
let route53: HandZone;
let api: { apiId: unknown; stage: unknown };
let site: Readonly<Record<string, unknown>>;
/** Called with the inputs of each resource that was updated. */
let onUpdate: (inputs: object) => Promise<void> = async () => {};

const updating = (registry: Registry): Registry =>
  wrapHandlers(
    registry,
    (handler): Handler => ({
      ...handler,
      async update(id, inputs, ...rest) {
        const updated = await handler.update(id, inputs, ...rest);
        await onUpdate(inputs);
        return updated;
      },
    }),
  );

beforeAll(async () => {
  stack = await builtInStack(updating, LIMIT_MS);
  await stack.deploy((file) => withHosts(file));
  byHand = new ByHand(stack.cloud.registry);
  const { apiId, stage } = stack.resource('api.petstore.localhost-mapping').inputs;
  api = { apiId, stage };
  const {
    aliases: _,
    viewerCertificate: __,
    ...like
  } = stack.resource('docs.petstore.localhost-attachment').inputs;
  site = like;
  const { zoneId } = stack.resource('api.pets.localhost-route').inputs;
  route53 = { provider: 'route53', zoneId: String(zoneId) };
});
afterAll(() => stack?.close());

/** An apex at Cloudflare has an HTTPS record of its own. */
const httpsRecord = (value: string) =>
  byHand.create('cloudflare:index/dnsRecord:DnsRecord', {
    ...{ zoneId: CLOUDFLARE_ZONE, name: APEX_AT_CLOUDFLARE, type: 'HTTPS', ttl: 300 },
    data: { priority: 1, target: '.', value },
  });

test('hosts at both DNS hosts, at an apex and below it, are adopted in one change: nothing is created or replaced, and no request fails', async () => {
  const own = { tags: OWN_TAGS, ttl: 3600 };
  const [a, b, c, d] = [
    'a.petstore.localhost',
    'b.pets.localhost',
    'c.petstore.localhost',
    'd.pets.localhost',
  ];
  const apiHosts: AdoptedIds[] = [
    { host: a, mapping: await byHand.apiHost(a, CLOUDFLARE, api, own) },
    { host: b, mapping: await byHand.apiHost(b, route53, api) },
  ];
  const docsHosts: AdoptedIds[] = [
    { host: c, distribution: await byHand.docsHost(c, CLOUDFLARE, site) },
    { host: d, distribution: await byHand.docsHost(d, route53, site, own) },
    {
      host: APEX_AT_ROUTE53,
      distribution: await byHand.docsHost(APEX_AT_ROUTE53, route53, site, { alias: true }),
    },
    {
      host: APEX_AT_CLOUDFLARE,
      distribution: await byHand.docsHost(APEX_AT_CLOUDFLARE, CLOUDFLARE, site),
    },
  ];
  await httpsRecord('alpn="h3,h2"');
  const names = (hosts: readonly AdoptedIds[]) => hosts.map(({ host }) => host);
  const deploy = (adopt: readonly AdoptedIds[]) =>
    stack.deploy((file) => withHosts(file, names(apiHosts), names(docsHosts), adopt));
  const all = [...apiHosts, ...docsHosts];
  expect((await deploy([])).filter(({ action }) => action !== 'same')).toEqual([]);
  expect(stack.lines.filter((line) => line.endsWith('is left out'))).toHaveLength(all.length);

  stack.lines.length = 0;
  const history = stack.cloud.recordHistory.length;
  const failed: string[] = [];
  const probe = async (host: string) => {
    const path = names(apiHosts).includes(host) ? '/v1/openapi.json' : '/';
    const url = `https://${host}:${stack.cloud.httpsPort}${path}`;
    const status = await ask(url, { ca: stack.cloud.authorityPem }).then((answer) => answer.status, String);
    if (status !== 200) failed.push(`${url}: ${status}`);
  };
  let updates = 0;
  onUpdate = async (inputs) => {
    const text = JSON.stringify(inputs);
    const host = names(all).find((name) => text.includes(`"${name}"`));
    if (host === undefined) return;
    updates += 1;
    await probe(host);
  };
  const changes = await deploy(all);
  onUpdate = async () => {};
  await Promise.all(names(all).map(probe));
  expect(failed).toEqual([]);
  expect(updates).toBeGreaterThan(all.length);
  const types = (action: string) =>
    changes.filter((one) => one.action === action).map(({ type }) => type.split(':').at(-1));
  // The wait for a certificate is a resource of the engine alone: the service has none. A host by hand had no alarms.
  expect(new Set(types('create'))).toEqual(new Set(['CertificateValidation', 'MetricAlarm']));
  expect([...types('replace'), ...types('delete')]).toEqual([]);
  const imported = changes.filter(({ action }) => action === 'import').map(({ name }) => name);
  const routes = [
    `${APEX_AT_ROUTE53}-route-a`,
    `${APEX_AT_ROUTE53}-route-aaaa`,
    `${APEX_AT_CLOUDFLARE}-route-https`,
  ];
  expect(imported).toEqual(expect.arrayContaining(routes));
  const written = stack.cloud.recordHistory.slice(history).map(({ action }) => action);
  expect(new Set(written)).toEqual(new Set(['update']));
  expect(stack.lines.filter((line) => line.includes('left out'))).toEqual([]);

  // The line can stay, and it can be dropped: either changes nothing.
  for (const list of [all, []])
    expect((await deploy(list)).filter(({ action }) => action !== 'same')).toEqual([]);
  expect(stack.resource(`${c}-route`).inputs).toMatchObject({ ttl: 3600, proxied: false });
  await stack.deploy((file) => withHosts(file));
});

test('a host with a record that differs is left out and not changed', async () => {
  const mapping = await byHand.apiHost(DIFFERS, CLOUDFLARE, api, { pointsAt: 'shop.elsewhere.example' });
  const history = stack.cloud.recordHistory.length;
  stack.lines.length = 0;
  const changes = await stack.deploy((file) => withHosts(file, [DIFFERS], [], [{ host: DIFFERS, mapping }]));
  expect(stack.lines).toContain(`${DIFFERS} is left out`);
  expect(changes.filter(({ name }) => name.startsWith(DIFFERS))).toEqual([]);
  expect(stack.cloud.recordHistory.slice(history)).toEqual([]);
});
