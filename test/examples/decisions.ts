// What IAM decides about the calls of a role, by another implementation of IAM.
import { runSimulation, runUnsafeSimulation, type Simulation } from '@cloud-copilot/iam-simulate';
import type { Statement } from '../../examples/bootstrap/policy.ts';
import { ACCOUNT, type Call } from './provider-calls/call.ts';
import { type Circumstances, keysOf } from './provider-calls/context.ts';

const EVERYTHING = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
const ORGANIZATION = [{ orgIdentifier: 'r-1', policies: [{ name: 'all', policy: EVERYTHING }] }];
const KEY_OWNER = { AWS: `arn:aws:iam::${ACCOUNT}:root` };
/** A key's own policy decides whether identity policies count at all; by default they do. */
const KEY_POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: KEY_OWNER, Action: 'kms:*', Resource: '*' }],
};

/** `action on ARN` of the calls that these statements do not permit, without repetitions. */
export const refused = (statements: readonly Statement[], calls: readonly Call[], given: Circumstances) =>
  decided(statements, calls, given, false);

/** The same of those that they permit. */
export const permitted = (statements: readonly Statement[], calls: readonly Call[], given: Circumstances) =>
  decided(statements, calls, given, true);

async function decided(
  statements: readonly Statement[],
  calls: readonly Call[],
  circumstances: Circumstances,
  wanted: boolean,
): Promise<string[]> {
  const policy = { Version: '2012-10-17', Statement: statements };
  const decisions = calls.map(async (call) => {
    const { action, on } = call;
    const simulation: Simulation = {
      request: {
        ...{ principal: `arn:aws:iam::${ACCOUNT}:role/orders`, action },
        ...{ resource: { resource: on, accountId: ACCOUNT }, contextVariables: keysOf(call, circumstances) },
      },
      identityPolicies: [{ name: 'p', policy }],
      ...{ serviceControlPolicies: ORGANIZATION, resourceControlPolicies: [] },
      ...(action.startsWith('kms:') && { resourcePolicy: KEY_POLICY }),
    };
    return (await isAllowed(simulation, action)) === wanted ? [`${action} on ${on}`] : [];
  });
  return [...new Set((await Promise.all(decisions)).flat())];
}

/** Throws for an action or a resource type that does not exist. */
async function isAllowed(simulation: Simulation, action: string): Promise<boolean> {
  // API Gateway has two APIs with one prefix; the data of the simulation has only the paths of the first. AWS Backup's
  // reference has an ARN of recovery points that every ARN of its own matches too.
  if (/^(apigateway|backup):/.test(action)) return runUnsafeSimulation(simulation, {}) === 'Allowed';
  const result = await runSimulation(simulation, {});
  if (result.resultType === 'error') throw new Error(JSON.stringify(result.errors));
  return result.overallResult === 'Allowed';
}
