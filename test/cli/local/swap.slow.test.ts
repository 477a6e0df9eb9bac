// A domain and its redirect swapped in one change, for both sites: the case of alchemy-run/alchemy#1672.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { builtInStack } from './built-in.ts';
import { askOver, connectTo, type HostAnswer, lookUp } from './clients.ts';
import { Clock, RememberingClients } from './remembering.ts';
import type { Hosts } from './transitions.ts';

/** A host that serves a site, and the one that redirects to it: each in a zone of its own, one at its apex. */
interface Pair {
  readonly serving: string;
  readonly redirecting: string;
}
const API: Pair = { serving: 'api.pets.localhost', redirecting: 'old.pets.localhost' };
const DOCS: Pair = { serving: 'petstore.localhost', redirecting: 'www.petstore.localhost' };
const swapped = ({ serving, redirecting }: Pair): Pair => ({ serving: redirecting, redirecting: serving });

function withPairs(stackFile: string, api: Pair, docs: Pair): string {
  const site = (name: string, { serving: primary, redirecting: from }: Pair) =>
    `  petstore:${name}: ${JSON.stringify({ primary, redirects: [{ from, to: primary, status: 307 }] })}\n`;
  const [before = ''] = stackFile.split(/^ {2}petstore:api:/m);
  const [, after = ''] = stackFile.split(/^(?=# For )/m);
  return `${before}${site('api', api)}${site('docs', docs)}\n${after}`;
}

type Cloud = Awaited<ReturnType<typeof builtInStack>>['cloud'];

/** What the host does, as a client sees it: `api`, `docs`, or `to HOST`. */
async function seen(host: string, cloud: Cloud): Promise<string> {
  const [address] = await lookUp(cloud.dnsServer, host, 'A', 'udp');
  if (address === undefined) return 'no address';
  const answer = await askOver(await connectTo(address, host, cloud), host, cloud.httpsPort);
  return described(answer);
}

function described({ status, location, type, body }: HostAnswer): string {
  if (status === 307 && location !== undefined) return `to ${new URL(location).hostname}`;
  if (status === 200 && type?.startsWith('text/html') && body.includes('<title>Pets API')) return 'docs';
  return status === 404 && body.includes('"code":"not_found"') ? 'api' : `${status} ${body.slice(0, 80)}`;
}

/** What each host does when the pairs are deployed. */
function expectedOf(api: Pair, docs: Pair): Readonly<Record<string, string>> {
  const of = (site: string, { serving, redirecting }: Pair) => ({
    [serving]: site,
    [redirecting]: `to ${serving}`,
  });
  return { ...of('api', api), ...of('docs', docs) };
}

const PAUSE_MS = 10;
/** How much later than it could be a thing is created: nothing is in its place by luck. */
const LATE_MS = 150;

/** Creates what is not a record late, and calls `changed` as soon as a record has changed. */
function adversary(registry: Registry, changed: () => Promise<void>): Registry {
  const wrap = (handler: Handler): Handler => {
    if (!/record$/i.test(handler.type)) {
      const create: Handler['create'] = async (...args) => {
        await sleep(LATE_MS);
        return handler.create(...args);
      };
      return { ...handler, create };
    }
    const update: Handler['update'] = async (...args) => {
      const updated = await handler.update(...args);
      await changed();
      return updated;
    };
    return { ...handler, update };
  };
  return wrapHandlers(registry, wrap);
}

test('a domain and its redirect are swapped in one change, and every request meanwhile gets a right answer', {
  timeout: 120_000,
}, async () => {
  let onRecord = async () => {};
  let recordsChanged = 0;
  const { cloud, deploy, close } = await builtInStack((own) => adversary(own, () => onRecord()));
  onTestFinished(close);
  await deploy((file) => withPairs(file, API, DOCS));
  const before = expectedOf(API, DOCS);
  const after = expectedOf(swapped(API), swapped(DOCS));
  const hosts = Object.keys(before);
  const allSeen = async () =>
    Object.fromEntries(await Promise.all(hosts.map(async (host) => [host, await seen(host, cloud)])));
  expect(await allSeen()).toEqual(before);

  const wrong: string[] = [];
  let probes = 0;
  let isDeployed = false;
  const probe = async (host: string) => {
    const got = await seen(host, cloud).catch((error: Error) => error.message);
    if (got !== before[host] && got !== after[host]) wrong.push(`${host}: ${got}`);
    probes += 1;
  };
  const probing = hosts.map(async (host) => {
    while (!isDeployed) {
      await probe(host);
      await sleep(PAUSE_MS);
    }
  });
  onRecord = async () => {
    recordsChanged += 1;
    await Promise.all(hosts.map(probe));
  };
  await deploy((file) => withPairs(file, swapped(API), swapped(DOCS)));
  isDeployed = true;
  onRecord = async () => {};
  await Promise.all(probing);
  expect(wrong).toEqual([]);
  // The API's two hosts change between a gateway and a distribution; the documentation's keep their distributions.
  expect(recordsChanged).toBe(2);
  expect(probes).toBeGreaterThan(hosts.length * recordsChanged);
  expect(await allSeen()).toEqual(after);

  await deploy((file) => withPairs(file, API, DOCS));
  expect(await allSeen()).toEqual(before);
});

/** As RememberingClients judges them. */
function hostsOf(api: Pair, docs: Pair): Hosts {
  return {
    [api.serving]: 'api',
    [api.redirecting]: { to: api.serving, status: 307 },
    [docs.serving]: 'docs',
    [docs.redirecting]: { to: docs.serving, status: 307 },
  };
}

/** Calls `changed` as soon as anything that clients see has changed: a record, a distribution, a redirect's function. */
function afterEach(registry: Registry, changed: () => Promise<void>): Registry {
  return wrapHandlers(registry, (handler) => {
    if (!/record$|distribution$|function$|domainName$/i.test(handler.type)) return handler;
    const then = async <Result>(result: Promise<Result>) => {
      const value = await result;
      await changed();
      return value;
    };
    return {
      ...handler,
      create: (...args) => then(handler.create(...args)),
      update: (...args) => then(handler.update(...args)),
    };
  });
}

test('a swap there and back is no loop for clients that remember, after any single change of it', {
  timeout: 120_000,
}, async () => {
  const clock = new Clock();
  let onChange = async () => {};
  const stack = await builtInStack((own) => afterEach(own, () => onChange()), 120_000, clock.now);
  onTestFinished(stack.close);
  await stack.deploy((file) => withPairs(file, API, DOCS));
  const clients = await RememberingClients.start(stack.cloud, clock, hostsOf(API, DOCS), PAUSE_MS);
  let changes = 0;
  onChange = async () => {
    changes += 1;
    await clients.once();
  };
  for (const [api, docs] of [
    [swapped(API), swapped(DOCS)],
    [API, DOCS],
    [swapped(API), DOCS],
  ] as const) {
    clock.pass(600);
    await clients.during(hostsOf(api, docs), () => stack.deploy((file) => withPairs(file, api, docs)));
  }
  await clients.stop();
  expect(clients.wrong).toEqual([]);
  expect(changes).toBeGreaterThan(15);
  expect(clients.remembered).toBeGreaterThan(10);
});
