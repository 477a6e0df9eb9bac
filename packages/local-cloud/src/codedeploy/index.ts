// CodeDeploy: deployments of functions, which shift an alias from one version to another; and its API for programs.
// Operations and members: botocore/data/codedeploy/2014-10-06/service-2.json
import type { DeploymentConfigArgs } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import type { DeploymentGroupArgs } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import type { Unwrap } from '@pulumi/pulumi';
import type { Api, ApiRequest } from '../endpoint/index.ts';
import type { Recorded } from '../recorded/index.ts';
import { DEPLOYMENT_CONFIG, DEPLOYMENT_GROUP } from '../recorded/types.ts';
import { refuse, refuseIf } from '../service-error.ts';
import {
  type DeploymentRecord,
  Deployments,
  type DeploymentsOptions,
  isUnderWay,
  type NewDeployment,
  parseAppSpec,
} from './deployments.ts';

/** The members that are emulated, of the operations' inputs together. */
interface Input {
  readonly applicationName: string;
  readonly deploymentGroupName: string;
  readonly deploymentConfigName?: string;
  readonly revision: { readonly appSpecContent?: { readonly content: string } };
  readonly includeOnlyStatuses?: readonly string[];
  readonly deploymentId: string;
  readonly autoRollbackEnabled?: boolean;
}

export function createCodeDeploy(recorded: Recorded, options: DeploymentsOptions) {
  const deployments = new Deployments(options);
  return {
    api: codeDeployApi(recorded, deployments),
    start: () => deployments.start(),
    close: () => deployments.close(),
  };
}

function codeDeployApi(recorded: Recorded, deployments: Deployments): Api {
  const existing = (id: string) =>
    deployments.records.get(id) ??
    refuse('DeploymentDoesNotExistException', `The deployment ${id} could not be found`);
  const operations: Readonly<Record<string, (request: ApiRequest, input: Input) => object>> = {
    CreateDeployment: ({ region }, input) => ({
      deploymentId: deployments.create(newDeployment(recorded, region, input)),
    }),
    GetDeployment: (_request, { deploymentId }) => ({ deploymentInfo: described(existing(deploymentId)) }),
    StopDeployment(_request, { deploymentId, autoRollbackEnabled }) {
      const deployment = existing(deploymentId);
      const message = `Deployment ${deploymentId} is already completed`;
      refuseIf(!isUnderWay(deployment), 'DeploymentAlreadyCompletedException', message);
      deployments.stop(deployment, autoRollbackEnabled === true);
      return { status: 'Pending', statusMessage: 'Deployment is pending to be stopped' };
    },
    ListDeployments({ region }, input) {
      groupOf(recorded, region, input.applicationName, input.deploymentGroupName);
      const found = deployments
        .of(region, input.applicationName, input.deploymentGroupName)
        .filter(({ status }) => input.includeOnlyStatuses?.includes(status) ?? true)
        .toSorted((one, other) => other.createTime - one.createTime);
      return { deployments: found.map(({ id }) => id) };
    },
  };
  return {
    protocol: 'json-1.1',
    async call(request) {
      const { operation: name, body } = request;
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (operation === undefined) return refuse('UnknownOperationException', `${name} is not emulated`);
      return operation(request, JSON.parse(body.toString()) as Input);
    },
  };
}

function groupOf(recorded: Recorded, region: string, application: string, group: string) {
  const found =
    recorded.find(DEPLOYMENT_GROUP, region, `${application}:${group}`) ??
    refuse('DeploymentGroupDoesNotExistException', `No Deployment Group found: ${group}`);
  return found.inputs as unknown as Unwrap<DeploymentGroupArgs>;
}

/** How a configuration shifts traffic. Throws where none is declared. */
function canaryOf(recorded: Recorded, region: string, name: string) {
  const found =
    recorded.find(DEPLOYMENT_CONFIG, region, name) ??
    refuse('DeploymentConfigDoesNotExistException', `No Deployment Configuration: ${name}`);
  const { trafficRoutingConfig = {} } = found.inputs as unknown as Unwrap<DeploymentConfigArgs>;
  const { type = 'AllAtOnce', timeBasedCanary } = trafficRoutingConfig;
  if (type !== 'AllAtOnce' && type !== 'TimeBasedCanary')
    throw new Error(`the local cloud does not emulate ${type} of the configuration ${name}`);
  return timeBasedCanary as DeploymentRecord['canary'];
}

function newDeployment(recorded: Recorded, region: string, input: Input): NewDeployment {
  const { applicationName: application, deploymentGroupName: name } = input;
  const group = groupOf(recorded, region, application, name);
  const config = input.deploymentConfigName ?? group.deploymentConfigName ?? '';
  const { content = '' } = input.revision.appSpecContent ?? {};
  const { enabled = false, alarms = [] } = group.alarmConfiguration ?? {};
  const rollback = group.autoRollbackConfiguration;
  return {
    region,
    application,
    group: name,
    canary: canaryOf(recorded, region, config),
    content,
    creator: 'user',
    spec: parseAppSpec(content),
    alarms: enabled ? alarms : [],
    rollback: { enabled: rollback?.enabled ?? false, events: rollback?.events ?? [] },
  };
}

/** DeploymentInfo of the service model; times are seconds since 1970. */
function described(record: DeploymentRecord): object {
  return {
    deploymentId: record.id,
    status: record.status,
    creator: record.creator,
    rollbackInfo: record.rollbackInfo,
    revision: { revisionType: 'AppSpecContent', appSpecContent: { content: record.content } },
    errorInformation: record.error,
    createTime: record.createTime / 1000,
    startTime: record.createTime / 1000,
    completeTime: record.completeTime && record.completeTime / 1000,
  };
}
