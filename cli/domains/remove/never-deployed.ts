// Whether a host that leaves a stack's file was ever deployed. Where that is wrong, production refuses the deployment, and nothing is lost.
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

/** As many characters as git shows of a commit. */
const ABBREVIATED = 7;
