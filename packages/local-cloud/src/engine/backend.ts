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
  readonly retainOnDelete: boolean;
  readonly importId: string | undefined;
  /** As written in the options (`75m`); empty where there is none. */
  readonly timeouts: { readonly create: string; readonly update: string; readonly delete: string };
  readonly replacementTrigger: unknown;
  /** Each runs the program's hooks, and throws the error of the first that fails. */
  readonly beforeCreate: () => Promise<void>;
  /** The inputs have assets as hashes. */
  readonly beforeUpdate: (update: UpdateArguments) => Promise<void>;
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
