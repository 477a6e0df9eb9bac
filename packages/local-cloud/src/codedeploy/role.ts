// What CodeDeploy does to a function, with the rights of the deployment group's role.
import type { Identity } from '../iam/index.ts';
import { refusedRight } from '../iam/role-rights.ts';
import type { AlarmReader, AlarmState } from '../interfaces.ts';
import type { AliasOperations } from '../lambda/alias-operations.ts';
import { splitArn } from '../lambda/qualified-arn.ts';

/** A deployment cannot go on; `code` is an ErrorCode of the service model. */
export class DeploymentError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DeploymentError';
    this.code = code;
  }
}

export interface RoleDeps {
  readonly identity: Identity;
  readonly aliases: AliasOperations;
  readonly alarms: AlarmReader;
}

export interface RoleActions extends AliasOperations {
  alarmState(name: string, region: string): AlarmState | undefined;
}

/**
 * The managed policy AWSCodeDeployRoleForLambdaLimited names the actions that a deployment without hooks needs:
 * lambda:GetAlias, lambda:UpdateAlias and cloudwatch:DescribeAlarms.
 */
export function asRole(
  { identity, aliases, alarms }: RoleDeps,
  roleArn: string,
  account: string,
): RoleActions {
  const assertAllowed = (action: string, resource: string) => {
    const refused = refusedRight(identity, { roleArn, session: 'codedeploy' }, [[action, resource]]);
    if (refused === undefined) return;
    const reason = `The IAM role ${roleArn} does not give you permission to perform operations in the following AWS service: ${action} on ${resource}.`;
    throw new DeploymentError('IAM_ROLE_PERMISSIONS', reason);
  };
  return {
    get(arn) {
      assertAllowed('lambda:GetAlias', splitArn(arn).functionArn);
      return aliases.get(arn);
    },
    update(arn, change) {
      assertAllowed('lambda:UpdateAlias', splitArn(arn).functionArn);
      return aliases.update(arn, change);
    },
    alarmState(name, region) {
      assertAllowed('cloudwatch:DescribeAlarms', `arn:aws:cloudwatch:${region}:${account}:alarm:${name}`);
      return alarms.stateOf(name, region);
    },
  };
}
