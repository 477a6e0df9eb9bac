// The types of a deployment, and what the in-process engine stores of a stack between runs.
import type { Registry } from '../resources/registry.ts';
import type { Collection, Store } from '../store.ts';

/** `import`: a resource that exists already is taken into the state; an update may follow. */
export type Action = 'create' | 'import' | 'update' | 'replace' | 'delete' | 'same';

export interface Change {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  readonly action: Action;
}

export interface Failure extends Change {
  readonly error: Error;
}

export interface Deployment {
  /** Undefined where the program did not reach its end. */
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  readonly changes: readonly Change[];
  readonly failures: readonly Failure[];
  readonly error: Error | undefined;
}

export interface EngineOptions {
  readonly registry: Registry;
  readonly store: Store;
  readonly region: string;
  /** Every wait under way ends with it. */
  readonly signal: AbortSignal;
  readonly onChange?: (change: Change) => void;
}

/** The run is stopped. As in the real engine ("update canceled"), no operation begins any more, and what is done is in the state. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  readonly code = 'deployment-cancelled';

  constructor() {
    super('the deployment was cancelled');
  }
}

export interface ResourceState extends Omit<Change, 'action'> {
  /** Undefined for a component resource, which has nothing in the cloud. */
  readonly id: string | undefined;
  /** The id that it was imported by, which may differ from `id`; absent where it was created. */
  readonly importId?: string;
  /** Checked, with defaults; each asset is represented by its hash. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly computed: Readonly<Record<string, unknown>>;
  readonly replacementTrigger: unknown;
  /** URNs of the resources that its inputs and `dependsOn` refer to. */
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  /** Absent in a state that an earlier release wrote: false. */
  readonly retainOnDelete?: boolean;
  readonly region: string;
  /** Milliseconds. */
  readonly deleteTimeout: number;
}

export function stackState(store: Store): Collection<ResourceState> {
  return store.collection<ResourceState>('resources');
}

export function stackOutputs(store: Store): Collection<Readonly<Record<string, unknown>>> {
  return store.collection<Readonly<Record<string, unknown>>>('outputs');
}
