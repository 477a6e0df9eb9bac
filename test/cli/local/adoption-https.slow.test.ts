// The HTTPS record of a host that is live at an apex: taken over where it is the stack's own, in the way where it differs.
import { expect, onTestFinished, test } from 'vitest';
import { builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';

const AT_ROUTE53 = 'pets.localhost';
const AT_CLOUDFLARE = 'petstore.localhost';
const LIMIT_MS = 60_000;

/** The stack file with the documentation at another host, and these hosts beside it. */
function withDocs(file: string, domains: readonly string[], adopt: readonly object[]): string {
  const docs = { primary: 'docs.petstore.localhost', domains };
  const [before = ''] = file.split(/^ {2}petstore:docs:/m);
  const [, after = ''] = file.split(/^(?=# For )/m);
  const keys = `  petstore:docs: ${JSON.stringify(docs)}\n  petstore:adopt: ${JSON.stringify(adopt)}\n`;
  return `${before.replace('      - pets.localhost # the apex of a Route 53 zone\n', '')}${keys}\n${after}`;
}

async function openStack() {
  const stack = await builtInStack(undefined, LIMIT_MS);
  onTestFinished(stack.close);
  await stack.deploy((file) => withDocs(file, [], []));
  const {
    aliases: _,
    viewerCertificate: __,
    ...site
  } = stack.resource('docs.petstore.localhost-attachment').inputs;
  const { zoneId } = stack.resource('api.pets.localhost-route').inputs;
  const route53: HandZone = { provider: 'route53', zoneId: String(zoneId) };
  return { stack, site, route53, byHand: new ByHand(stack.cloud.registry) };
}

const CLOUDFLARE: HandZone = { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
const service = (value: string) => ({
  ...{ zoneId: CLOUDFLARE_ZONE, name: AT_CLOUDFLARE, type: 'HTTPS', ttl: 300 },
  data: { priority: 1, target: '.', value },
});

test('an alias at Route 53 and a record in service form at Cloudflare are taken over', {
  timeout: LIMIT_MS,
}, async () => {
  const { stack, site, route53, byHand } = await openStack();
  const adopt = [
    { host: AT_ROUTE53, distribution: await byHand.docsHost(AT_ROUTE53, route53, site, { alias: true }) },
    { host: AT_CLOUDFLARE, distribution: await byHand.docsHost(AT_CLOUDFLARE, CLOUDFLARE, site) },
  ];
  await byHand.create('cloudflare:index/dnsRecord:DnsRecord', service('alpn="h3,h2"'));
  const hosts = [AT_ROUTE53, AT_CLOUDFLARE];
  const history = stack.cloud.recordHistory.length;
  const changes = await stack.deploy((file) => withDocs(file, hosts, adopt));
  expect(stack.lines.filter((line) => line.endsWith('is left out'))).toEqual([]);
  const imported = changes.filter(({ action }) => action === 'import').map(({ name }) => name);
  expect(imported).toEqual(expect.arrayContaining(hosts.map((host) => `${host}-route-https`)));
  const written = stack.cloud.recordHistory.slice(history).map(({ action }) => action);
  expect(new Set(written)).toEqual(new Set(['update']));
  const settled = await stack.deploy((file) => withDocs(file, hosts, []));
  expect(settled.filter(({ action }) => action !== 'same')).toEqual([]);
});

test('one that announces other protocols is not changed', { timeout: LIMIT_MS }, async () => {
  const { stack, site, byHand } = await openStack();
  const distribution = await byHand.docsHost(AT_CLOUDFLARE, CLOUDFLARE, site);
  await byHand.create('cloudflare:index/dnsRecord:DnsRecord', service('alpn="h2"'));
  const history = stack.cloud.recordHistory.length;
  const adopt = [{ host: AT_CLOUDFLARE, distribution }];
  const deployed = stack.deploy((file) => withDocs(file, [AT_CLOUDFLARE], adopt));
  const { actual } = (await deployed.catch((error: unknown) => error)) as { actual?: readonly unknown[] };
  expect(String(actual?.[0])).toMatch(/HTTPS 1 \. alpn="h2" exists.* a record that differs is not adopted/);
  expect(stack.cloud.recordHistory.slice(history).filter(({ type }) => type === 'HTTPS')).toEqual([]);
});
