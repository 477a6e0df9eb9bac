// Pulumi's program: read the config, plan, attach the preflight, build what is deployed, declare.
import * as pulumi from '@pulumi/pulumi';
import { readSettings } from './config/read.ts';
import { Preflight } from './domains/preflight.ts';
import { buildParts } from './parts.ts';
import { planStack } from './plan/plan.ts';
import { declareStack } from './program.ts';

export default async function program() {
  const plan = planStack(readSettings());
  const { publicPort, dns } = localCloud();
  const preflight = plan.settings.preflight ? new Preflight(dns) : withoutPreflight();
  return declareStack(plan, await buildParts(), { preflight, publicPort });
}

function withoutPreflight(): undefined {
  pulumi.log.warn(
    'petstore:preflight is off: no conflict and no CAA block will be found before a certificate is asked for',
  );
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
