// What is live, what was before, and the last releases; and back to the version before, by a person.
import { StopDeploymentCommand } from '@aws-sdk/client-codedeploy';
import { shown } from '@petstore/custom-domains/output';
import { type ReleaseClients, ReleaseError, type ReleaseGroup } from './access.ts';
import { listDeployments, readAlias, readDeployment, takenBackNow, writeAlias } from './deployments.ts';
import { untilSettled } from './shift-traffic.ts';

export type ReleaseStatus = Awaited<ReturnType<typeof readStatus>>;

export interface ReleasedFunction {
  readonly functionName: string;
  readonly group: ReleaseGroup;
  /** The stack's output: what was before, as of the last run of Pulumi. */
  readonly knownBefore: string | undefined;
}

const SHOWN_RELEASES = 5;
/** The service model names no order of ListDeployments. It has returned the newest first: so many are compared. */
const READ_RELEASES = 25;

/** `before` is undefined before the second release. `releases`: the newest first; none where new code gets every call at once. */
export async function readStatus(
  clients: ReleaseClients,
  { functionName, group, knownBefore }: ReleasedFunction,
) {
  const [{ version: live, canary, takenBack }, ids] = await Promise.all([
    readAlias(clients, functionName),
    listDeployments(clients, group),
  ]);
  const read = await Promise.all(ids.slice(0, READ_RELEASES).map((id) => readDeployment(clients, id)));
  const byAge = read.toSorted((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''));
  const releases = byAge.slice(0, SHOWN_RELEASES);
  const last = releases.find(
    ({ to, status, goesBackFrom }) => to === live && status === 'Succeeded' && goesBackFrom === undefined,
  );
  // The output is older than a release that `pulumi up` did not end, and than a rollback: the version that was taken
  // back, and one with a higher number, served before that.
  const known = last?.from ?? knownBefore;
  const before = Number(known) < Number(live) && known !== takenBack?.version ? known : undefined;
  return { live, before, canary, takenBack, releases };
}

export interface RollbackPlan {
  readonly from: string;
  readonly to: string;
  readonly deploymentId?: string;
}

/** Throws a ReleaseError where there is no version before, and where the live one is the end of a rollback: the alias
 * remembers one version, and `pulumi up` would release the one that it forgets. */
export function planRollback({ live, before, takenBack, releases }: ReleaseStatus): RollbackPlan {
  const underWay = releases.find(({ isUnderWay }) => isUnderWay);
  if (underWay?.to !== undefined) return { from: underWay.to, to: live, deploymentId: underWay.id };
  const isEnd = takenBack !== undefined && Number(takenBack.version) > Number(live);
  if (before !== undefined && !isEnd) return { from: live, to: before };
  const why = isEnd
    ? shown`version ${takenBack.version} was gone back from at ${takenBack.at}, to version ${live}. Nothing was changed: change the code and release anew with pulumi up`
    : shown`no version before ${live} is known`;
  throw new ReleaseError('nothing-before', shown`there is nothing to go back to: ${why}`);
}

/** Resolves when every call goes to the version before: without CodeDeploy, unless a release is under way. `pulumi up`
 * does not release the version that was taken back. */
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
