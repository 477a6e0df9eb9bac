// Hosts that are live before the stack has them: one line takes each over, and clients do not notice.
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { ask } from './clients.ts';

const OWN_TAGS = { project: 'petstore', stack: 'local', 'managed-by': 'pulumi' };
const CLOUDFLARE: HandZone = { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
const API_HOSTS = 40;
const DOCS_HOSTS = 10;
const LIMIT_MS = 150_000;

interface Adopted {
  readonly host: string;
  readonly mapping?: string;
  readonly distribution?: string;
}

/** The stack's file with these hosts, and those that it adopts. */
function withHosts(
  file: string,
  api: readonly string[],
  docs: readonly string[],
  adopt?: readonly Adopted[],
) {
  const last = '      - api.pets.localhost\n';
  const primary = '    primary: petstore.localhost # the apex of a Cloudflare zone\n';
  const list = (hosts: readonly string[]) => hosts.map((host) => `      - ${host}\n`).join('');
  const key = adopt === undefined ? '' : `  petstore:adopt: ${JSON.stringify(adopt)}\n`;
  return file
    .replace(last, last + list(api))
    .replace(primary, primary + (docs.length === 0 ? '' : `    domains:\n${list(docs)}`))
    .replace('# For `--engine`', `${key}\n# For \`--engine\``);
}

/** Asks hosts again and again, and each one at once after a change; collects what is not a response of its site. */
class Client {
  readonly failed: string[] = [];
  requests = 0;
  readonly #paths = new Map<string, string>();
  readonly #cloud: BuiltInStack['cloud'];
  #stopped = false;
  readonly #loop: Promise<void>;

  constructor({ cloud }: BuiltInStack, api: readonly string[], docs: readonly string[]) {
    this.#cloud = cloud;
    for (const host of api) this.#paths.set(host, '/v1/openapi.json');
    for (const host of docs) this.#paths.set(host, '/');
    this.#loop = this.#all();
  }

  /** The host that the inputs of a resource are about; undefined for any other resource. */
  hostOf(inputs: object): string | undefined {
    const text = JSON.stringify(inputs);
    return [...this.#paths.keys()].find((host) => text.includes(`"${host}"`));
  }

  async probe(host: string): Promise<void> {
    const url = `https://${host}:${this.#cloud.httpsPort}${this.#paths.get(host)}`;
    const ca = this.#cloud.authorityPem;
    const status = await ask(url, { ca }).then((answer) => answer.status, String);
    if (status !== 200) this.failed.push(`${url}: ${status}`);
    this.requests += 1;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
  }

  async #all(): Promise<void> {
    while (!this.#stopped) {
      for (const host of this.#paths.keys()) {
        if (this.#stopped) return;
        await this.probe(host);
      }
    }
  }
}

/** The handlers, each of which lets the client ask for the host that it has just changed. */
function probed(registry: Registry, client: () => Client | undefined): Registry {
  const wrap = (handler: Handler): Handler => ({
    ...handler,
    async update(id, inputs, ...rest) {
      const updated = await handler.update(id, inputs, ...rest);
      const host = client()?.hostOf(inputs);
      if (host !== undefined) await client()?.probe(host);
      return updated;
    },
  });
  return wrapHandlers(registry, wrap);
}

const byAction = (changes: readonly { action: string; type: string }[], action: string) =>
  changes.filter((one) => one.action === action).map(({ type }) => type.split(':').at(-1));

test('50 hosts made by hand are adopted in one change: nothing is created or replaced, and no request fails', {
  timeout: LIMIT_MS,
}, async () => {
  let client: Client | undefined;
  const stack = await builtInStack((own) => probed(own, () => client), LIMIT_MS);
  onTestFinished(stack.close);
  await stack.deploy((file) => file);
  const { apiId, stage } = stack.resource('api.petstore.localhost-mapping').inputs;
  const {
    aliases: _,
    viewerCertificate: __,
    ...site
  } = stack.resource('petstore.localhost-attachment').inputs;
  const route53: HandZone = {
    provider: 'route53',
    zoneId: String(stack.resource('api.pets.localhost-route').inputs.zoneId),
  };
  const byHand = new ByHand(stack.cloud.registry);
  const api: Adopted[] = [];
  const docs: Adopted[] = [];
  for (let i = 0; i < API_HOSTS; i += 1) {
    const [host, zone] =
      i % 2 === 0 ? [`a${i}.petstore.localhost`, CLOUDFLARE] : [`a${i}.pets.localhost`, route53];
    // Some have the stack's settings already, and some those of the console.
    const like = i % 4 < 2 ? { tags: OWN_TAGS, ttl: 3600 } : {};
    api.push({ host, mapping: await byHand.apiHost(host, zone, { apiId, stage }, like) });
  }
  for (let i = 0; i < DOCS_HOSTS; i += 1) {
    const [host, zone] =
      i % 2 === 0 ? [`d${i}.petstore.localhost`, CLOUDFLARE] : [`d${i}.pets.localhost`, route53];
    docs.push({ host, distribution: await byHand.docsHost(host, zone, site) });
  }
  const names = (hosts: readonly Adopted[]) => hosts.map(({ host }) => host);
  const history = stack.cloud.recordHistory.length;
  client = new Client(stack, names(api), names(docs));

  const changes = await stack.deploy((file) => withHosts(file, names(api), names(docs), [...api, ...docs]));
  await client.stop();

  // The wait for a certificate is a resource of the engine alone: the service has none. A host by hand had no alarms.
  expect(new Set(byAction(changes, 'create'))).toEqual(new Set(['CertificateValidation', 'MetricAlarm']));
  expect(byAction(changes, 'replace')).toEqual([]);
  expect(byAction(changes, 'delete')).toEqual([]);
  expect(byAction(changes, 'import')).toHaveLength(API_HOSTS * 5 + DOCS_HOSTS * 4);
  const records = stack.cloud.recordHistory.slice(history);
  expect(new Set(records.map(({ action }) => action))).toEqual(new Set(['update']));
  expect(client.failed).toEqual([]);
  expect(client.requests).toBeGreaterThan(API_HOSTS + DOCS_HOSTS);
  expect(stack.lines.filter((line) => line.includes('left out'))).toEqual([]);

  // The line can stay, and it can be dropped: either changes nothing.
  const settled = (list?: readonly Adopted[]) =>
    stack.deploy((file) => withHosts(file, names(api), names(docs), list));
  for (const list of [[...api, ...docs], undefined]) {
    expect((await settled(list)).filter(({ action }) => action !== 'same')).toEqual([]);
  }
  expect(stack.resource('a0.petstore.localhost-route').inputs).toMatchObject({ ttl: 3600, proxied: false });
  expect(stack.resource('a3.pets.localhost-route').inputs).toMatchObject({ ttl: 3600 });
});

test('a host is adopted at an apex by its alias records; it is blocked until it is listed, and where a record differs', {
  timeout: LIMIT_MS,
}, async () => {
  const stack = await builtInStack(undefined, LIMIT_MS);
  onTestFinished(stack.close);
  const withoutApex = (file: string) =>
    file.replace('      - pets.localhost # the apex of a Route 53 zone\n', '');
  await stack.deploy(withoutApex);
  const { apiId, stage } = stack.resource('api.petstore.localhost-mapping').inputs;
  const { zoneId } = stack.resource('api.pets.localhost-route').inputs;
  const byHand = new ByHand(stack.cloud.registry);
  const apex = 'pets.localhost';
  const elsewhere = 'b.petstore.localhost';
  const zone: HandZone = { provider: 'route53', zoneId: String(zoneId) };
  const mapping = await byHand.apiHost(apex, zone, { apiId, stage }, { alias: true });
  const other = { pointsAt: 'shop.elsewhere.example' };
  const moved = await byHand.apiHost(elsewhere, CLOUDFLARE, { apiId, stage }, other);
  const history = stack.cloud.recordHistory.length;

  const both = (adopt?: readonly Adopted[]) =>
    stack.deploy((file) => withHosts(file, [elsewhere], [], adopt));
  expect((await both()).filter(({ action }) => action !== 'same')).toEqual([]);
  expect(stack.lines).toEqual(expect.arrayContaining([`${apex} is left out`, `${elsewhere} is left out`]));

  stack.lines.length = 0;
  const changes = await both([
    { host: apex, mapping },
    { host: elsewhere, mapping: moved },
  ]);
  expect(stack.lines.filter((line) => line.endsWith('left out'))).toEqual([`${elsewhere} is left out`]);
  const names = changes.filter(({ action }) => action === 'import').map(({ name }) => name);
  expect(names.filter((name) => name.includes('-route'))).toEqual([`${apex}-route-a`, `${apex}-route-aaaa`]);
  expect(changes.filter(({ name }) => name.startsWith(elsewhere))).toEqual([]);
  const written = stack.cloud.recordHistory.slice(history).filter(({ action }) => action !== 'update');
  expect(written).toEqual([]);
});

test('the validation record of another account is not taken for the own one', {
  timeout: LIMIT_MS,
}, async () => {
  const stack = await builtInStack(undefined, LIMIT_MS);
  onTestFinished(stack.close);
  await stack.deploy((file) => file);
  const { apiId, stage } = stack.resource('api.petstore.localhost-mapping').inputs;
  const byHand = new ByHand(stack.cloud.registry);
  const host = 'c.petstore.localhost';
  const mapping = await byHand.apiHost(host, CLOUDFLARE, { apiId, stage });
  await byHand.removeRecords(CLOUDFLARE, `_`, `.${host}`);
  const foreign = `_0123456789abcdef0123456789abcdef.${host}`;
  const value = '_0123456789abcdef0123456789abcdef.abc.acm-validations.aws';
  await byHand.record(CLOUDFLARE, foreign, value, 300);
  const history = stack.cloud.recordHistory.length;

  const deployed = stack.deploy((file) => withHosts(file, [host], [], [{ host, mapping }]));
  const { actual } = (await deployed.catch((error: unknown) => error)) as { actual?: readonly unknown[] };
  expect(String(actual?.[0])).toMatch(/a record that differs is not adopted/);
  const changed = stack.cloud.recordHistory.slice(history).filter(({ name }) => name.startsWith('_'));
  expect(changed).toEqual([]);
});
