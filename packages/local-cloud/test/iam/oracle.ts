// IAM's decisions, by @cloud-copilot/iam-simulate: the local cloud itself decides none.
import { runSimulation, runUnsafeSimulation, type Simulation } from '@cloud-copilot/iam-simulate';

const ACCOUNT = '123456789012';
const EVERYTHING = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
const ORGANIZATION = [{ orgIdentifier: 'r-1', policies: [{ name: 'all', policy: EVERYTHING }] }];

/** A key's own policy decides whether identity policies count at all; by default they do. */
const KEY_POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` }, Action: 'kms:*', Resource: '*' },
  ],
};

export type Decision = 'allowed' | 'explicitly denied' | 'not allowed';

export interface OracleRequest {
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
export function simulate(request: OracleRequest, identity: readonly object[]): Decision {
  return decisionOf(runUnsafeSimulation(simulation(request, identity), {}));
}

/** The same for an existing action and resource type; throws for one that the oracle does not know. */
export async function simulateKnown(request: OracleRequest, identity: readonly object[]): Promise<Decision> {
  return run(simulation(request, identity));
}

/** The decision for an AWS service (`cloudfront.amazonaws.com`) at a resource with this policy. */
export async function simulateResource(
  service: string,
  request: OracleRequest,
  policy: object,
): Promise<Decision> {
  const { request: asked, ...rest } = simulation(request, []);
  return run({ ...rest, request: { ...asked, principal: service }, resourcePolicy: policy });
}

async function run(simulation: Simulation): Promise<Decision> {
  const result = await runSimulation(simulation, {});
  if (result.resultType === 'error') throw new Error(JSON.stringify(result.errors));
  return decisionOf(result.overallResult);
}

function simulation({ action, resource, keys = {} }: OracleRequest, identity: readonly object[]): Simulation {
  return {
    request: {
      principal: `arn:aws:iam::${ACCOUNT}:role/orders`,
      action,
      resource: { resource, accountId: ACCOUNT },
      contextVariables: { ...keys },
    },
    identityPolicies: identity.map((policy, i) => ({ name: `p${i}`, policy })),
    serviceControlPolicies: ORGANIZATION,
    resourceControlPolicies: [],
    ...(action.startsWith('kms:') && { resourcePolicy: KEY_POLICY }),
  };
}

function decisionOf(result: string): Decision {
  const decision = DECISIONS[result];
  if (decision === undefined) throw new Error(`the oracle says ${result}`);
  return decision;
}
