// What the in-process engine stores of a stack between runs; Pulumi's own engine has the checkpoint for it.
import type { Collection, Store } from '../store.ts';

export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Undefined for a component resource, which has nothing in the cloud. */
  readonly id: string | undefined;
  /** The id that it was imported by, which may differ from `id`; absent where it was created. */
  readonly importId?: string;
  readonly parent: string;
  /** Checked, with defaults; each asset is represented by its hash. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly computed: Readonly<Record<string, unknown>>;
  /** As last registered; undefined: none. */
  readonly replacementTrigger: unknown;
  /** URNs of the resources that its inputs and `dependsOn` refer to. */
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  /** Absent in a state that an earlier release wrote: false. */
  readonly retainOnDelete?: boolean;
  readonly region: string;
  /** Time limit of the deletion, in milliseconds. */
  readonly deleteTimeout: number;
}

export function stackState(store: Store): Collection<ResourceState> {
  return store.collection<ResourceState>('resources');
}

/** Outputs of the last deployment, by the stack's name. */
export function stackOutputs(store: Store): Collection<Readonly<Record<string, unknown>>> {
  return store.collection<Readonly<Record<string, unknown>>>('outputs');
}
