// The lifecycle of one resource type.
import type { Driver, Inputs } from './protocol.ts';

export type Created = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Fixture {
  /** Creates a resource that the subject depends on; resolves to its outputs. Throws where it is refused. */
  create(type: string, name: string, inputs: Inputs): Promise<Created>;
}

export interface Script {
  readonly inputs: Inputs;
  /** Patches that update it in place; none where every change replaces it. */
  readonly updates: readonly Inputs[];
  /** A patch that replaces it; absent where no input does. */
  readonly replaces?: Inputs;
}

export interface Lifecycle {
  readonly type: string;
  /** Outputs that the service adds. */
  readonly computes: readonly string[];
  /** False for a resource type that has nothing in the cloud, or that the service refuses to delete. */
  readonly deletable?: false;
  script(fixture: Fixture): Promise<Script>;
}

/** A fixture whose `close` removes what it created, the last first. */
export function openFixture(driver: Driver): Fixture & { close(): Promise<void> } {
  const names: string[] = [];
  return {
    async create(type, name, inputs) {
      const { action, message, id, outputs } = await driver.apply(type, name, inputs);
      if (action === 'refused') throw new Error(`${type} ${name}: ${message}`);
      names.push(name);
      return { ...outputs, id };
    },
    async close() {
      for (const name of names.reverse()) {
        const { action, message } = await driver.remove(name);
        if (action === 'refused') throw new Error(`${name} could not be removed: ${message}`);
      }
    },
  };
}
