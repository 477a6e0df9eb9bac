// What a deployment is: its record, and what it reads of the recorded groups and configurations.
import type { DeploymentConfigArgs } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import type { DeploymentGroupArgs } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import type { Unwrap } from '@pulumi/pulumi';
import type { Recorded } from '../recorded/index.ts';
import { DEPLOYMENT_CONFIG, DEPLOYMENT_GROUP } from '../recorded/releases-and-backups.ts';
import { ServiceError } from '../service-error.ts';
import type { AppSpec } from './app-spec.ts';

/** Times are milliseconds since 1970. */
export interface DeploymentRecord {
  readonly id: string;
  readonly region: string;
  readonly application: string;
  readonly group: string;
  readonly config: string;
  readonly creator: 'user' | 'codeDeployRollback';
  /** The AppSpec as it was sent. */
  readonly content: string;
  readonly spec: AppSpec;
  /** Names of the alarms that end it. */
  readonly alarms: readonly string[];
  readonly rollback: { readonly enabled: boolean; readonly events: readonly string[] };
  readonly status: 'InProgress' | 'Succeeded' | 'Failed' | 'Stopped';
  readonly createTime: number;
  readonly completeTime?: number;
  readonly error?: { readonly code: string; readonly message: string };
  readonly rollbackInfo?: {
    readonly rollbackDeploymentId?: string;
    readonly rollbackTriggeringDeploymentId?: string;
    readonly rollbackMessage?: string;
  };
}

export const isUnderWay = ({ status }: DeploymentRecord): boolean => status === 'InProgress';

export type GroupInputs = Unwrap<DeploymentGroupArgs>;

/** Throws where there is no such group. */
export function groupOf(recorded: Recorded, region: string, application: string, group: string): GroupInputs {
  const found = recorded.find(DEPLOYMENT_GROUP, region, `${application}:${group}`);
  if (found !== undefined) return found.inputs as unknown as GroupInputs;
  const message = `No Deployment Group found for name: ${group}`;
  throw new ServiceError('DeploymentGroupDoesNotExistException', message);
}

export interface Canary {
  readonly percentage: number;
  /** Minutes. */
  readonly interval: number;
}

/** How a configuration shifts traffic; undefined: all at once. Throws where no such configuration is declared. */
export function canaryOf(recorded: Recorded, region: string, name: string): Canary | undefined {
  const found = recorded.find(DEPLOYMENT_CONFIG, region, name);
  if (found === undefined)
    throw new ServiceError(
      'DeploymentConfigDoesNotExistException',
      `No Deployment Configuration found for name: ${name}`,
    );
  const { trafficRoutingConfig = {} } = found.inputs as unknown as Unwrap<DeploymentConfigArgs>;
  const { type = 'AllAtOnce', timeBasedCanary } = trafficRoutingConfig;
  if (type !== 'AllAtOnce' && type !== 'TimeBasedCanary')
    throw new Error(`the local cloud does not emulate ${type} of the configuration ${name}`);
  return timeBasedCanary as Canary | undefined;
}
