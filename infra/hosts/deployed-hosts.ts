// Which hosts the last deployment that reached its end had, from the stack's output `hosts`.
import type { StackState } from '@petstore/custom-domains/many-hosts';
import type { HostOutput } from './host-output.ts';

/** By host; empty for a stack never deployed. */
export function previousHosts({ outputs }: StackState): Readonly<Record<string, HostOutput>> {
  return (outputs.hosts ?? {}) as Readonly<Record<string, HostOutput>>;
}

/** Hosts that are deployed: a removal is judged by these. A host that was blocked or failed is not deployed. */
export function deployedHosts(state: StackState): string[] {
  return Object.entries(previousHosts(state))
    .filter(([, { certificate }]) => certificate !== undefined && certificate !== 'FAILED')
    .map(([host]) => host);
}
