// The types of a deployment: its options, its changes and its result.

import type { OperationContext } from '../resources/handler.ts';
import type { Registry } from '../resources/registry.ts';
import type { Store } from '../store.ts';

/** `import`: a resource that exists already is taken into the state; an update may follow. */
export type Action = 'create' | 'import' | 'update' | 'replace' | 'delete' | 'same';

export interface Change {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** URN of its parent component. */
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
  /** Of the stacks' state. */
  readonly store: Store;
  readonly region: string;
  /** Aborted when the run is to end: every wait under way ends with it. */
  readonly signal: AbortSignal;
  /** Called with each change when it is done, for progress. */
  readonly onChange?: (change: Change) => void;
}

/** As the AWS provider's own longest default; options override it per resource. */
export const DEFAULT_TIMEOUT_MS = 30 * 60_000;

/** What an operation runs in: its region and its time limit. */
export function contextOf(
  { signal }: EngineOptions,
  region: string,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): OperationContext {
  return { region, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
}

/** The run is stopped. As in the real engine ("update canceled"), no operation begins any more, and what is done is in the state. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  readonly code = 'deployment-cancelled';

  constructor() {
    super('the deployment was cancelled');
  }
}
