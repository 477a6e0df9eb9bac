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
  readonly deletable?: false;
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

interface Subject {
  readonly type: string;
  readonly driver: Driver;
  readonly registry: Registry;
}

export async function runLifecycle(lifecycle: Lifecycle, subject: Subject): Promise<void> {
  const fixture = openFixture(subject.driver);
  try {
    const script = await lifecycle(fixture);
    const id = await create(subject, script);
    const updated = await update(subject, script, id);
    if (script.deletable !== false) await deleteOutside(subject, updated);
    await replace(subject, script, updated);
    await remove(subject, script);
  } catch (error) {
    // Cleans up as far as possible for the next lifecycle; the first error is the one to report.
    await subject.driver.remove('subject').catch(() => undefined);
    await fixture.close().catch(() => undefined);
    throw error;
  }
  await fixture.close();
}

async function create(subject: Subject, { computes = [], inputs }: Script): Promise<string> {
  const { action, id, outputs } = await subject.driver.apply(subject.type, 'subject', inputs);
  expect(action).toBe('create');
  expect(computes.filter((path) => !isFilled(outputs, path))).toEqual([]);
  await expectSettled(subject, inputs);
  return id;
}

/** Resolves to the inputs after the last update. */
async function update(subject: Subject, { inputs, updates }: Script, id: string): Promise<Inputs> {
  const { type, driver, registry } = subject;
  const declare = async (wanted: Inputs) => {
    const changed = await driver.apply(type, 'subject', wanted);
    expect(changed).toMatchObject({ action: 'update', id });
    await expectSettled(subject, wanted);
  };
  let wanted = inputs;
  for (const patch of updates) {
    const before = { ...driver.checked('subject'), ...codeOf(wanted) };
    wanted = { ...wanted, ...patch };
    await declare(wanted);
    // The change is reverted outside of the program; code cannot be, because the state has only its hash.
    if ('code' in patch) continue;
    const last = driver.checked('subject');
    await registry.handler(type).update(id, before as never, last as never, outsideContext());
    await driver.refresh();
    await declare(wanted);
  }
  return wanted;
}

/** Archives as declared: the state has only their hashes. */
function codeOf(inputs: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => pulumi.asset.Archive.isInstance(value)),
  );
}

/** The resource is deleted outside of the program. */
async function deleteOutside(subject: Subject, inputs: Inputs): Promise<void> {
  const { type, driver, registry } = subject;
  const { id } = await driver.apply(type, 'subject', inputs);
  await registry.handler(type).delete(id, driver.checked('subject') as never, outsideContext());
  await driver.refresh();
  const again = await driver.apply(type, 'subject', inputs);
  expect(again.action).toBe('create');
}

async function replace(subject: Subject, { replaces }: Script, inputs: Inputs): Promise<void> {
  if (replaces === undefined) return;
  const wanted = { ...inputs, ...replaces };
  const replaced = await subject.driver.apply(subject.type, 'subject', wanted);
  expect(replaced.action).toBe('replace');
  await expectSettled(subject, wanted);
}

async function remove(subject: Subject, { deletable }: Script): Promise<void> {
  const { type, driver, registry } = subject;
  const last = driver.checked('subject');
  const id = await driver.remove('subject');
  if (deletable === false) return;
  const context = outsideContext(last.region);
  expect(await registry.handler(type).read(id, context, last as never)).toBeUndefined();
}

function outsideContext(region: unknown = REGION): OperationContext {
  return { region: String(region), signal: AbortSignal.timeout(10_000) };
}

/** Declaring the same inputs changes nothing, before and after a refresh. */
async function expectSettled({ type, driver }: Subject, inputs: Inputs): Promise<void> {
  expect((await driver.apply(type, 'subject', inputs)).action).toBe('same');
  await driver.refresh();
  expect((await driver.apply(type, 'subject', inputs)).action).toBe('same');
}

function isFilled(outputs: Inputs, path: string): boolean {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Inputs | undefined)?.[key], outputs);
  return value !== undefined && value !== '' && JSON.stringify(value) !== '[]';
}
