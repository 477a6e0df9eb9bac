// Pulumi's program: read the config, plan, attach the preflight, build what is deployed, declare.
import * as pulumi from '@pulumi/pulumi';
import { readSettings } from './config/read.ts';
import { Preflight } from './domains/preflight.ts';
import { localEnvironment } from './local-environment.ts';
import { buildParts } from './parts.ts';
import { planStack } from './plan/plan.ts';
import { declareStack } from './program.ts';

export default async function program() {
  const plan = planStack(readSettings());
  const { publicPort, dns } = await localEnvironment();
  const preflight = plan.settings.preflight ? new Preflight(dns) : withoutPreflight();
  return declareStack(plan, await buildParts(), { preflight, publicPort });
}

function withoutPreflight(): undefined {
  pulumi.log.warn(
    'petstore:preflight is off: no conflict and no CAA block will be found before a certificate is asked for',
  );
}
