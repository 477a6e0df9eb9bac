// One form rule: what the provider shows for an input that was declared in another form than the service stores.
import { expect } from 'vitest';
import type { Driver, Inputs } from './driver.ts';
import { type Fixture, type Lifecycle, openFixture } from './lifecycle.ts';

/** A function gets the inputs declared so far. */
type Patch = Inputs | ((inputs: Inputs, fixture: Fixture) => Inputs | Promise<Inputs>);

export interface Form {
  /** The input, and its declared form. */
  readonly what: string;
  /** Beside the inputs of the type's lifecycle. */
  readonly declares: Patch;
  /** The outputs of create and read whose form differs. */
  readonly gives?: Inputs;
  /** Inputs that neither of the two returns. */
  readonly lacks?: readonly string[];
  /** The inputs declared after the read; absent: the same again. */
  readonly next?: Patch;
  /** What each later preview shows: no change, which is the default, or the same change in each run. */
  readonly shows?: 'same' | 'update' | 'replace';
  /** The change shows only after a refresh: a resource of the plugin framework. */
  readonly afterRefresh?: boolean;
}

/** The source of each is beside its rule, in the service's form.ts. */
export interface FormRow extends Form {
  readonly type: string;
}

export const rows = (type: string, forms: readonly Form[]): FormRow[] =>
  forms.map((form) => ({ type, ...form }));

/** Creates, reads back and compares, twice: a change that the next run removes would not be permanent. */
export async function checkForm({
  row,
  lifecycle,
  driver,
}: {
  row: FormRow;
  lifecycle: Lifecycle;
  driver: Driver;
}): Promise<void> {
  const fixture = openFixture(driver);
  const apply = (inputs: Inputs) => driver.apply(row.type, 'subject', inputs);
  try {
    const { inputs } = await lifecycle.script(fixture);
    const patched = async (patch: Patch, declaredSoFar: Inputs) => ({
      ...inputs,
      ...(typeof patch === 'function' ? await patch(declaredSoFar, fixture) : patch),
    });
    const declared = await patched(row.declares, inputs);
    const created = await apply(declared);
    expect(created).toMatchObject({ action: 'create', message: '' });
    if (row.afterRefresh !== true) showGiven(row, created.outputs);
    await showAtOnce(row, () => apply(declared));
    await driver.refresh();
    showGiven(row, driver.checked('subject'));
    const again = row.next === undefined ? declared : await patched(row.next, declared);
    await showAfterRefresh(row, driver, () => apply(again));
  } finally {
    await driver.remove('subject').catch(() => undefined);
    await fixture.close().catch(() => undefined);
  }
}

function showGiven({ gives = {}, lacks = [] }: FormRow, given: Inputs): void {
  expect(given).toMatchObject(gives);
  expect(lacks.filter((key) => given[key] !== undefined)).toEqual([]);
}

type Apply = () => ReturnType<Driver['apply']>;

/** Before a refresh has read anything back. */
async function showAtOnce({ next, shows = 'same', afterRefresh }: FormRow, apply: Apply): Promise<void> {
  const action = next === undefined && afterRefresh !== true ? shows : 'same';
  expect(await apply()).toMatchObject({ action, message: '' });
}

async function showAfterRefresh(
  { next, shows = 'same' }: FormRow,
  driver: Driver,
  apply: Apply,
): Promise<void> {
  expect(await apply()).toMatchObject({ action: shows, message: '' });
  await driver.refresh();
  // What was declared in its place is there now: it is compared with itself.
  expect(await apply()).toMatchObject({ action: next === undefined ? shows : 'same', message: '' });
}
