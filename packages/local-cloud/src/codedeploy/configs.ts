// How a deployment shifts traffic: the predefined configurations for functions, and the declared ones.
// https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
import { ServiceError } from '../service-error.ts';
import type { CodeDeployRecords } from './records.ts';

/** Undefined: all at once. */
export interface Canary {
  readonly percentage: number;
  /** Minutes. */
  readonly interval: number;
}

const PREDEFINED: Readonly<Record<string, Canary | undefined>> = {
  'CodeDeployDefault.LambdaAllAtOnce': undefined,
  ...Object.fromEntries(
    [5, 10, 15, 30].map((interval) => [
      `CodeDeployDefault.LambdaCanary10Percent${interval}Minutes`,
      { percentage: 10, interval },
    ]),
  ),
};

/** Throws DeploymentConfigDoesNotExistException. */
export function canaryOf({ configs }: CodeDeployRecords, region: string, name: string): Canary | undefined {
  if (Object.hasOwn(PREDEFINED, name)) return PREDEFINED[name];
  const found = configs.get(`${region}/${name}`);
  if (found === undefined)
    throw new ServiceError(
      'DeploymentConfigDoesNotExistException',
      `No Deployment Configuration found for name: ${name}`,
    );
  return found.inputs.trafficRoutingConfig?.timeBasedCanary;
}
