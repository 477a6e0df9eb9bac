// The deletions of one deployment: what was replaced, and what the program no longer declares. Dependents go before what
// they depend on, children before their parents.
import type { ContextFor, EngineOptions } from './deployment.ts';
import type { ResourceState } from './state.ts';

export interface DeletionReport {
  deleted(state: ResourceState): void;
  failed(state: ResourceState, error: Error): void;
}

export class Deletions {
  readonly #options: EngineOptions;
  readonly #context: ContextFor;
  readonly #report: DeletionReport;
  readonly #replaced: ResourceState[] = [];

  constructor(options: EngineOptions, context: ContextFor, report: DeletionReport) {
    this.#options = options;
    this.#context = context;
    this.#report = report;
  }

  /** Leaves a replaced resource to `deleteRest`: until then its dependents may still use it. */
  defer(replaced: ResourceState): void {
    this.#replaced.push(replaced);
  }

  /**
   * Throws what the service refuses. A component has nothing in the cloud, and what is retained stays there: only the state
   * forgets it. `protect` goes first, as in the real engine (pkg/resource/deploy/step.go, DeleteStep.Apply).
   */
  async delete(state: ResourceState): Promise<void> {
    const { id, type, urn, inputs, region, protect, retainOnDelete = false, deleteTimeout } = state;
    if (protect) throw new Error(`${urn} is protected: remove \`protect\` before you delete it`);
    if (id === undefined || retainOnDelete) return;
    const handler = this.#options.registry.handler(type);
    await handler.delete(id, inputs as never, this.#context(region, deleteTimeout));
  }

  /** Without `deleteRest`, as of a run that ends early: beside their successors, for the next deployment to delete. */
  keepReplaced(): void {
    for (const state of this.#replaced) this.#options.state.set(...pendingDeletion(state));
  }

  /** Deletes what was replaced and what the program no longer declares; dependents first. */
  async deleteRest(undeclared: readonly ResourceState[]): Promise<void> {
    const { state: states } = this.#options;
    const replaced = new Set(this.#replaced);
    // In one order: a resource that is no longer declared may be the last that uses a replaced one.
    for (const state of deletionOrder([...undeclared, ...replaced])) {
      const deleted = await this.#attempt(state);
      if (deleted && !replaced.has(state)) states.delete(state.urn);
      // Kept beside its successor, for the next deployment to try again.
      if (!deleted && replaced.has(state)) states.set(...pendingDeletion(state));
    }
  }

  async #attempt(state: ResourceState): Promise<boolean> {
    if (this.#options.signal.aborted) return false;
    try {
      await this.delete(state);
      if (state.id !== undefined && state.retainOnDelete !== true) this.#report.deleted(state);
      return true;
    } catch (error) {
      if (this.#options.signal.aborted) return false;
      this.#report.failed(state, error as Error);
      return false;
    }
  }
}

function pendingDeletion(state: ResourceState): [string, ResourceState] {
  const urn = `${state.urn} ${state.id}`;
  return [urn, { ...state, urn }];
}

/** Dependents first. Pulumi allows no cycles; the members of one would only have no defined order. */
export function deletionOrder(doomed: readonly ResourceState[]): ResourceState[] {
  const byUrn = new Map(doomed.map((state) => [state.urn, state]));
  const ordered: ResourceState[] = [];
  const visited = new Set<string>();
  const visit = (state: ResourceState) => {
    if (visited.has(state.urn)) return;
    visited.add(state.urn);
    for (const urn of [...state.dependencies, state.parent]) {
      const needed = byUrn.get(urn);
      if (needed !== undefined) visit(needed);
    }
    ordered.push(state);
  };
  for (const state of doomed) visit(state);
  return ordered.reverse();
}
