// What IAM decides about the calls of a role, by another implementation of IAM.
import type { Statement } from '../../examples/bootstrap/policy.ts';
import { simulate, simulateKnown } from '../../packages/local-cloud/test/iam/oracle.ts';
import type { Call } from './provider-calls/call.ts';
import { type Circumstances, keysOf } from './provider-calls/context.ts';

/** `action on ARN` of the calls that these statements do not permit, without repetitions. */
export const refused = (
  statements: readonly Statement[],
  calls: readonly Call[],
  circumstances: Circumstances,
) => decided(statements, calls, circumstances, (decision) => decision !== 'allowed');

/** The same of those that they permit. */
export const permitted = (
  statements: readonly Statement[],
  calls: readonly Call[],
  circumstances: Circumstances,
) => decided(statements, calls, circumstances, (decision) => decision === 'allowed');

async function decided(
  statements: readonly Statement[],
  calls: readonly Call[],
  circumstances: Circumstances,
  wanted: (decision: string) => boolean,
): Promise<string[]> {
  const policy = { Version: '2012-10-17', Statement: statements };
  const decisions = calls.map(async (call) => {
    const request = { action: call.action, resource: call.on, keys: keysOf(call, circumstances) };
    // API Gateway has two APIs with one prefix; the oracle's data has only the paths of the first. AWS Backup's reference has an
    // ARN of recovery points that every ARN of its own matches too.
    const decide = /^(apigateway|backup):/.test(call.action) ? simulate : simulateKnown;
    return wanted(await decide(request, [policy])) ? [`${call.action} on ${call.on}`] : [];
  });
  return [...new Set((await Promise.all(decisions)).flat())];
}
