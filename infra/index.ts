// Pulumi's program: read the config, plan, attach the preflight, build what is deployed, declare.
import { readSettings } from './config/read.ts';
import { preflightHook } from './domains/preflight-hook.ts';
import { buildParts } from './parts.ts';
import { planStack } from './plan/plan.ts';
import { declareStack } from './program.ts';

export default async function program() {
  const plan = planStack(readSettings());
  const { publicPort, dns } = localCloud();
  return declareStack(plan, await buildParts(), { beforeHost: preflightHook(plan, dns), publicPort });
}

/**
 * Where the engine deploys into the local cloud, `.local/pulumi.env` says so: its hosts answer at another port, and
 * its own DNS server is resolver and authority both. Empty everywhere else.
 */
function localCloud() {
  const { PETSTORE_LOCAL_PORT: port, PETSTORE_LOCAL_DNS: resolver } = process.env;
  if (port === undefined || resolver === undefined) return {};
  const dns = { resolver, authorityPort: Number(resolver.split(':').pop()) };
  return { publicPort: Number(port), dns };
}
