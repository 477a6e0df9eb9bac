// Pulumi's program: read the config, plan, attach the preflight, build what is deployed, declare.
import { readSettings } from './config/read.ts';
import { preflightHook } from './domains/preflight-hook.ts';
import { buildParts } from './parts.ts';
import { planStack } from './plan/plan.ts';
import { declareStack } from './program.ts';

export default async function program() {
  const plan = planStack(readSettings());
  return declareStack(plan, await buildParts(), { beforeHost: preflightHook(plan) });
}
