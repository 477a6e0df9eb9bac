// The order of deletions: dependents before what they depend on, children before their parents.
import type { ResourceState } from './state.ts';

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
