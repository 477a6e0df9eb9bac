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
  let failures = 0;
  const deploy = async (hosts: Hosts, refused?: number) => {
    saboteur.count = 0;
    saboteur.refused = refused;
    await clients.during(hosts, () =>
      stack
        .deploy((file) => withHosts(file, hosts))
        .then(
          () => undefined,
          () => {
            failures += 1;
          },
        ),
    );
    return saboteur.count;
  };
  const keptUntil = (type: string) => {
    const { inputs } = stack.resource(`${HOST}-attachment`, type);
    return (inputs.tags as Record<string, string>)['kept-until'];
  };
  for (let step = 1; step <= 8; step += 1) {
    for (const hosts of [there, FIRST]) {
      await deploy(hosts, step);
      clock.pass(1200);
      await clients.once();
      await deploy(hosts);
      expect(clients.wrong, `step ${step}`).toEqual([]);
      // Both are there, and the one that the host left has the time.
      const [gateway, distribution] = [keptUntil('DomainName'), keptUntil('Distribution')];
      expect(hosts === there ? distribution : gateway).toBeUndefined();
      const until = Date.parse((hosts === there ? gateway : distribution) ?? '');
      expect(until - clock.now()).toBeGreaterThan(3600 * 1000);
      clock.pass(2400);
      await clients.once();
    }
  }
  await clients.stop();
  expect(clients.wrong).toEqual([]);
  expect(failures).toBeGreaterThan(8);
});
