// What Lambda and CodeDeploy know of a stack's releases: the versions behind the alias `live`, and the deployments.
import {
  CreateDeploymentCommand,
  GetDeploymentCommand,
  ListDeploymentsCommand,
} from '@aws-sdk/client-codedeploy';
import { GetAliasCommand, GetFunctionConfigurationCommand, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { shown } from '@petstore/custom-domains/output';
import { LIVE, type ReleaseClients, ReleaseError, type ReleaseGroup } from './access.ts';

type LiveAlias = Awaited<ReturnType<typeof readAlias>>;

/** The alias's description remembers what a person took back. Nothing else writes it. */
const TAKEN_BACK = /^version (?<version>\d+) was taken back at (?<at>\S+)$/;

/** Throws a ReleaseError where there is no function or alias of these names. */
export async function readAlias({ lambda }: ReleaseClients, functionName: string) {
  const command = new GetAliasCommand({ FunctionName: functionName, Name: LIVE });
  const alias = await lambda.send(command).catch((error: Error) => {
    throw error.name === 'ResourceNotFoundException' ? notDeployed(functionName) : error;
  });
  const [other] = Object.entries(alias.RoutingConfig?.AdditionalVersionWeights ?? {});
  const { version = '', at = '' } = TAKEN_BACK.exec(alias.Description ?? '')?.groups ?? {};
  return {
    version: alias.FunctionVersion ?? '',
    /** Percent of the calls that the other version gets; undefined outside of a release. */
    canary: other && { version: other[0], percent: Math.round(other[1] * 100) },
    /** The version that a person took back, and when (ISO 8601). */
    takenBack: version === '' ? undefined : { version, at },
    revisionId: alias.RevisionId,
  };
}

function notDeployed(functionName: string): ReleaseError {
  const text = shown`the function ${functionName}, or its alias ${LIVE}, does not exist any more. Deploy it again: pulumi up --refresh`;
  return new ReleaseError('not-deployed', text);
}

/** Every call goes to one version. Refused where the alias is not the one that was read. `description`: unchanged where absent. */
export async function writeAlias(
  { lambda }: ReleaseClients,
  functionName: string,
  { revisionId }: LiveAlias,
  { version, description }: { readonly version: string; readonly description?: string },
): Promise<void> {
  const alias = { FunctionName: functionName, Name: LIVE, RevisionId: revisionId, Description: description };
  const RoutingConfig = { AdditionalVersionWeights: {} };
  await lambda.send(new UpdateAliasCommand({ ...alias, FunctionVersion: version, RoutingConfig }));
}

export async function roleOf({ lambda }: ReleaseClients, functionName: string, version: string) {
  const command = new GetFunctionConfigurationCommand({ FunctionName: functionName, Qualifier: version });
  return (await lambda.send(command)).Role;
}

export function takenBackNow(version: string): string {
  return `version ${version} was taken back at ${new Date().toISOString()}`;
}

/** Times are in ISO 8601. */
export type Deployment = Awaited<ReturnType<typeof readDeployment>>;

/** CodeDeploy's error code of a deployment that StopDeployment ended, as `npm run release -- rollback` does. */
export const isStoppedByPerson = ({ error }: Deployment): boolean => error?.code === 'MANUAL_STOP';

const UNDER_WAY = ['Created', 'Queued', 'InProgress', 'Baking', 'Ready'] as const;
const NO_GROUP = ['ApplicationDoesNotExistException', 'DeploymentGroupDoesNotExistException'];

export async function readDeployment({ codeDeploy }: ReleaseClients, id: string) {
  const { deploymentInfo = {} } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId: id }));
  const { status = '', errorInformation, rollbackInfo, revision } = deploymentInfo;
  const { createTime, startTime, completeTime } = deploymentInfo;
  const spec = revision?.appSpecContent?.content ?? revision?.string?.content ?? '';
  const version = (key: string) => new RegExp(`"${key}":\\s*"(\\d+)"`, 'i').exec(spec)?.[1];
  const { code, message = '' } = errorInformation ?? {};
  return {
    id,
    status,
    isUnderWay: UNDER_WAY.some((one) => one === status),
    /** Undefined where its AppSpec is not one of this project. */
    from: version('CurrentVersion'),
    to: version('TargetVersion'),
    createdAt: createTime?.toISOString(),
    startedAt: startTime?.toISOString(),
    endedAt: completeTime?.toISOString(),
    error: code ? { code, message } : undefined,
    /** The deployment that went back, or the one that this one went back from. */
    wentBackBy: rollbackInfo?.rollbackDeploymentId,
    goesBackFrom: rollbackInfo?.rollbackTriggeringDeploymentId,
  };
}

/** In no documented order; none where the stack has no deployment group. */
export async function listDeployments(
  { codeDeploy }: ReleaseClients,
  { application, group }: ReleaseGroup,
  only?: 'under way',
): Promise<readonly string[]> {
  const includeOnlyStatuses = only === undefined ? undefined : [...UNDER_WAY];
  const request = { applicationName: application, deploymentGroupName: group, includeOnlyStatuses };
  try {
    return (await codeDeploy.send(new ListDeploymentsCommand(request))).deployments ?? [];
  } catch (error) {
    if (NO_GROUP.includes((error as Error).name)) return [];
    throw error;
  }
}

/** Undefined where none is under way. CodeDeploy allows one at a time for each group. */
export async function deploymentUnderWay(clients: ReleaseClients, group: ReleaseGroup) {
  const [id] = await listDeployments(clients, group, 'under way');
  return id === undefined ? undefined : readDeployment(clients, id);
}

export async function createDeployment(
  { codeDeploy }: ReleaseClients,
  { application, group }: ReleaseGroup,
  { functionName, from, to }: { readonly functionName: string; readonly from: string; readonly to: string },
): Promise<string> {
  // https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-resources.html
  const Properties = { Name: functionName, Alias: LIVE, CurrentVersion: from, TargetVersion: to };
  const Resources = [{ [functionName]: { Type: 'AWS::Lambda::Function', Properties } }];
  const content = JSON.stringify({ version: '0.0', Resources });
  const command = new CreateDeploymentCommand({
    applicationName: application,
    deploymentGroupName: group,
    description: `version ${from} to ${to}`,
    revision: { revisionType: 'AppSpecContent', appSpecContent: { content } },
  });
  return (await codeDeploy.send(command)).deploymentId ?? '';
}
