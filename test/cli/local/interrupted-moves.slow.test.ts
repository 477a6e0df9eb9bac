// A run that fails anywhere in the middle, and the next one: clients that remember notice neither, and nothing is reported lost.
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { type BuiltInStack, builtInStack } from './built-in.ts';
import { Clock, RememberingClients } from './remembering.ts';
import { type Hosts, withHosts } from './transitions.ts';

const HOST = 'pets.localhost';
const FIRST: Hosts = { 'api.petstore.localhost': 'api', 'petstore.localhost': 'docs', [HOST]: 'api' };
const PAUSE_MS = 250;
const LIMIT_MS = 240_000;
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS });

/** Throws from an operation that is `refused`, which is asked with the inputs of each. */
function sabotaged(registry: Registry, refused: (inputs: object) => boolean): Registry {
  const assertAllowed = (inputs: object) => {
    if (refused(inputs)) throw new Error('refused, to see what the next run does');
  };
  return wrapHandlers(registry, (handler) => ({
    ...handler,
    create: async (inputs, context) => {
      assertAllowed(inputs);
      return handler.create(inputs, context);
    },
    update: async (id, inputs, ...rest) => {
      assertAllowed(inputs);
      return handler.update(id, inputs, ...rest);
    },
  }));
}

const clock = new Clock();
let isRefused: (inputs: object) => boolean = () => false;
let stack: BuiltInStack;
beforeAll(async () => {
  stack = await builtInStack((own) => sabotaged(own, (inputs) => isRefused(inputs)), LIMIT_MS, clock.now);
  await stack.deploy((file) => withHosts(file, FIRST));
});
afterAll(() => stack?.close());

test('a run may end at any step of a move there and back', async () => {
  let count = 0;
  let refused: number | undefined;
  isRefused = (inputs) => {
    if (!JSON.stringify(inputs).includes(`"${HOST}"`)) return false;
    count += 1;
    return count === refused;
  };
  const clients = await RememberingClients.start(stack.cloud, clock, FIRST, PAUSE_MS);
  const there: Hosts = { ...FIRST, [HOST]: 'docs' };
  const deploy = async (hosts: Hosts, at?: number): Promise<boolean> => {
    count = 0;
    refused = at;
    let isWhole = true;
    await clients.during(hosts, () =>
      stack
        .deploy((file) => withHosts(file, hosts))
        .catch(() => {
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

test.each(['validation', 'routing'])(
  'a %s record that was not created yet is created without a warning',
  async (purpose) => {
    const host = `${purpose}.petstore.localhost`;
    const name = new RegExp(purpose === 'validation' ? `^_.*${host}` : `^${host}`);
    let isOn = true;
    isRefused = (inputs: { readonly name?: string; readonly type?: string }) =>
      isOn && inputs.type === 'CNAME' && name.test(inputs.name ?? '');
    const withHost = (file: string) => withHosts(file, { ...FIRST, [host]: 'api' });
    await expect(stack.deploy(withHost)).rejects.toThrow();
    stack.lines.length = 0;
    isOn = false;
    const changes = await stack.deploy(withHost);
    expect(changes).toContainEqual(expect.objectContaining({ action: 'create', name: `${host}-route` }));
    expect(stack.lines.filter((line) => line.startsWith(`${host}:`))).toEqual([]);
  },
);
