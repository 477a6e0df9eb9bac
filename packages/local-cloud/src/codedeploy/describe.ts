// A deployment as GetDeployment returns it: DeploymentInfo of the service model; times are seconds since 1970.
import type { DeploymentRecord } from './records.ts';

export function described(record: DeploymentRecord): object {
  const { application, group, config, id, content, status, error, description, creator } = record;
  const { createTime, startTime, completeTime, rollbackInfo, rollback } = record;
  return {
    ...{ applicationName: application, deploymentGroupName: group, deploymentConfigName: config },
    ...{ deploymentId: id, status, description, creator, rollbackInfo, computePlatform: 'Lambda' },
    revision: { revisionType: 'AppSpecContent', appSpecContent: { content } },
    errorInformation: error,
    createTime: createTime / 1000,
    ...(startTime !== undefined && { startTime: startTime / 1000 }),
    ...(completeTime !== undefined && { completeTime: completeTime / 1000 }),
    autoRollbackConfiguration: rollback,
    deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
  };
}
