// The whole program, the same for every runner: the real engine, the local cloud, the tests.
import * as pulumi from '@pulumi/pulumi';
import { PetsApi } from './api/pets-api.ts';
import { declareHosts, type HostSupport } from './domains/declare-hosts.ts';
import { deployedHosts } from './domains/deployed-hosts.ts';
import { gatewayAttachment } from './domains/gateway-attachment.ts';
import { hostOutputs, primaryUrl } from './domains/outputs.ts';
import { planRemovals } from './plan/removal.ts';
import type { StackPlan } from './plan/types.ts';
import { ProblemsError } from './problem.ts';

/** What a stack is made of besides its plan. */
export interface Parts {
  /** The function's archive: `index.js`, which exports `handler`, and its source map. */
  readonly functionCode: pulumi.asset.Archive;
}

export type ProgramHooks = Pick<HostSupport, 'beforeHost'>;

/** Declares the stack and returns its outputs; throws ProblemsError, before anything, where a removal is not meant. */
export async function declareStack(plan: StackPlan, parts: Parts, hooks: ProgramHooks = {}) {
  if (plan.production) refuseSlips(plan, await deployedHosts());
  const api = new PetsApi('api', {
    ...plan.settings,
    code: parts.functionCode,
    keyPrefix: plan.production ? 'pets_live_' : 'pets_test_',
    corsOrigins: [],
    tags: plan.tags,
  });
  const gateway = gatewayAttachment(
    { apiId: api.gateway.api.id, stage: api.gateway.stage.id },
    api.gateway.ready,
  );
  const hosts = declareHosts(plan, { attachmentOf: () => gateway, ...hooks });
  return {
    baseUrl: orElse(primaryUrl(hosts, 'api'), api.defaultUrl),
    hosts: hostOutputs(hosts),
    tables: { pets: api.store.pets.name, keys: api.store.keys.name },
    region: plan.region,
  };
}

function refuseSlips(plan: StackPlan, previous: readonly string[]): void {
  const problems = planRemovals(previous, plan);
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${plan.stack}.yaml`, problems);
}

/** A site's primary address, or its default one where there is no primary host, or where that failed. */
function orElse(
  primary: pulumi.Output<string> | undefined,
  fallback: pulumi.Output<string>,
): pulumi.Output<string> {
  return primary === undefined ? fallback : pulumi.recover(primary, () => fallback);
}
