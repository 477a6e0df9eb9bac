// Lives a life through a door: create, read, refusals, update, what somebody else does, replace, delete.
import * as pulumi from '@pulumi/pulumi';
import { expect } from 'vitest';
import type { OperationContext } from '../../src/resources/handler.ts';
import type { Registry } from '../../src/resources/registry.ts';
import type { Driver, Inputs } from './driver.ts';
import { type Lifecycle, openScene, type Script } from './lifecycle.ts';

interface Stage {
  readonly lifecycle: Lifecycle;
  readonly driver: Driver;
  readonly registry: Registry;
  readonly region: string;
}

export async function live(stage: Stage): Promise<void> {
  const scene = openScene(stage.driver);
  try {
    const script = await stage.lifecycle.script(scene);
    const id = await create(stage, script);
    await refuse(stage, script);
    const updated = await update(stage, script, id);
    await vanish(stage, updated);
    await replace(stage, script, updated);
    await remove(stage);
  } catch (error) {
    // What can be is cleaned up for the next life, and the first error is the one to read.
    await stage.driver.remove('subject').catch(() => undefined);
    await scene.close().catch(() => undefined);
    throw error;
  }
  await scene.close();
}

async function create(stage: Stage, { inputs }: Script): Promise<string> {
  const { action, says, id, outputs } = await stage.driver.apply(stage.lifecycle.type, 'subject', inputs);
  expect({ action, says }).toEqual({ action: 'create', says: '' });
  expect(stage.lifecycle.computes.filter((path) => !isFilled(outputs, path))).toEqual([]);
  await expectSettled(stage, inputs);
  return id;
}

/** `NotFoundException: NotFoundException: …`, as a refusal would look that was wrapped twice. */
const REPEATED_CODE = /\b([\w.]+): \1: /;

/** What is refused leaves everything as it was. */
async function refuse(stage: Stage, { inputs, refuses }: Script): Promise<void> {
  const unknown = { patch: { colour: 'red' }, says: 'the local cloud has no property "colour"' };
  for (const { patch, says } of [unknown, ...refuses]) {
    const refused = await stage.driver.apply(stage.lifecycle.type, 'refused', { ...inputs, ...patch });
    expect(refused).toMatchObject({ action: 'refused', says: expect.stringContaining(says) });
    expect(refused.says).not.toMatch(REPEATED_CODE);
  }
  await expectSettled(stage, inputs);
}

/** Resolves to the inputs after the last one. */
async function update(stage: Stage, { inputs, updates }: Script, id: string): Promise<Inputs> {
  const { lifecycle, driver, registry } = stage;
  const declare = async (wanted: Inputs) => {
    expect(await driver.apply(lifecycle.type, 'subject', wanted)).toMatchObject({
      action: 'update',
      says: '',
      id,
    });
    await expectSettled(stage, wanted);
  };
  let wanted = inputs;
  for (const patch of updates) {
    const before = { ...driver.checked('subject'), ...codeOf(wanted) };
    wanted = { ...wanted, ...patch };
    await declare(wanted);
    // Somebody takes the change back at the console. Nobody can see there which code it was.
    if ('code' in patch) continue;
    const last = driver.checked('subject');
    await registry.handler(lifecycle.type).update(id, before as never, last as never, atConsole(stage));
    await driver.refresh();
    // What the provider does not read back it does not miss.
    if (isUnread(stage, patch)) await expectSettled(stage, wanted);
    else await declare(wanted);
  }
  return wanted;
}

function isUnread({ lifecycle, registry }: Stage, patch: Inputs): boolean {
  const { rules } = registry.handler(lifecycle.type).forms ?? { rules: [] };
  return rules.some(({ path, unread }) => unread === true && path in patch);
}

/** What the state has of an archive is a hash. */
function codeOf(inputs: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => pulumi.asset.Archive.isInstance(value)),
  );
}

/** Somebody deletes it at the console. */
async function vanish(stage: Stage, inputs: Inputs): Promise<void> {
  const { lifecycle, driver, registry } = stage;
  if (lifecycle.vanishes === false) return;
  const { id } = await driver.apply(lifecycle.type, 'subject', inputs);
  await registry.handler(lifecycle.type).delete(id, driver.checked('subject') as never, atConsole(stage));
  await driver.refresh();
  expect(await driver.apply(lifecycle.type, 'subject', inputs)).toMatchObject({ action: 'create', says: '' });
}

async function replace(stage: Stage, { replaces }: Script, inputs: Inputs): Promise<void> {
  if (replaces === undefined) return;
  const wanted = { ...inputs, ...replaces };
  const replaced = await stage.driver.apply(stage.lifecycle.type, 'subject', wanted);
  expect(replaced).toMatchObject({ action: 'replace', says: '' });
  await expectSettled(stage, wanted);
}

async function remove(stage: Stage): Promise<void> {
  const { lifecycle, driver, registry } = stage;
  const last = driver.checked('subject');
  const { action, says, id } = await driver.remove('subject');
  expect({ action, says }).toEqual({ action: 'delete', says: '' });
  if (lifecycle.vanishes === false) return;
  const context = atConsole(stage, last.region);
  expect(await registry.handler(lifecycle.type).read(id, context, last as never)).toBeUndefined();
}

function atConsole(stage: Stage, region: unknown = stage.region): OperationContext {
  return { region: String(region), signal: AbortSignal.timeout(10_000) };
}

/** Declaring the same changes nothing, before and after what is there was read back. */
async function expectSettled({ lifecycle, driver }: Stage, inputs: Inputs): Promise<void> {
  expect(await driver.apply(lifecycle.type, 'subject', inputs)).toMatchObject({ action: 'same', says: '' });
  await driver.refresh();
  expect(await driver.apply(lifecycle.type, 'subject', inputs)).toMatchObject({ action: 'same', says: '' });
}

function isFilled(outputs: Inputs, path: string): boolean {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Inputs | undefined)?.[key], outputs);
  return value !== undefined && value !== '' && JSON.stringify(value) !== '[]';
}
