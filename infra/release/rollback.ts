// Back to the version before, by a person.
import { StopDeploymentCommand } from '@aws-sdk/client-codedeploy';
import { shown } from '@petstore/custom-domains/output';
import type { ReleaseClients } from './access.ts';
import { readAlias, takenBackNow, writeAlias } from './alias.ts';
import { ReleaseError } from './release-error.ts';
import { untilSettled } from './shift-traffic.ts';
import type { ReleaseStatus } from './status.ts';

export interface RollbackPlan {
  /** The version that loses its calls, and the one that gets them all. */
  readonly from: string;
  readonly to: string;
  /** The release that is ended, where one is under way. */
  readonly deploymentId?: string;
}

/** Throws a ReleaseError where there is no version before. */
export function planRollback({ live, before, releases }: ReleaseStatus): RollbackPlan {
  const underWay = releases.find(({ isUnderWay }) => isUnderWay);
  if (underWay?.to !== undefined) return { from: underWay.to, to: live, deploymentId: underWay.id };
  if (before !== undefined) return { from: live, to: before };
  const text = shown`no version before ${live} is known: there is nothing to go back to`;
  throw new ReleaseError('nothing-before', text);
}

/**
 * Resolves when every call goes to the version before. The alias itself is changed, without CodeDeploy, unless a release
 * is under way: nothing else has to work for it. The version that was taken back is not released again by itself.
 */
export async function rollBack(
  clients: ReleaseClients,
  { functionName }: { readonly functionName: string },
  { from, to, deploymentId }: RollbackPlan,
): Promise<void> {
  if (deploymentId !== undefined) await endRelease(clients, deploymentId);
  const alias = await readAlias(clients, functionName);
  await writeAlias(clients, functionName, alias, { version: to, description: takenBackNow(from) });
}

/** Lets `pulumi up` release the version that was taken back. Returns its number; undefined where there is none. */
export async function allowAgain(clients: ReleaseClients, functionName: string): Promise<string | undefined> {
  const alias = await readAlias(clients, functionName);
  if (alias.takenBack === undefined) return undefined;
  await writeAlias(clients, functionName, alias, { version: alias.version, description: '' });
  return alias.takenBack.version;
}

/** A release that ended by itself in this moment has nothing left to stop. */
async function endRelease(clients: ReleaseClients, deploymentId: string): Promise<void> {
  try {
    await clients.codeDeploy.send(new StopDeploymentCommand({ deploymentId, autoRollbackEnabled: true }));
  } catch (error) {
    if ((error as Error).name !== 'DeploymentAlreadyCompletedException') throw error;
  }
  await untilSettled(clients, deploymentId);
}
