// Pulumi's program: read the config, plan, attach the preflight, build what is deployed, declare.
import { readSettings } from './config/read.ts';
import { preflightHook } from './domains/preflight-hook.ts';
import { buildParts } from './parts.ts';
import { planStack } from './plan/plan.ts';
import { declareStack } from './program.ts';

export default async function program() {
  const plan = planStack(readSettings());
  return declareStack(plan, await buildParts(), { beforeHost: preflightHook(plan), ...localCloud() });
}

/** Set by `.local/pulumi.env`, where the engine deploys into the local cloud: its hosts answer at another port. */
function localCloud() {
  const port = process.env.PETSTORE_LOCAL_PORT;
  return port === undefined ? {} : { publicPort: Number(port) };
}
