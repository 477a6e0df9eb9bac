// Lives a life through a door: create, read, refusals, update, what somebody else does, replace, delete.
import * as pulumi from '@pulumi/pulumi';
import { expect } from 'vitest';
import type { OperationContext } from '../../src/handler.ts';
import type { Registry } from '../../src/registry.ts';
import type { Door, Inputs } from './driver.ts';
import { type Life, openScene, type Script } from './lifecycle.ts';

interface Stage {
  readonly life: Life;
  readonly door: Door;
  readonly registry: Registry;
  readonly region: string;
}

export async function live(stage: Stage): Promise<void> {
  const scene = openScene(stage.door);
  try {
    const script = await stage.life.script(scene);
    const id = await create(stage, script);
    await refuse(stage, script);
    const updated = await update(stage, script, id);
    await vanish(stage, updated);
    await replace(stage, script, updated);
    await remove(stage);
  } catch (error) {
    // What can be is cleaned up for the next life, and the first error is the one to read.
    await stage.door.remove('subject').catch(() => undefined);
    await scene.close().catch(() => undefined);
    throw error;
  }
  await scene.close();
}

async function create(stage: Stage, { inputs }: Script): Promise<string> {
  const { action, says, id, outputs } = await stage.door.apply(stage.life.type, 'subject', inputs);
  expect({ action, says }).toEqual({ action: 'create', says: '' });
  expect(stage.life.computes.filter((path) => !isFilled(outputs, path))).toEqual([]);
  await expectSettled(stage, inputs);
  return id;
}

/** What is refused leaves everything as it was. */
async function refuse(stage: Stage, { inputs, refuses }: Script): Promise<void> {
  const unknown = { patch: { colour: 'red' }, says: 'the local cloud has no property "colour"' };
  for (const { patch, says } of [unknown, ...refuses]) {
    const refused = await stage.door.apply(stage.life.type, 'refused', { ...inputs, ...patch });
    expect(refused).toMatchObject({ action: 'refused', says: expect.stringContaining(says) });
  }
  await expectSettled(stage, inputs);
}

/** Resolves to the inputs after the last one. */
async function update(stage: Stage, { inputs, updates }: Script, id: string): Promise<Inputs> {
  const { life, door, registry } = stage;
  const declare = async (wanted: Inputs) => {
    expect(await door.apply(life.type, 'subject', wanted)).toMatchObject({ action: 'update', says: '', id });
    await expectSettled(stage, wanted);
  };
  let wanted = inputs;
  for (const patch of updates) {
    const before = { ...door.checked('subject'), ...codeOf(wanted) };
    wanted = { ...wanted, ...patch };
    await declare(wanted);
    // Somebody takes the change back at the console. Nobody can see there which code it was.
    if ('code' in patch) continue;
    const last = door.checked('subject');
    await registry.handler(life.type).update(id, before as never, last as never, atConsole(stage));
    await door.refresh();
    // What the provider does not read back it does not miss.
    if (isUnread(stage, patch)) await expectSettled(stage, wanted);
    else await declare(wanted);
  }
  return wanted;
}

function isUnread({ life, registry }: Stage, patch: Inputs): boolean {
  const { rules } = registry.handler(life.type).forms ?? { rules: [] };
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
  const { life, door, registry } = stage;
  if (life.vanishes === false) return;
  const { id } = await door.apply(life.type, 'subject', inputs);
  await registry.handler(life.type).delete(id, door.checked('subject') as never, atConsole(stage));
  await door.refresh();
  expect(await door.apply(life.type, 'subject', inputs)).toMatchObject({ action: 'create', says: '' });
}

async function replace(stage: Stage, { replaces }: Script, inputs: Inputs): Promise<void> {
  if (replaces === undefined) return;
  const wanted = { ...inputs, ...replaces };
  const replaced = await stage.door.apply(stage.life.type, 'subject', wanted);
  expect(replaced).toMatchObject({ action: 'replace', says: '' });
  await expectSettled(stage, wanted);
}

async function remove(stage: Stage): Promise<void> {
  const { life, door, registry } = stage;
  const last = door.checked('subject');
  const { action, says, id } = await door.remove('subject');
  expect({ action, says }).toEqual({ action: 'delete', says: '' });
  if (life.vanishes === false) return;
  const context = atConsole(stage, last.region);
  expect(await registry.handler(life.type).read(id, context, last as never)).toBeUndefined();
}

function atConsole(stage: Stage, region: unknown = stage.region): OperationContext {
  return { region: String(region), signal: AbortSignal.timeout(10_000) };
}

/** Declaring the same changes nothing, before and after what is there was read back. */
async function expectSettled({ life, door }: Stage, inputs: Inputs): Promise<void> {
  expect(await door.apply(life.type, 'subject', inputs)).toMatchObject({ action: 'same', says: '' });
  await door.refresh();
  expect(await door.apply(life.type, 'subject', inputs)).toMatchObject({ action: 'same', says: '' });
}

function isFilled(outputs: Inputs, path: string): boolean {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Inputs | undefined)?.[key], outputs);
  return value !== undefined && value !== '' && JSON.stringify(value) !== '[]';
}
