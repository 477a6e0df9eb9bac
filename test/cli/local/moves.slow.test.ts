// Hosts move between sites and redirects on the built-in engine, and whoever asks meanwhile gets a right answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { builtInStack } from './built-in.ts';
import { MOVING, randomMoves, Watch, withPlaces } from './moves.ts';

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
    return wrapHandlers(registry, (handler) => this.#wrap(handler));
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

test('no client gets a wrong answer while hosts move, and nothing is deleted under one', {
  timeout: 60_000,
}, async () => {
  const adversary = new Adversary();
  const { cloud, deploy, close } = await builtInStack((own) => adversary.registry(own));
  onTestFinished(close);
  await deploy((file) => withPlaces(file, MOVING));
  const watch = new Watch(cloud, MOVING);
  adversary.watch = watch;
  for (const { places, moving } of randomMoves(SEED, MOVES)) {
    await watch.moving(places, async () => {
      await adversary.connect(moving);
      await deploy((file) => withPlaces(file, places));
      adversary.release();
    });
  }
  await watch.stop();
  expect(watch.wrong).toEqual([]);
  expect(watch.probes).toBeGreaterThan(5 * MOVES);
});
