// What `pulumi up` does before it points `live` to another version: CodeDeploy shifts the calls and watches the alarms.
import { setTimeout as pause } from 'node:timers/promises';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { type Shown, shown } from '@petstore/custom-domains/output';
import { type ReleaseClients, ReleaseError, type ReleaseGroup } from './access.ts';
import {
  createDeployment,
  type Deployment,
  deploymentUnderWay,
  isStoppedByPerson,
  readAlias,
  readDeployment,
  roleOf,
  writeAlias,
} from './deployments.ts';

interface ShiftRequest {
  readonly functionName: string;
  readonly version: string;
  readonly group: ReleaseGroup;
  readonly report: (line: Shown) => void;
}

/** Resolves when `live` is at the version: a release of it that is under way is followed. Throws a ReleaseError where
 * CodeDeploy went back, another release is under way, or a person took the version back. */
export async function shiftTraffic(clients: ReleaseClients, request: ShiftRequest): Promise<void> {
  const { functionName, version, group, report } = request;
  const underWay = await deploymentUnderWay(clients, group);
  if (underWay !== undefined) {
    if (underWay.to !== version) throw otherUnderWay(underWay);
    report(shown`the release of version ${version} is under way: ${underWay.id}`);
    return follow(clients, underWay.id, request);
  }
  const alias = await readAlias(clients, functionName);
  if (alias.takenBack?.version === version) throw wasTakenBack(version, alias.takenBack.at);
  if (alias.version === version && alias.canary === undefined) return;
  // "Both versions must have the same execution role" (docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html).
  const [role, before] = await Promise.all(
    [version, alias.version].map((one) => roleOf(clients, functionName, one)),
  );
  const next = role === before ? alias.version : version;
  // Somebody stopped a deployment without going back: its share would be an unwatched one.
  if (alias.canary !== undefined || role !== before)
    await writeAlias(clients, functionName, alias, { version: next });
  if (role !== before)
    report(
      shown`version ${version} gets every call at once, and no alarm sends it back: its role is not the one of version ${alias.version}, and Lambda shares no calls between roles`,
    );
  if (next === version) return;
  const id = await createDeployment(clients, group, { functionName, from: alias.version, to: version });
  report(shown`version ${version} gets its first share of the calls, beside version ${alias.version}: ${id}`);
  await follow(clients, id, request);
}

/** Throws a ReleaseError where a release is under way, and where the clients' credentials are not of the account in the
 * function's ARN. */
export async function assertReleasable(clients: ReleaseClients, group: ReleaseGroup, arn: string) {
  const account = arn.split(':')[4] ?? '';
  const { Account, Arn } = await clients.sts.send(new GetCallerIdentityCommand({})).catch((error: Error) => {
    throw otherAccount(account, `not accepted (${error.message})`);
  });
  if (Account !== account) throw otherAccount(account, `of account ${Account}, as ${Arn}`);
  const underWay = await deploymentUnderWay(clients, group);
  if (underWay !== undefined) throw otherUnderWay(underWay);
}

async function follow(clients: ReleaseClients, id: string, { version, report }: ShiftRequest): Promise<void> {
  const ended = await untilSettled(clients, id);
  if (ended.status === 'Succeeded') return report(shown`version ${version} gets every call`);
  throw wentBack(version, ended);
}

/** CodeDeploy creates the deployment that goes back after the end of the other one: so often that one is read again. */
const LATE_READS = 12;

/** Until the deployment has ended, and the one that goes back from it. CodeDeploy itself bounds how long that takes. */
export async function untilSettled(clients: ReleaseClients, id: string): Promise<Deployment> {
  let ended = await untilEnded(clients, id);
  for (let read = 0; read < LATE_READS && isLate(ended); read++) {
    await pause(clients.pollMs);
    ended = await readDeployment(clients, id);
  }
  if (ended.wentBackBy !== undefined) await untilEnded(clients, ended.wentBackBy);
  return ended;
}

const isLate = ({ status, wentBackBy }: Deployment) => status !== 'Succeeded' && wentBackBy === undefined;

async function untilEnded(clients: ReleaseClients, id: string): Promise<Deployment> {
  for (;;) {
    const deployment = await readDeployment(clients, id);
    if (!deployment.isUnderWay) return deployment;
    await pause(clients.pollMs);
  }
}

function wentBack(version: string, ended: Deployment): ReleaseError {
  const { id, from, status, error, wentBackBy } = ended;
  const where =
    wentBackBy === undefined
      ? 'CodeDeploy did not go back: see npm run release -- status'
      : `version ${from} gets every call again`;
  const [why, next] = isStoppedByPerson(ended)
    ? [
        'stopped by a person',
        'The next deployment tries the same version again, where npm run release -- rollback stopped it only after npm run release -- retry',
      ]
    : [
        error === undefined ? status : `${error.code}: ${error.message}`,
        `Its alarms say what failed, and its log lines: with "version":"${version}", or with none where its code fails before it logs. The next deployment tries the same version again`,
      ];
  const text = shown`version ${version} was not released (${id}, ${why}); ${where}. ${next}; changed code is another version`;
  return new ReleaseError('went-back', text);
}

function otherAccount(account: string, found: string): ReleaseError {
  const text = shown`the function is in account ${account}, and the credentials of the environment, with which a release calls Lambda and CodeDeploy, are ${found}: nothing of the function was changed. Set AWS_PROFILE, or other credentials of ${account}, then deploy again`;
  return new ReleaseError('other-account', text);
}

function otherUnderWay({ id, from, to }: Deployment): ReleaseError {
  const text = shown`a release is under way (${id}, version ${from ?? '?'} to ${to ?? '?'}), and CodeDeploy makes one at a time: nothing of the function was changed. Wait for its end (npm run release -- status) or end it (npm run release -- rollback), then deploy again`;
  return new ReleaseError('under-way', text);
}

function wasTakenBack(version: string, at: string): ReleaseError {
  const text = shown`version ${version} was taken back by a person at ${at}, so it is not released again by itself. Changed code is another version and is released; for the same code: npm run release -- retry, then deploy again`;
  return new ReleaseError('taken-back', text);
}
