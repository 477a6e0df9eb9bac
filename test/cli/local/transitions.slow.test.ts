// Random changes of hosts on the built-in engine, with clients that remember: no wrong answer, and none that stays out.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { builtInStack } from './built-in.ts';
import { createByHand } from './created-by-hand.ts';
import { Clock, RememberingClients } from './remembering.ts';
import { FIRST, type Hosts, transitions, withHosts } from './transitions.ts';

/** More, and another sequence: `TRANSITIONS=1000 TRANSITIONS_SEED=7`. */
const COUNT = Number(process.env.TRANSITIONS ?? 10);
const SEED = Number(process.env.TRANSITIONS_SEED ?? 3);
const PAUSE_MS = 200;
const LIMIT_MS = 120_000 + COUNT * 6_000;
/** How much later than it could be a thing is created. */
const LATE_MS = 100;

/** The order that shows mistakes: what is not a record is created late, and `changed` is called as soon as a record has changed. */
function adversary(registry: Registry, changed: () => Promise<void>): Registry {
  return wrapHandlers(registry, (handler): Handler => {
    const isRecord = /record$/i.test(handler.type);
    return {
      ...handler,
      create: async (...args) => {
        if (!isRecord) await sleep(LATE_MS);
        return handler.create(...args);
      },
      update: async (...args) => {
        const updated = await handler.update(...args);
        if (isRecord) await changed();
        return updated;
      },
    };
  });
}

test(`${COUNT} random transitions, and every request of clients with a memory gets a right answer`, {
  timeout: LIMIT_MS,
}, async () => {
  const clock = new Clock();
  let changed = async () => {};
  const stack = await builtInStack((own) => adversary(own, () => changed()), LIMIT_MS, clock.now);
  onTestFinished(stack.close);
  await stack.deploy((file) => withHosts(file, FIRST));
  const clients = await RememberingClients.start(stack.cloud, clock, FIRST, PAUSE_MS);
  changed = () => clients.once();
  const inputsOf = async (name: string, type: string) => stack.resource(name, type).inputs;
  let before: Hosts = FIRST;
  let deleted = 0;
  for (const { kind, changed: moved, hosts, wait } of transitions(SEED, COUNT)) {
    clock.pass(wait);
    const [host = ''] = moved;
    const states = { before, after: hosts };
    const adopt =
      kind === 'adopt' ? await createByHand(stack.cloud.registry, inputsOf, host, states) : undefined;
    before = hosts;
    await clients.during(hosts, async () => {
      const changes = await stack.deploy((file) => withHosts(file, hosts, adopt));
      const isLeft = ({ name }: { name: string }) =>
        name.endsWith('-attachment') && hosts[name.replace('-attachment', '')] !== undefined;
      deleted += changes.filter((change) => change.action === 'delete' && isLeft(change)).length;
    });
    expect(clients.wrong, `${kind} of ${moved}`).toEqual([]);
  }
  await clients.stop();
  expect(clients.wrong).toEqual([]);
  expect(clients.probes).toBeGreaterThan(20 * COUNT);
  // The clients did reach what was kept, and what was kept was deleted in the end.
  expect(clients.remembered).toBeGreaterThan(COUNT);
  expect(deleted).toBeGreaterThan(COUNT / 10);
  expect(stack.lines.filter((line) => line.includes('left out'))).toEqual([]);
});
