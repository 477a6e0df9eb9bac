// One deployment: shifts an alias to another version, watches alarms meanwhile, and goes back where it must not go on.
// https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-steps-lambda.html
import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmReader } from '../interfaces.ts';
import type { AliasOperations } from '../lambda/alias.ts';
import type { Canary, DeploymentRecord } from './records.ts';

/** A deployment cannot go on; `code` is an ErrorCode of the service model. */
export class DeploymentError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DeploymentError';
    this.code = code;
  }
}

export interface Shift {
  readonly deployment: DeploymentRecord;
  readonly aliases: AliasOperations;
  readonly alarms: AlarmReader;
  readonly aliasArn: string;
  readonly canary: Canary | undefined;
  /** Milliseconds of a minute. */
  readonly minuteMs: number;
  /** Aborted by StopDeployment, with a DeploymentError, and at the end of the process, with another reason. */
  readonly signal: AbortSignal;
}

/** How often CodeDeploy reads the alarms is not documented; here often enough for tests whose minute is a second. */
const POLLS_A_MINUTE = 60;

/** Rejects with a DeploymentError where the deployment must not go on; the alias is as it was left then. */
export async function shift(options: Shift): Promise<void> {
  const { deployment, aliases, aliasArn, canary, minuteMs, signal } = options;
  const { CurrentVersion, TargetVersion } = deployment.spec;
  assertNoAlarm(options);
  if (canary !== undefined) {
    assertCurrent(options);
    const { percentage, interval } = canary;
    const weights = { [TargetVersion]: percentage / 100 };
    await aliases.update(aliasArn, { functionVersion: CurrentVersion, weights });
    const end = deployment.createTime + interval * minuteMs;
    while (Date.now() < end) {
      await pause(Math.min(minuteMs / POLLS_A_MINUTE, end - Date.now()), undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      );
      assertNoAlarm(options);
    }
  }
  await aliases.update(aliasArn, { functionVersion: TargetVersion, weights: {} });
}

/** "the current version … must be the version that the alias points to" (AppSpec reference, currentversion). */
function assertCurrent({ deployment, aliases, aliasArn }: Shift): void {
  const { CurrentVersion, TargetVersion } = deployment.spec;
  const { functionVersion, weights } = aliases.get(aliasArn);
  // After a restart of the cloud in the middle of a deployment, the alias has this deployment's weight already.
  const others = Object.keys(weights).filter((version) => version !== TargetVersion);
  if (functionVersion === CurrentVersion && others.length === 0) return;
  throw new DeploymentError(
    'INVALID_LAMBDA_CONFIGURATION',
    `The current version in the AppSpec, ${CurrentVersion}, is not the version of the alias, ${functionVersion}.`,
  );
}

/** https://docs.aws.amazon.com/codedeploy/latest/userguide/monitoring-create-alarms.html */
function assertNoAlarm({ deployment, alarms }: Shift): void {
  const raised = deployment.alarms.filter((name) => alarms.isRaised(name, deployment.region));
  if (raised.length > 0)
    throw new DeploymentError(
      'ALARM_ACTIVE',
      `One or more alarms have been activated according to the Amazon CloudWatch metrics you selected, and the affected deployments have been stopped. Activated alarms: <${raised.join(', ')}>`,
    );
}
