// A row of the table of forms: what the provider shows of something that was declared in another form than is kept.
import { expect } from 'vitest';
import type { Driver, Inputs } from './driver.ts';
import { type Lifecycle, openScene, type Scene } from './lifecycle.ts';

/** A function is given what is declared so far. */
type Patch = Inputs | ((inputs: Inputs, scene: Scene) => Inputs | Promise<Inputs>);

export interface FormRow {
  readonly type: string;
  /** What is declared, and how. */
  readonly what: string;
  /** Beside the inputs of the type's life. */
  readonly declares: Patch;
  /** Of what create and read give back: the inputs whose form is another. */
  readonly gives?: Inputs;
  /** What neither of the two gives back at all. */
  readonly lacks?: readonly string[];
  /** Declared in its place once it was read back, beside the inputs of the life; left out: the same again. */
  readonly next?: Patch;
  /** What each preview shows then: no change, or one that is there for ever. */
  readonly shows: 'same' | 'update' | 'replace';
  /** Shown only once it was read back: a resource of the plugin framework. */
  readonly afterRefresh?: true;
  /** Where the real provider, or the service, does so: path and function, or an issue. */
  readonly source: string;
}

/** Creates, reads back and compares, twice: a change that goes away with the next run would not be for ever. */
export async function showForm({
  row,
  lifecycle,
  driver,
}: {
  row: FormRow;
  lifecycle: Lifecycle;
  driver: Driver;
}): Promise<void> {
  const scene = openScene(driver);
  const apply = (inputs: Inputs) => driver.apply(row.type, 'subject', inputs);
  try {
    const { inputs } = await lifecycle.script(scene);
    const patched = async (patch: Patch, declaredSoFar: Inputs) => ({
      ...inputs,
      ...(typeof patch === 'function' ? await patch(declaredSoFar, scene) : patch),
    });
    const declared = await patched(row.declares, inputs);
    const created = await apply(declared);
    expect(created).toMatchObject({ action: 'create', says: '' });
    if (row.afterRefresh === undefined) showGiven(row, created.outputs);
    await showAtOnce(row, () => apply(declared));
    await driver.refresh();
    showGiven(row, driver.checked('subject'));
    const again = row.next === undefined ? declared : await patched(row.next, declared);
    await showAfterRefresh(row, driver, () => apply(again));
  } finally {
    await driver.remove('subject').catch(() => undefined);
    await scene.close().catch(() => undefined);
  }
}

function showGiven({ gives = {}, lacks = [] }: FormRow, given: Inputs): void {
  expect(given).toMatchObject(gives);
  expect(lacks.filter((key) => given[key] !== undefined)).toEqual([]);
}

type Apply = () => ReturnType<Driver['apply']>;

/** Before anything was read back by a refresh. */
async function showAtOnce({ next, shows, afterRefresh }: FormRow, apply: Apply): Promise<void> {
  const action = next === undefined && afterRefresh === undefined ? shows : 'same';
  expect(await apply()).toMatchObject({ action, says: '' });
}

async function showAfterRefresh({ next, shows }: FormRow, driver: Driver, apply: Apply): Promise<void> {
  expect(await apply()).toMatchObject({ action: shows, says: '' });
  await driver.refresh();
  // What was declared in its place is there now: it is compared with itself.
  expect(await apply()).toMatchObject({ action: next === undefined ? shows : 'same', says: '' });
}
