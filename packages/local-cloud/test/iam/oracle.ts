// IAM's decisions, by @cloud-copilot/iam-simulate: the local cloud itself decides none.
import { runUnsafeSimulation } from '@cloud-copilot/iam-simulate';

const ACCOUNT = '123456789012';
const EVERYTHING = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
const ORGANIZATION = [{ orgIdentifier: 'r-1', policies: [{ name: 'all', policy: EVERYTHING }] }];

type Decision = 'allowed' | 'explicitly denied' | 'not allowed';

interface OracleRequest {
  readonly action: string;
  readonly resource: string;
  readonly keys?: Readonly<Record<string, string | string[]>>;
}

const DECISIONS: Readonly<Record<string, Decision>> = {
  Allowed: 'allowed',
  ExplicitlyDenied: 'explicitly denied',
  ImplicitlyDenied: 'not allowed',
};

/** The decision for a role with these policies. Nothing is validated, so policies and request may be of any kind. */
export function simulate(
  { action, resource, keys = {} }: OracleRequest,
  identity: readonly object[],
): Decision {
  const result = runUnsafeSimulation(
    {
      request: {
        principal: `arn:aws:iam::${ACCOUNT}:role/orders`,
        action,
        resource: { resource, accountId: ACCOUNT },
        contextVariables: { ...keys },
      },
      identityPolicies: identity.map((policy, i) => ({ name: `p${i}`, policy })),
      serviceControlPolicies: ORGANIZATION,
      resourceControlPolicies: [],
    },
    {},
  );
  const decision = DECISIONS[result];
  if (decision === undefined) throw new Error(`the oracle says ${result}`);
  return decision;
}
