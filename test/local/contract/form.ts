// A row of the table of forms: what the provider shows of something that was declared in another form than is kept.
import { expect } from 'vitest';
import type { Door, Inputs } from './door.ts';
import { type Life, openScene, type Scene } from './life.ts';

type Patch = Inputs | ((inputs: Inputs, scene: Scene) => Inputs | Promise<Inputs>);

export interface FormRow {
  readonly type: string;
  /** What is declared, and how. */
  readonly what: string;
  /** Beside the inputs of the type's life. */
  readonly declares: Patch;
  /** Declared in its place once it is there and was read back; left out: the same again. */
  readonly next?: Patch;
  /** What each preview shows then: no change, or one that is there for ever. */
  readonly shows: 'same' | 'update' | 'replace';
  /** Shown only once it was read back: a resource of the plugin framework. */
  readonly afterRefresh?: true;
  /** Where the real provider, or the service, does so: path and function, or an issue. */
  readonly source: string;
}

/** Creates, reads back and compares, twice: a change that goes away with the next run would not be for ever. */
export async function showForm({ row, life, door }: { row: FormRow; life: Life; door: Door }): Promise<void> {
  const scene = openScene(door);
  const apply = (inputs: Inputs) => door.apply(row.type, 'subject', inputs);
  try {
    const { inputs } = await life.script(scene);
    const patched = async (patch: Patch) => ({
      ...inputs,
      ...(typeof patch === 'function' ? await patch(inputs, scene) : patch),
    });
    const declared = await patched(row.declares);
    expect(await apply(declared)).toMatchObject({ action: 'create', says: '' });
    const again = row.next === undefined ? declared : await patched(row.next);
    const atOnce = row.afterRefresh === true ? 'same' : row.shows;
    expect(await apply(again)).toMatchObject({ action: atOnce, says: '' });
    await showAfterRefresh(row, door, () => apply(again));
  } finally {
    await door.remove('subject').catch(() => undefined);
    await scene.close().catch(() => undefined);
  }
}

async function showAfterRefresh(
  { next, shows }: FormRow,
  door: Door,
  apply: () => ReturnType<Door['apply']>,
): Promise<void> {
  // What was declared in its place is there now: it is compared with itself.
  const shown = next === undefined ? shows : 'same';
  for (const _ of [1, 2]) {
    await door.refresh();
    expect(await apply()).toMatchObject({ action: shown, says: '' });
  }
}
