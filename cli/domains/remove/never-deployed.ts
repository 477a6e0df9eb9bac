// Whether a host that leaves a stack's file was ever deployed. Where that is wrong, production refuses the deployment, and nothing is lost.
import type { StackPlan } from '../../../infra/plan/types.ts';
import { deployedRevision } from '../checkout.ts';
import type { Context } from '../context.ts';
import type { Deployed } from '../deployed-hosts.ts';
import { hostsAt } from '../stack.ts';

/**
 * By the outputs; where they are not known, by the file in the revision that is deployed. Undefined where it may have been, else
 * what says that it was not, to go on after "never deployed: ".
 */
export async function neverDeployed(
  host: string,
  deployed: Deployed | undefined,
  { folder, stack }: Pick<Context, 'folder' | 'stack'>,
): Promise<string | undefined> {
  if (deployed !== undefined)
    return deployed.has(host) ? undefined : `the outputs of ${stack} do not have it`;
  const revision = await deployedRevision(folder);
  if (revision === undefined) return undefined;
  const hosts = await hostsAt(folder, stack, revision);
  if (hosts === undefined || hosts.has(host)) return undefined;
  return `Pulumi.${stack}.yaml did not have it at ${revision.slice(0, ABBREVIATED)}, which is deployed`;
}

export interface RemovalTerms {
  /** Production refuses it without an entry in petstore:removals. */
  readonly isListed: boolean;
  /** Of a host that was never deployed: what says so, as `neverDeployed` has it. */
  readonly never?: string;
}

/** What the removal of a declared host needs, of the command and of the page alike. */
export async function removalTerms(
  host: string,
  { production }: Pick<StackPlan, 'production'>,
  deployed: Deployed | undefined,
  place: Pick<Context, 'folder' | 'stack'>,
): Promise<RemovalTerms> {
  const never = await neverDeployed(host, deployed, place);
  return { isListed: production && never === undefined, ...(never !== undefined && { never }) };
}

/** As many characters as git shows of a commit. */
const ABBREVIATED = 7;
