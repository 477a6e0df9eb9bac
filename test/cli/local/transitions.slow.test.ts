// Random changes of hosts on the built-in engine, with clients that remember: no wrong answer, and none that stays out.
import { expect, onTestFinished, test } from 'vitest';
import { builtInStack } from './built-in.ts';
import { createByHand } from './created-by-hand.ts';
import { Clock, RememberingClients } from './remembering.ts';
import { FIRST, type Hosts, transitions, withHosts } from './transitions.ts';

/** More, and another sequence: `TRANSITIONS=1000 TRANSITIONS_SEED=7`. */
const COUNT = Number(process.env.TRANSITIONS ?? 20);
const SEED = Number(process.env.TRANSITIONS_SEED ?? 3);
const PAUSE_MS = 200;
const LIMIT_MS = 60_000 + COUNT * 6_000;

test(`${COUNT} random transitions, and every request of clients with a memory gets a right answer`, {
  timeout: LIMIT_MS,
}, async () => {
  const clock = new Clock();
  const stack = await builtInStack(undefined, LIMIT_MS, clock.now);
  onTestFinished(stack.close);
  await stack.deploy((file) => withHosts(file, FIRST));
  const clients = await RememberingClients.start(stack.cloud, clock, FIRST, PAUSE_MS);
  const inputsOf = async (name: string, type: string) => stack.resource(name, type).inputs;
  let before: Hosts = FIRST;
  const removed = { attachments: 0, kinds: {} as Record<string, number> };
  for (const { kind, changed, hosts, wait } of transitions(SEED, COUNT)) {
    clock.pass(wait);
    removed.kinds[kind] = (removed.kinds[kind] ?? 0) + 1;
    const [host = ''] = changed;
    const adopt =
      kind === 'adopt'
        ? await createByHand(stack.cloud.registry, inputsOf, host, { before, after: hosts })
        : undefined;
    before = hosts;
    await clients.during(hosts, async () => {
      const changes = await stack.deploy((file) => withHosts(file, hosts, adopt));
      removed.attachments += changes.filter(
        ({ action, name }) =>
          action === 'delete' && name.endsWith('-attachment') && hosts[name.slice(0, -11)] !== undefined,
      ).length;
    });
    expect(clients.wrong, `${kind} of ${changed}`).toEqual([]);
  }
  await clients.stop();
  console.log(
    `${COUNT} transitions ${JSON.stringify(removed)}, ${clients.probes} requests, ${clients.remembered} of them at what the host had left, ${clients.wrong.length} wrong answers`,
  );
  expect(clients.wrong).toEqual([]);
  expect(clients.probes).toBeGreaterThan(20 * COUNT);
  // The clients did reach what was kept, and what was kept was deleted in the end.
  expect(clients.remembered).toBeGreaterThan(COUNT);
  expect(removed.attachments).toBeGreaterThan(COUNT / 10);
  expect(stack.lines.filter((line) => line.includes('left out'))).toEqual([]);
});
