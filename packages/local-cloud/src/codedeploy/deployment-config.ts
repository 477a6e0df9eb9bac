// Deployment configurations: aws:codedeploy/deploymentConfig:DeploymentConfig.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { deploymentConfigForms } from './form.ts';
import { deploymentConfigInputs } from './inputs.ts';
import type { CodeDeployRecords } from './records.ts';

export function deploymentConfigHandler(
  { accountId }: CloudContext,
  { configs, groups }: CodeDeployRecords,
): Handler {
  const computedOf = (id: string, name: string, region: string) => ({
    arn: `arn:aws:codedeploy:${region}:${accountId}:deploymentconfig:${name}`,
    deploymentConfigId: id,
  });
  return defineHandler({
    type: 'aws:codedeploy/deploymentConfig:DeploymentConfig',
    inputs: deploymentConfigInputs,
    replaceOn: ['deploymentConfigName', 'computePlatform', 'trafficRoutingConfig'],
    forms: deploymentConfigForms,
    autoname: 'deploymentConfigName',
    async create(inputs, { region }) {
      const { deploymentConfigName: name } = inputs;
      const key = `${region}/${name}`;
      if (configs.get(key) !== undefined) {
        const message = `Deployment Config already exists: ${name}`;
        throw new ServiceError('DeploymentConfigAlreadyExistsException', message);
      }
      const id = randomUUID();
      configs.set(key, { id, inputs });
      return { id: name, computed: computedOf(id, name, region) };
    },
    async read(id, { region }) {
      const found = configs.get(`${region}/${id}`);
      return found && { inputs: found.inputs, computed: computedOf(found.id, id, region) };
    },
    // Every input replaces.
    update: async () => ({}),
    async delete(id, _old, { region }) {
      const isUsed = groups
        .entries()
        .some(([key, { inputs }]) => key.startsWith(`${region}/`) && inputs.deploymentConfigName === id);
      if (isUsed) {
        const message = `The deployment configuration is still in use: ${id}`;
        throw new ServiceError('DeploymentConfigInUseException', message);
      }
      configs.delete(`${region}/${id}`);
    },
  });
}
