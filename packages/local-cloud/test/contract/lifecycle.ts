// The lifecycle of one resource type, on a driver: create, read, updates, drift, replace, delete.
import * as pulumi from '@pulumi/pulumi';
import { expect } from 'vitest';
import type { OperationContext } from '../../src/resources/handler.ts';
import type { Registry } from '../../src/resources/registry.ts';
import { REGION } from './cloud.ts';
import type { Driver, Inputs } from './protocol.ts';

export type Created = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Fixture {
  /** Creates a resource that the subject depends on; resolves to its outputs. */
  create(type: string, name: string, inputs: Inputs): Promise<Created>;
}

interface Script {
  /** Outputs that the service adds. */
  readonly computes?: readonly string[];
  readonly inputs: Inputs;
  /** Patches that update it in place; none where every change replaces it. */
  readonly updates: readonly Inputs[];
  /** A patch that replaces it; absent where no input does. */
  readonly replaces?: Inputs;
  /** False for a resource type that has nothing in the cloud, or that the service refuses to delete. */
  readonly deletable?: boolean;
}

export type Lifecycle = (fixture: Fixture) => Promise<Script>;

/** A fixture whose `close` removes what it created, the last first. */
function openFixture(driver: Driver): Fixture & { close(): Promise<void> } {
  const names: string[] = [];
  return {
    async create(type, name, inputs) {
      const { id, outputs } = await driver.apply(type, name, inputs);
      names.push(name);
      return { ...outputs, id };
    },
    async close() {
      for (const name of names.reverse()) await driver.remove(name);
    },
  };
}

export async function runLifecycle(type: string, lifecycle: Lifecycle, driver: Driver, registry: Registry) {
  const handler = registry.handler(type);
  const fixture = openFixture(driver);
  const declare = (inputs: Inputs) => driver.apply(type, 'subject', inputs);
  /** Declaring the same inputs changes nothing, before and after a refresh. */
  const expectSettled = async (inputs: Inputs) => {
    expect((await declare(inputs)).action).toBe('same');
    await driver.refresh();
    expect((await declare(inputs)).action).toBe('same');
  };
  const walk = async ({ computes = [], inputs, updates, replaces, deletable = true }: Script) => {
    const { action, id, outputs } = await declare(inputs);
    expect(action).toBe('create');
    expect(computes.filter((path) => !isFilled(outputs, path))).toEqual([]);
    await expectSettled(inputs);
    const expectUpdated = async (wanted: Inputs) => {
      expect(await declare(wanted)).toMatchObject({ action: 'update', id });
      await expectSettled(wanted);
    };
    let wanted = inputs;
    for (const patch of updates) {
      const before = { ...driver.checked('subject'), ...codeOf(wanted) };
      wanted = { ...wanted, ...patch };
      await expectUpdated(wanted);
      // The change is reverted outside of the program; code cannot be, because the state has only its hash.
      if ('code' in patch) continue;
      await handler.update(id, before as never, driver.checked('subject') as never, outsideContext());
      await driver.refresh();
      await expectUpdated(wanted);
    }
    if (deletable) {
      // Outside of the program too.
      await handler.delete(id, driver.checked('subject') as never, outsideContext());
      await driver.refresh();
      expect((await declare(wanted)).action).toBe('create');
    }
    if (replaces !== undefined) {
      wanted = { ...wanted, ...replaces };
      expect((await declare(wanted)).action).toBe('replace');
      await expectSettled(wanted);
    }
    const last = driver.checked('subject');
    const removed = await driver.remove('subject');
    if (deletable)
      expect(await handler.read(removed, outsideContext(last.region), last as never)).toBeUndefined();
  };
  try {
    await walk(await lifecycle(fixture));
  } catch (error) {
    // Cleans up as far as possible for the next lifecycle; the first error is the one to report.
    await driver.remove('subject').catch(() => undefined);
    await fixture.close().catch(() => undefined);
    throw error;
  }
  await fixture.close();
}

/** Archives as declared: the state has only their hashes. */
function codeOf(inputs: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => pulumi.asset.Archive.isInstance(value)),
  );
}

function outsideContext(region: unknown = REGION): OperationContext {
  return { region: String(region), signal: AbortSignal.timeout(10_000) };
}

function isFilled(outputs: Inputs, path: string): boolean {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Inputs | undefined)?.[key], outputs);
  return value !== undefined && value !== '' && JSON.stringify(value) !== '[]';
}
