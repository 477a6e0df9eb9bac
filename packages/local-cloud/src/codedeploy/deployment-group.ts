// Deployment groups: aws:codedeploy/deploymentGroup:DeploymentGroup.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { canaryOf } from './configs.ts';
import { deploymentGroupForms } from './form.ts';
import { type DeploymentGroupInputs, deploymentGroupInputs } from './inputs.ts';
import type { CodeDeployRecords, GroupRecord } from './records.ts';

interface GroupDeps {
  readonly records: CodeDeployRecords;
  readonly identity: Identity;
}

export function deploymentGroupHandler(
  { accountId }: CloudContext,
  { records, identity }: GroupDeps,
): Handler {
  const { groups } = records;
  const computedOf = ({ id, inputs }: GroupRecord, region: string) => ({
    arn: `arn:aws:codedeploy:${region}:${accountId}:deploymentgroup:${inputs.appName}/${inputs.deploymentGroupName}`,
    deploymentGroupId: id,
    computePlatform: 'Lambda',
  });
  const keyOf = ({ appName, deploymentGroupName }: DeploymentGroupInputs, region: string) =>
    `${region}/${appName}/${deploymentGroupName}`;
  const put = (record: GroupRecord, region: string) => {
    groups.set(keyOf(record.inputs, region), record);
    return computedOf(record, region);
  };
  return defineHandler({
    type: 'aws:codedeploy/deploymentGroup:DeploymentGroup',
    inputs: deploymentGroupInputs,
    replaceOn: [],
    forms: deploymentGroupForms,
    async create(inputs, { region }) {
      assertValid({ records, identity }, inputs, region);
      if (groups.get(keyOf(inputs, region)) !== undefined)
        throw new ServiceError(
          'DeploymentGroupAlreadyExistsException',
          `Deployment group name already exists: ${inputs.deploymentGroupName}`,
        );
      const id = randomUUID();
      return { id, computed: put({ id, inputs }, region) };
    },
    async read(id, { region }) {
      // By its id, which a new name does not change; an import names it as APPLICATION:GROUP.
      const here = groups.entries().filter(([key]) => key.startsWith(`${region}/`));
      const own = here.map(([, one]) => one).find((one) => one.id === id);
      const record = own ?? groups.get(`${region}/${id.replace(':', '/')}`);
      return record && { id: record.id, inputs: record.inputs, computed: computedOf(record, region) };
    },
    async update(id, inputs, old, { region }) {
      // UpdateDeploymentGroup gets the new application's name with the old group's (resourceDeploymentGroupUpdate).
      const key = keyOf({ ...inputs, deploymentGroupName: old.deploymentGroupName }, region);
      if (groups.get(key) === undefined)
        throw new ServiceError(
          'DeploymentGroupDoesNotExistException',
          `No Deployment Group found for name: ${old.deploymentGroupName}`,
        );
      assertValid({ records, identity }, inputs, region);
      const computed = put({ id, inputs }, region);
      if (inputs.deploymentGroupName !== old.deploymentGroupName) groups.delete(key);
      return computed;
    },
    delete: async (_id, old, { region }) => void groups.delete(keyOf(old, region)),
  });
}

function assertValid({ records, identity }: GroupDeps, inputs: DeploymentGroupInputs, region: string): void {
  const { appName, serviceRoleArn, deploymentStyle } = inputs;
  if (records.applications.get(`${region}/${appName}`) === undefined)
    throw new ServiceError('ApplicationDoesNotExistException', `No application found for name: ${appName}`);
  if (!identity.assumable(serviceRoleArn, 'codedeploy.amazonaws.com'))
    throw new ServiceError(
      'InvalidRoleException',
      `AWS CodeDeploy does not have the permissions required to assume the role ${serviceRoleArn}.`,
    );
  canaryOf(records, region, inputs.deploymentConfigName);
  const { deploymentOption, deploymentType } = deploymentStyle ?? {};
  if (deploymentOption !== 'WITH_TRAFFIC_CONTROL' || deploymentType !== 'BLUE_GREEN')
    throw new ServiceError(
      'InvalidDeploymentStyleException',
      'For Lambda deployment group, deployment type can be set to BLUE_GREEN with deployment option WITH_TRAFFIC_CONTROL only',
    );
}
