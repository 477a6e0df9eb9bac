// Hosts that are live before the stack has them: one line takes each over. What decides it is held by the package's tests of
// existing hosts, and that clients do not notice by transitions.slow.test.ts.
import { expect, onTestFinished, test } from 'vitest';
import { builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandMadeOptions, type HandZone } from './by-hand.ts';
import type { AdoptedIds } from './transitions.ts';

const LIMIT_MS = 150_000;

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

test('hosts at both DNS hosts, at an apex and below it, are adopted in one change that creates and replaces nothing', {
  timeout: LIMIT_MS,
}, async () => {
  const stack = await builtInStack(undefined, LIMIT_MS);
  onTestFinished(stack.close);
  await stack.deploy((file) => withHosts(file));
  const byHand = new ByHand(stack.cloud.registry);
  const { apiId, stage } = stack.resource('api.petstore.localhost-mapping').inputs;
  const docs = stack.resource('docs.petstore.localhost-attachment').inputs;
  const { aliases: _, viewerCertificate: __, ...site } = docs;
  const { zoneId } = stack.resource('api.pets.localhost-route').inputs;
  const route53: HandZone = { provider: 'route53', zoneId: String(zoneId) };
  const apiHost = async (host: string, zone: HandZone, options?: HandMadeOptions): Promise<AdoptedIds> => ({
    host,
    mapping: await byHand.apiHost(host, zone, { apiId, stage }, options),
  });
  const docsHost = async (host: string, zone: HandZone, options?: HandMadeOptions): Promise<AdoptedIds> => ({
    host,
    distribution: await byHand.docsHost(host, zone, site, options),
  });
  // Some have the stack's settings already, and some those of the console.
  const own = { tags: OWN_TAGS, ttl: 3600 };
  const differs = await apiHost(DIFFERS, CLOUDFLARE, { pointsAt: 'shop.elsewhere.example' });
  const api = [
    await apiHost('a.petstore.localhost', CLOUDFLARE, own),
    await apiHost('b.pets.localhost', route53),
  ];
  const sites = [
    await docsHost('c.petstore.localhost', CLOUDFLARE),
    await docsHost('d.pets.localhost', route53, own),
    await docsHost(APEX_AT_ROUTE53, route53, { alias: true }),
    await docsHost(APEX_AT_CLOUDFLARE, CLOUDFLARE),
  ];
  await byHand.create('cloudflare:index/dnsRecord:DnsRecord', {
    ...{ zoneId: CLOUDFLARE_ZONE, name: APEX_AT_CLOUDFLARE, type: 'HTTPS', ttl: 300 },
    data: { priority: 1, target: '.', value: 'alpn="h3,h2"' },
  });
  const all = [differs, ...api, ...sites];
  const names = (hosts: readonly AdoptedIds[]) => hosts.map(({ host }) => host);
  const changesWith = async (adopt: readonly AdoptedIds[]) => {
    stack.lines.length = 0;
    const changes = await stack.deploy((file) =>
      withHosts(file, names([differs, ...api]), names(sites), adopt),
    );
    return changes.filter(({ action }) => action !== 'same');
  };
  const leftOut = () => stack.lines.filter((line) => line.endsWith('is left out'));
  expect(await changesWith([])).toEqual([]);
  expect(leftOut()).toHaveLength(all.length);

  const history = stack.cloud.recordHistory.length;
  const changes = await changesWith(all);
  expect(leftOut()).toEqual([`${DIFFERS} is left out`]);
  const types = (action: string) =>
    new Set(changes.filter((one) => one.action === action).map(({ type }) => type.split(':').at(-1)));
  // The wait for a certificate is a resource of the engine alone: the service has none. A host by hand had no alarms.
  expect(types('create')).toEqual(new Set(['CertificateValidation', 'MetricAlarm']));
  expect([...types('replace'), ...types('delete')]).toEqual([]);
  const imported = changes.filter(({ action }) => action === 'import').map(({ name }) => name);
  expect(imported.filter((name) => name.includes('-route')).sort()).toEqual([
    'a.petstore.localhost-route',
    'b.pets.localhost-route',
    'c.petstore.localhost-route',
    'd.pets.localhost-route',
    ...['a', 'aaaa', 'https'].map((type) => `${APEX_AT_ROUTE53}-route-${type}`),
    ...['', '-https'].map((end) => `${APEX_AT_CLOUDFLARE}-route${end}`),
  ]);
  const written = stack.cloud.recordHistory.slice(history).map(({ action }) => action);
  expect(new Set(written)).toEqual(new Set(['update']));

  // The line can stay, and it can be dropped: either changes nothing.
  expect(await changesWith(all)).toEqual([]);
  expect(await changesWith([])).toEqual([]);
  const { inputs } = stack.resource('c.petstore.localhost-route');
  expect(inputs).toMatchObject({ ttl: 3600, proxied: false });
});
