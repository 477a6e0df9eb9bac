// What the in-process engine remembers of a stack between runs, as Pulumi's own checkpoint does.
import type { Collection, Store } from '../store.ts';

export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Component resources have no id: nothing of them is in the cloud. */
  readonly id: string | undefined;
  readonly parent: string;
  /** As checked: defaults filled in; assets stand as their hash. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly computed: Readonly<Record<string, unknown>>;
  /** As last registered; undefined: none. */
  readonly replacementTrigger: unknown;
  /** URNs, of the resources that its inputs and `dependsOn` came from. */
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  readonly region: string;
  /** Milliseconds; bounds the deletion. */
  readonly deleteTimeout: number;
}

export function stackState(store: Store): Collection<ResourceState> {
  return store.collection<ResourceState>('resources');
}

/** Outputs of the last deployment, by the stack's name. */
export function stackOutputs(store: Store): Collection<Readonly<Record<string, unknown>>> {
  return store.collection<Readonly<Record<string, unknown>>>('outputs');
}
