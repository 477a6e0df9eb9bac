// What CodeDeploy stores.
import type { Collection, Store } from '../store.ts';
import type { AppSpec } from './app-spec.ts';
import type { ApplicationInputs, DeploymentConfigInputs, DeploymentGroupInputs } from './inputs.ts';

export interface ApplicationRecord {
  readonly id: string;
  readonly inputs: ApplicationInputs;
}

export interface GroupRecord {
  readonly id: string;
  readonly inputs: DeploymentGroupInputs;
}

export interface AlarmSetting {
  readonly enabled: boolean;
  readonly ignorePollAlarmFailure: boolean;
  readonly alarms: readonly string[];
}

export interface RollbackSetting {
  readonly enabled: boolean;
  readonly events: readonly string[];
}

export type DeploymentStatus = 'Created' | 'InProgress' | 'Succeeded' | 'Failed' | 'Stopped';

export interface RollbackInfo {
  readonly rollbackDeploymentId?: string;
  readonly rollbackTriggeringDeploymentId?: string;
  readonly rollbackMessage?: string;
}

/** Times are milliseconds since 1970. */
export interface DeploymentRecord {
  readonly id: string;
  readonly region: string;
  readonly application: string;
  readonly group: string;
  readonly config: string;
  readonly description?: string;
  readonly creator: 'user' | 'codeDeployRollback';
  /** The AppSpec as it was sent. */
  readonly content: string;
  readonly spec: AppSpec;
  readonly alarms: AlarmSetting;
  readonly rollback: RollbackSetting;
  readonly status: DeploymentStatus;
  readonly createTime: number;
  readonly startTime?: number;
  readonly completeTime?: number;
  readonly error?: { readonly code: string; readonly message: string };
  readonly rollbackInfo?: RollbackInfo;
}

/** Applications, groups and configurations are keyed by `<region>/<name>`, a group by `<region>/<application>/<name>`. */
export interface CodeDeployRecords {
  readonly applications: Collection<ApplicationRecord>;
  readonly groups: Collection<GroupRecord>;
  readonly configs: Collection<{ readonly id: string; readonly inputs: DeploymentConfigInputs }>;
  readonly deployments: Collection<DeploymentRecord>;
}

export function createRecords(store: Store): CodeDeployRecords {
  return {
    applications: store.collection('codedeploy/applications'),
    groups: store.collection('codedeploy/groups'),
    configs: store.collection('codedeploy/configs'),
    deployments: store.collection('codedeploy/deployments'),
  };
}

export const isUnderWay = ({ status }: DeploymentRecord): boolean =>
  status === 'Created' || status === 'InProgress';
