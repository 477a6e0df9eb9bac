// Random changes of hosts on the built-in engine, some of which fail first, with clients that remember: no wrong answer, and none
// that stays out.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { builtInStack } from './built-in.ts';
import { Clock, startRememberingClients } from './remembering.ts';
import { FIRST, transitions, withHosts } from './transitions.ts';

/** More, and another sequence: `TRANSITIONS=1000 TRANSITIONS_SEED=7`. */
const COUNT = Number(process.env.TRANSITIONS ?? 10);
const SEED = Number(process.env.TRANSITIONS_SEED ?? 3);
const LIMIT_MS = 120_000 + COUNT * 6_000;
/** How much later than it could be a thing is created. */
const LATE_MS = 100;
/** The next that is refused is this operation on hosts that change, or an earlier one. */
const MOST = 6;

interface Adversary {
  /** Called as soon as a record has changed. */
  changed(): Promise<void>;
  /** Throws in front of an operation that is to fail. */
  assertAllowed(inputs: object): void;
}

/** The order that shows mistakes: what is not a record is created late. */
function withAdversary(registry: Registry, adversary: Adversary): Registry {
  return wrapHandlers(registry, (handler): Handler => {
    const isRecord = /record$/i.test(handler.type);
    return {
      ...handler,
      create: async (inputs, context) => {
        adversary.assertAllowed(inputs);
        if (!isRecord) await sleep(LATE_MS);
        return handler.create(inputs, context);
      },
      update: async (id, inputs, ...rest) => {
        adversary.assertAllowed(inputs);
        const updated = await handler.update(id, inputs, ...rest);
        if (isRecord) await adversary.changed();
        return updated;
      },
    };
  });
}

test(`${COUNT} random transitions, and every request of clients with a memory gets a right answer`, {
  timeout: LIMIT_MS,
}, async () => {
  const clock = new Clock();
  const adversary: Adversary = { changed: async () => {}, assertAllowed: () => {} };
  const stack = await builtInStack({
    registry: (own) => withAdversary(own, adversary),
    limitMs: LIMIT_MS,
    now: clock.now,
  });
  onTestFinished(stack.close);
  await stack.deploy((file) => withHosts(file, FIRST));
  const clients = await startRememberingClients(stack.cloud, clock, FIRST);
  adversary.changed = () => clients.once();
  let deleted = 0;
  let failed = 0;
  let refused = 0;
  // Counted across runs: most have fewer operations than MOST.
  let left = 1;
  for (const { kind, changed, hosts, wait } of transitions(SEED, COUNT)) {
    clock.pass(wait);
    const deploy = () => stack.deploy((file) => withHosts(file, hosts));
    if (kind === 'move' || kind === 'swap') {
      let isRefused = false;
      adversary.assertAllowed = (inputs) => {
        const isOfOne = changed.some((one) => JSON.stringify(inputs).includes(`"${one}"`));
        if (!isOfOne || isRefused || --left > 0) return;
        isRefused = true;
        left = 1 + (++refused % MOST);
        throw new Error('refused, to see what the next run does');
      };
      await clients.during(hosts, () => deploy().catch(() => ++failed));
      adversary.assertAllowed = () => {};
      clock.pass(1200);
      expect(clients.wrong, `${kind} of ${changed}, which failed`).toEqual([]);
    }
    await clients.during(hosts, async () => {
      const isLeft = ({ name }: { name: string }) =>
        name.endsWith('-attachment') && hosts[name.replace('-attachment', '')] !== undefined;
      deleted += (await deploy()).filter((change) => change.action === 'delete' && isLeft(change)).length;
    });
    expect(clients.wrong, `${kind} of ${changed}`).toEqual([]);
  }
  await clients.stop();
  expect(clients.wrong).toEqual([]);
  expect(clients.counts.probes).toBeGreaterThan(20 * COUNT);
  // The clients did reach what was kept, what was kept was deleted in the end, and runs did fail.
  expect(clients.counts.remembered).toBeGreaterThan(COUNT);
  expect(deleted).toBeGreaterThan(COUNT / 10);
  expect(failed).toBe(refused);
  expect(failed).toBeGreaterThan(COUNT / 3);
  expect(stack.lines.filter((line) => line.includes('left out'))).toEqual([]);
});
