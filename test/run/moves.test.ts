// Hosts move between sites and redirects on the built-in engine, and whoever asks meanwhile gets a right answer.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../../infra/local/cloud.ts';
import type { Handler } from '../../infra/local/handler.ts';
import type { Registry } from '../../infra/local/registry.ts';
import { LocalStack, loadLocalPlan } from '../../infra/local/run/stack.ts';
import { Store } from '../../infra/local/store.ts';
import { buildParts } from '../../infra/parts.ts';
import { MOVING, type Places, randomMoves, Watch, withPlaces } from './moves.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = 'Pulumi.local.yaml';
const MOVES = 8;
const SEED = 2;
/** How much later than it could be a thing is created. */
const LATE_MS = 150;
/** From the beginning of a deletion to the request of whoever came for what is deleted. */
const SOON_MS = 50;

/**
 * The order that shows mistakes: records change as soon as they may and other things are created late, so that nothing is
 * in its place by luck; and whoever connected before a record changed asks when what it came for is about to be deleted.
 */
class Adversary {
  /** Set once the first deployment is done: before that nothing is asked, and nothing is late. */
  watch: Watch | undefined;
  readonly #waiting = new Map<string, () => void>();

  registry(registry: Registry): Registry {
    return Object.create(registry, {
      handler: { value: (type: string) => this.#wrap(registry.handler(type)) },
      invoke: { value: (token: string) => registry.invoke(token) },
    });
  }

  /** Somebody connects to each host, and waits. */
  async connect(hosts: readonly string[]): Promise<void> {
    const connect = (host: string) => {
      const { promise: later, resolve } = Promise.withResolvers<void>();
      this.#waiting.set(host, resolve);
      return this.watch?.connect(host, later);
    };
    await Promise.all(hosts.map(connect));
  }

  /** Whoever still waits asks now. */
  release(host?: string): void {
    for (const [one, ask] of this.#waiting) if (host === undefined || one === host) setTimeout(ask, SOON_MS);
  }

  #wrap(handler: Handler): Handler {
    const isRecord = /record$/i.test(handler.type);
    return {
      ...handler,
      create: async (inputs, context) => {
        if (!isRecord && this.watch !== undefined) await sleep(LATE_MS);
        return handler.create(inputs, context);
      },
      update: async (id, inputs, ...rest) => {
        const updated = await handler.update(id, inputs, ...rest);
        const host = isRecord ? hostIn(inputs) : undefined;
        if (host !== undefined) await this.watch?.ask(host);
        return updated;
      },
      delete: (id, old, context) => {
        this.release(hostIn(old));
        return handler.delete(id, old, context);
      },
    };
  }
}

function hostIn(inputs: object): string | undefined {
  return Object.keys(MOVING).find((host) => JSON.stringify(inputs).includes(`"${host}"`));
}

/** The local cloud and its stack, in this process and in a folder of their own. */
async function deployed(places: Places) {
  const root = mkdtempSync(join(tmpdir(), 'petstore-moves-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const place = (now: Places) => {
    writeFileSync(join(root, FILE), withPlaces(readFileSync(join(ROOT, FILE), 'utf8'), now));
    return loadLocalPlan(root);
  };
  mkdirSync(join(root, '.local'));
  const cloud = await startCloud({
    ...{ folder: join(root, '.local'), region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 } },
    ...{ internetFile: join(ROOT, 'infra/local/internet.zone'), log: () => undefined },
  });
  onTestFinished(() => cloud.close());
  cloud.seedZones(place(places).settings.zones);
  const adversary = new Adversary();
  const registry = adversary.registry(cloud.registry);
  const stack = new LocalStack({
    ...{ root, cloud: { ...cloud, registry }, state: new Store(), signal: AbortSignal.timeout(60_000) },
    ...{ onChange: () => undefined, warn: () => undefined },
  });
  const parts = await buildParts();
  const move = async (to: Places, moving: readonly string[]) => {
    await adversary.connect(moving);
    const { failures, error } = await stack.deploy(place(to), parts);
    adversary.release();
    expect([error, failures]).toEqual([undefined, []]);
  };
  await move(places, []);
  const watch = new Watch(cloud, places);
  adversary.watch = watch;
  return { watch, move };
}

test('no client gets a wrong answer while hosts move, and nothing is deleted under one', {
  timeout: 60_000,
}, async () => {
  const { watch, move } = await deployed(MOVING);
  for (const { places, moving } of randomMoves(SEED, MOVES))
    await watch.moving(places, () => move(places, moving));
  await watch.stop();
  expect(watch.wrong).toEqual([]);
  expect(watch.probes).toBeGreaterThan(5 * MOVES);
});
