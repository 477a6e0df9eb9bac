// What the removal of a declared host needs, of the command and of the page alike.
import type { StackPlan } from '../../../infra/plan/types.ts';
import type { Deployed } from '../deployed-hosts.ts';

export interface RemovalTerms {
  /** Production refuses it without an entry in petstore:removals. */
  readonly isListed: boolean;
  /** Of a host that was never deployed: what says so, to go on after "never deployed: ". */
  readonly never?: string;
}

/** Where the outputs are not known, the host may have been deployed. */
export function removalTerms(
  host: string,
  { production, stack }: Pick<StackPlan, 'production' | 'stack'>,
  deployed: Deployed | undefined,
): RemovalTerms {
  if (deployed === undefined || deployed.has(host)) return { isListed: production };
  return { isListed: false, never: `the outputs of ${stack} do not have it` };
}
