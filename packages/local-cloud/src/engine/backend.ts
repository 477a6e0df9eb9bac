// The backend of a program's run: what the program registers, and who handles it.
import type { OperationFailure, UpdateArguments } from './hooks.ts';

/** One `new Resource(…)` of the program, its inputs resolved. */
export interface Registration {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** It is empty for the stack itself. */
  readonly parent: string;
  /** URNs that it may have had before. */
  readonly aliases: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly dependencies: readonly string[];
  /** Of an explicit provider, `<urn>::<id>`; empty for the default one. */
  readonly provider: string;
  readonly protect: boolean;
  /** Where it is no longer declared or is replaced, the stack forgets it, and it stays in the cloud. */
  readonly retainOnDelete: boolean;
  /** The id by which the provider finds the existing resource to take over; undefined: none. */
  readonly importId: string | undefined;
  /** As written in the options (`75m`); empty where there is none. */
  readonly timeouts: { readonly create: string; readonly update: string; readonly delete: string };
  /** Undefined: none. A value that differs from the state's replaces the resource. */
  readonly replacementTrigger: unknown;
  /** Runs the program's hooks; throws the error of the first that fails. */
  readonly beforeCreate: () => Promise<void>;
  /** Like beforeCreate, for an update; the inputs have assets as hashes. */
  readonly beforeUpdate: (update: UpdateArguments) => Promise<void>;
  /** Runs the program's error hooks for a failed operation; throws the error of the first that fails. */
  readonly onError: (failure: OperationFailure) => Promise<void>;
}

export interface Registered {
  readonly id?: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Handles registrations and data sources; an error fails only the one that threw it. */
export interface Backend {
  register(registration: Registration): Promise<Registered>;
  previousResources(): Readonly<Record<string, object>>;
  invoke(token: string, inputs: Readonly<Record<string, unknown>>): Promise<object>;
  /** Outputs of the stack's last deployment; empty where there is none. */
  previousOutputs(): Readonly<Record<string, unknown>>;
}
