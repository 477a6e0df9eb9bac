// The life of one resource type, told once and lived through both front doors.
import type { Driver, Inputs } from './driver.ts';

export type Made = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Scene {
  /** Makes what the resource needs; resolves to its outputs. Throws where it is refused. */
  make(type: string, name: string, inputs: Inputs): Promise<Made>;
}

/** The inputs with this patch are refused, in these words among others. */
export interface Refusal {
  readonly patch: Inputs;
  readonly says: string;
}

export interface Script {
  readonly inputs: Inputs;
  /** Patches that change it in place; none where the provider has no such change. */
  readonly updates: readonly Inputs[];
  /** A patch that makes it anew; absent where nothing of it forces that. */
  readonly replaces?: Inputs;
  readonly refuses: readonly Refusal[];
}

export interface Lifecycle {
  readonly type: string;
  /** Outputs that the service adds. */
  readonly computes: readonly string[];
  /** False for what is nothing in the cloud, so that nobody can delete it there. */
  readonly vanishes?: false;
  script(scene: Scene): Promise<Script>;
}

/** A scene that cleans up after itself, the last made first. */
export function openScene(driver: Driver): Scene & { close(): Promise<void> } {
  const names: string[] = [];
  return {
    async make(type, name, inputs) {
      const { action, says, id, outputs } = await driver.apply(type, name, inputs);
      if (action === 'refused') throw new Error(`${type} ${name}: ${says}`);
      names.push(name);
      return { ...outputs, id };
    },
    async close() {
      for (const name of names.reverse()) {
        const { action, says } = await driver.remove(name);
        if (action === 'refused') throw new Error(`${name} could not be removed: ${says}`);
      }
    },
  };
}
