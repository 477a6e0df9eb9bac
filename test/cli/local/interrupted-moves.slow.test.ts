// A run that fails anywhere in the middle of a move, and the next one: clients that remember notice neither.
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { builtInStack } from './built-in.ts';
import { Clock, RememberingClients } from './remembering.ts';
import { FIRST, type Hosts, withHosts } from './transitions.ts';

const HOST = 'pets.localhost';
const PAUSE_MS = 100;

/** Refuses the operation of that number, and counts them; only those of the host. */
class Saboteur {
  refused: number | undefined;
  count = 0;

  registry(registry: Registry): Registry {
    const wrap = (handler: Handler): Handler => ({
      ...handler,
      create: async (inputs, context) => {
        this.#next(inputs);
        return handler.create(inputs, context);
      },
      update: async (id, inputs, ...rest) => {
        this.#next(inputs);
        return handler.update(id, inputs, ...rest);
      },
    });
    return wrapHandlers(registry, wrap);
  }

  #next(inputs: object): void {
    if (!JSON.stringify(inputs).includes(`"${HOST}"`)) return;
    this.count += 1;
    if (this.count === this.refused) throw new Error('refused, to see what the next run does');
  }
}

test('a run may end at any step of a move there and back', { timeout: 240_000 }, async () => {
  const clock = new Clock();
  const saboteur = new Saboteur();
  const stack = await builtInStack((own) => saboteur.registry(own), 240_000, clock.now);
  onTestFinished(stack.close);
  await stack.deploy((file) => withHosts(file, FIRST));
  const clients = await RememberingClients.start(stack.cloud, clock, FIRST, PAUSE_MS);
  const there: Hosts = { ...FIRST, [HOST]: 'docs' };
  const deploy = async (hosts: Hosts, refused?: number): Promise<boolean> => {
    saboteur.count = 0;
    saboteur.refused = refused;
    const deployed = () => stack.deploy((file) => withHosts(file, hosts));
    let isWhole = true;
    await clients.during(hosts, () =>
      deployed().catch(() => {
        isWhole = false;
      }),
    );
    return isWhole;
  };
  const keptUntil = (type: string) => {
    const { inputs } = stack.resource(`${HOST}-attachment`, type);
    return (inputs.tags as Record<string, string>)['kept-until'];
  };
  let failed = 0;
  for (let step = 1; ; step += 1) {
    const before = failed;
    for (const hosts of [there, FIRST]) {
      if (!(await deploy(hosts, step))) failed += 1;
      clock.pass(1200);
      await deploy(hosts);
      expect(clients.wrong, `step ${step}`).toEqual([]);
      // Both are there, and the one that the host left has the time.
      const [gateway, distribution] = [keptUntil('DomainName'), keptUntil('Distribution')];
      expect(hosts === there ? distribution : gateway).toBeUndefined();
      const until = Date.parse((hosts === there ? gateway : distribution) ?? '');
      // Longer than resolvers may still remember the record that the first of the two runs changed at the latest.
      expect(until - clock.now()).toBeGreaterThan(2400 * 1000);
      clock.pass(2000);
    }
    // No operation of the host has that number.
    if (failed === before) break;
  }
  await clients.stop();
  expect(clients.wrong).toEqual([]);
  expect(failed).toBeGreaterThan(6);
});
