// Random changes of hosts on the built-in engine, with clients that remember: no wrong answer, and none that stays out.
import { expect, onTestFinished, test } from 'vitest';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { Clock, RememberingClients } from './remembering.ts';
import { type AdoptedIds, FIRST, type Hosts, transitions, withHosts } from './transitions.ts';

/** More, and another sequence: `TRANSITIONS=1000 TRANSITIONS_SEED=7`. */
const COUNT = Number(process.env.TRANSITIONS ?? 20);
const SEED = Number(process.env.TRANSITIONS_SEED ?? 3);
const PAUSE_MS = 50;
const LIMIT_MS = 60_000 + COUNT * 6_000;

/** What a person has created for the host, as the site that it is to be adopted for. */
async function createByHand(stack: BuiltInStack, host: string, hosts: Hosts): Promise<AdoptedIds> {
  const byHand = new ByHand(stack.cloud.registry);
  const zone: HandZone = host.endsWith('.pets.localhost')
    ? { provider: 'route53', zoneId: String(stack.resource('pets.localhost-route-a').inputs.zoneId) }
    : { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
  if (hosts[host] === 'api') {
    const like = Object.keys(hosts).find((one) => one !== host && hosts[one] === 'api');
    const { apiId, stage } = stack.resource(`${like}-mapping`).inputs;
    return { host, mapping: await byHand.apiHost(host, zone, { apiId, stage }) };
  }
  const { inputs } = stack.resource('docs', 'aws:cloudfront/distribution:Distribution');
  const { aliases: _, viewerCertificate: __, ...site } = inputs;
  return { host, distribution: await byHand.docsHost(host, zone, site) };
}

test(`${COUNT} random transitions, and every request of clients with a memory gets a right answer`, {
  timeout: LIMIT_MS,
}, async () => {
  const clock = new Clock();
  const stack = await builtInStack(undefined, LIMIT_MS, clock.now);
  onTestFinished(stack.close);
  await stack.deploy((file) => withHosts(file, FIRST));
  const clients = await RememberingClients.start(stack.cloud, clock, FIRST, PAUSE_MS);
  const removed = { attachments: 0, kinds: {} as Record<string, number> };
  for (const { kind, changed, hosts, wait } of transitions(SEED, COUNT)) {
    clock.pass(wait);
    removed.kinds[kind] = (removed.kinds[kind] ?? 0) + 1;
    await clients.once();
    const adopt = kind === 'adopt' ? await createByHand(stack, changed[0] ?? '', hosts) : undefined;
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
