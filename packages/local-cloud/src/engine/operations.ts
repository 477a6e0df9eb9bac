// How a deployment orders deletions, bounds an operation, and retries it for error hooks, as the real engine does
// (pulumi/pulumi, pkg/resource/deploy/retries.go).
import { CancelledError } from './deployment.ts';
import type { ResourceState } from './state.ts';

const MAX_TRIES = 100;

/**
 * `isToRetry` gets every error message so far, the newest first. Throws the error of the last try; where the run is stopped,
 * CancelledError, and no hook is asked about what the stop itself has ended.
 */
export async function retried<Result>(
  operation: () => Promise<Result>,
  isToRetry: (errors: readonly string[]) => Promise<boolean>,
  stopped: AbortSignal,
): Promise<Result> {
  const errors: string[] = [];
  for (;;) {
    if (stopped.aborted) throw new CancelledError();
    try {
      return await operation();
    } catch (error) {
      if (stopped.aborted) throw new CancelledError();
      errors.unshift((error as Error).message);
      if (errors.length >= MAX_TRIES) throw new Error('maximum number of error hook retries reached');
      if (!(await isToRetry(errors))) throw error;
    }
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `75m`, `1h30m` → milliseconds; undefined for an empty one. Throws for what Go would refuse. */
export function parseDuration(text: string): number | undefined {
  if (text === '') return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.map(([whole]) => whole).join('') !== text)
    throw new Error(`"${text}" is not a valid duration, such as 90s, 75m or 1h30m`);
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}

/** Dependents first, and children in front of their parents. Pulumi allows no cycles; the members of one would only have no defined order. */
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
