// CodeDeploy: deployments of functions, which shift an alias from one version to another.
import type { CloudContext } from '../context.ts';
import type { Api } from '../endpoint/index.ts';
import type { AlarmReader } from '../interfaces.ts';
import type { AliasOperations } from '../lambda/alias-operations.ts';
import type { Recorded } from '../recorded/index.ts';
import { codeDeployApi } from './api.ts';
import { Deployments } from './deployments.ts';

export interface CodeDeploy {
  readonly api: Api;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface CodeDeployDeps {
  readonly recorded: Recorded;
  readonly aliases: AliasOperations;
  readonly alarms: AlarmReader;
  /** How long a minute of a deployment takes; shorter in tests. */
  readonly minuteMs?: number;
}

const MINUTE_MS = 60_000;

export function createCodeDeploy(
  context: CloudContext,
  { minuteMs = MINUTE_MS, ...deps }: CodeDeployDeps,
): CodeDeploy {
  const deployments = new Deployments({ ...deps, context, minuteMs });
  return {
    api: codeDeployApi(deps.recorded, deployments),
    start: async () => deployments.start(),
    close: () => deployments.close(),
  };
}
