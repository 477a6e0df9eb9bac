// Pulumi's program: reads the config, plans, builds the content, declares the stack.
import { shortenFailedResources, warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, printable, shown } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';
import { ProblemsError } from './config/problem.ts';
import { configError, engineConfig, readSettings } from './config/pulumi-config.ts';
import { PreflightError } from './hosts/admission.ts';
import { accessOf, zoneApis } from './hosts/zone-apis.ts';
import { alarmWarnings } from './monitoring/alarm.ts';
import { planStack } from './plan/plan-stack.ts';
import { declareStack } from './program.ts';
import { buildArtifacts } from './run/artifacts.ts';
import { localEnvironment, plannedAt } from './run/local-environment.ts';

export default async function program() {
  shortenFailedResources();
  const plan = planStack(await readSettings());
  const local = await localEnvironment();
  if (plan.settings.preflight === 'off') {
    void warnEngine(
      shown`petstore:preflight is off: conflicts and CAA blocks are not found before a certificate is requested`,
    );
  }
  for (const warning of alarmWarnings(plan)) void warnEngine(warning);
  try {
    return await declareStack(plan, await buildArtifacts(), {
      ...local,
      apis:
        local.publicPort === undefined || local.access
          ? zoneApis(plan, () => accessOf(plan, engineConfig(), local.access), new AbortController().signal)
          : undefined,
      plannedAt: plannedAt(process.env),
    });
  } catch (error) {
    if (error instanceof ProblemsError) throw await configError(error.problems);
    const isExpected = error instanceof PreflightError;
    throw isExpected ? new pulumi.RunError(printable(paragraph(error.message)), { cause: error }) : error;
  }
}
