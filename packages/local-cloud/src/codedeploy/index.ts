// CodeDeploy: deployments of functions, which shift an alias from one version to another.
import type { CloudContext } from '../context.ts';
import type { Api } from '../endpoint/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { codeDeployApi } from './api.ts';
import { applicationHandler } from './application.ts';
import { deploymentConfigHandler } from './deployment-config.ts';
import { deploymentGroupHandler } from './deployment-group.ts';
import { Deployments } from './deployments.ts';
import { createRecords } from './records.ts';
import type { RoleDeps } from './role.ts';

export interface CodeDeploy extends ServiceHandlers {
  readonly api: Api;
  start(): Promise<void>;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

/** `minuteMs`: how long a minute of a deployment takes; shorter in tests. */
export function createCodeDeploy(
  context: CloudContext,
  { minuteMs = MINUTE_MS, ...deps }: RoleDeps & { readonly minuteMs?: number },
): CodeDeploy {
  const records = createRecords(context.store);
  const deployments = new Deployments({ ...deps, context, records, minuteMs });
  return {
    handlers: [
      applicationHandler(context, records),
      deploymentConfigHandler(context, records),
      deploymentGroupHandler(context, { records, identity: deps.identity }),
    ],
    invokes: [],
    api: codeDeployApi(context.accountId, records, deployments),
    start: async () => deployments.start(),
    close: () => deployments.close(),
  };
}
