// What a program's run is connected to: what it registers, and what answers it.
import type { OperationFailure } from './hooks.ts';

/** One `new Resource(…)` of the program, its inputs resolved. */
export interface Registration {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** URN; empty for the stack itself. */
  readonly parent: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  /** As written in the options (`75m`); empty where none. */
  readonly timeouts: { readonly create: string; readonly update: string; readonly delete: string };
  /** Undefined: none. One that is not what the state remembers replaces the resource. */
  readonly replacementTrigger: unknown;
  /** Asks the program's hooks for it; throws what one objects to. */
  readonly beforeCreate: () => Promise<void>;
  /** Tells the program's error hooks of a failed operation; whether one of them wants it tried again. */
  readonly onError: (failure: OperationFailure) => Promise<boolean>;
}

export interface Registered {
  readonly id?: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What stands behind the program: answers registrations and data sources; a throw fails that one alone. */
export interface Backend {
  register(registration: Registration): Promise<Registered>;
  /** Outputs of each resource that the last deployment left, by URN. */
  previousResources(): Readonly<Record<string, object>>;
  invoke(token: string, inputs: Readonly<Record<string, unknown>>): Promise<object>;
  /** Outputs of the stack's last deployment; empty where there was none. */
  previousOutputs(): Readonly<Record<string, unknown>>;
}
