// CodeDeploy: deployments of functions, which shift an alias from one version to another.
import type { Api } from '../endpoint/index.ts';
import { codeDeployApi } from './api.ts';
import { Deployments, type DeploymentsOptions } from './deployments.ts';

export interface CodeDeploy {
  readonly api: Api;
  start(): void;
  close(): Promise<void>;
}

export function createCodeDeploy(options: DeploymentsOptions): CodeDeploy {
  const deployments = new Deployments(options);
  return {
    api: codeDeployApi(options.recorded, deployments),
    start: () => deployments.start(),
    close: () => deployments.close(),
  };
}
