// IAM policy documents: parsed, validated, and evaluated for one action on one resource.
import { z } from 'zod';
import { ServiceError } from '../service-error.ts';
import { type ConditionKeys, conditionsHold, refuseUnevaluated } from './condition.ts';
import { matchesAction, matchesResource } from './match.ts';
import { refuseVariables } from './variables.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const conditionValue = z.union([z.string(), z.boolean(), z.number()]).transform(String);
const conditionValues = z
  .union([conditionValue, z.array(conditionValue)])
  .transform((value) => [value].flat());

const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.union([z.literal('*'), z.record(z.string(), oneOrMore)]).optional(),
  Action: oneOrMore.optional(),
  NotAction: oneOrMore.optional(),
  Resource: oneOrMore.optional(),
  NotResource: oneOrMore.optional(),
  Condition: z.record(z.string(), z.record(z.string(), conditionValues)).optional(),
});

const document = z.strictObject({
  Version: z.string().optional(),
  Id: z.string().optional(),
  Statement: z.union([statement, z.array(statement)]).transform((value) => [value].flat()),
});

export type Statement = z.infer<typeof statement>;
export type Decision = 'allowed' | 'explicitly denied' | 'not allowed';

/** A policy of a role. Throws MalformedPolicyDocument with IAM's wording. */
export function parseIdentityPolicy(json: string): readonly Statement[] {
  const statements = parse(json);
  for (const one of statements) {
    refuseUnevaluated(one.Condition ?? {}, one.Action);
    if (one.Principal !== undefined) throw malformed('Policy document should not specify a principal.');
    if (one.Action === undefined && one.NotAction === undefined) {
      throw malformed('Policy statement must contain actions.');
    }
    if (one.Resource === undefined && one.NotResource === undefined) {
      throw malformed('Policy statement must contain resources.');
    }
    checkActions(one);
    checkResources(one);
  }
  return statements;
}

/** A role's trust policy. Throws MalformedPolicyDocument with IAM's wording. */
export function parseTrustPolicy(json: string): readonly Statement[] {
  const statements = parse(json);
  for (const one of statements) {
    refuseUnevaluated(one.Condition ?? {}, undefined);
    if (one.Resource !== undefined || one.NotResource !== undefined) {
      throw malformed('Has prohibited field Resource');
    }
    if (one.Principal === undefined) throw malformed('AssumeRole policy must contain principals.');
    if (one.Action?.some((action) => !/^sts:/i.test(action)) !== false) {
      throw malformed('AssumeRole policy may only specify STS AssumeRole actions.');
    }
  }
  return statements;
}

/** IAM's evaluation order: an explicit deny wins, then an allow, else the implicit deny. */
export function decide(
  statements: readonly Statement[],
  action: string,
  resource: string,
  keys: ConditionKeys = {},
): Decision {
  const applying = statements.filter(
    (one) => applies(one, action, resource) && conditionsHold(one.Condition ?? {}, keys),
  );
  if (applying.some((one) => one.Effect === 'Deny')) return 'explicitly denied';
  return applying.length > 0 ? 'allowed' : 'not allowed';
}

/**
 * With a permissions boundary, an action must be allowed by the boundary too, and a deny of either wins:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
 */
export function decideWithin(
  boundary: readonly Statement[] | undefined,
  statements: readonly Statement[],
  action: string,
  resource: string,
  keys: ConditionKeys = {},
): Decision {
  const own = decide(statements, action, resource, keys);
  if (boundary === undefined || own === 'explicitly denied') return own;
  const limit = decide(boundary, action, resource, keys);
  return limit === 'allowed' ? own : limit;
}

/** Whether a trust policy lets an AWS service (`lambda.amazonaws.com`) assume the role. */
export function trusts(statements: readonly Statement[], service: string): boolean {
  const applying = statements.filter(
    ({ Principal, Action }) =>
      typeof Principal === 'object' &&
      Principal.Service?.includes(service) === true &&
      Action?.some((pattern) => matchesAction(pattern, 'sts:AssumeRole')) === true,
  );
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
}

/** Whether a trust policy lets the users and roles of an account assume the role. */
export function trustsAccount(statements: readonly Statement[], account: string): boolean {
  const names = [account, `arn:aws:iam::${account}:root`, '*'];
  const isAccount = ({ Principal }: Statement) =>
    Principal === '*' ||
    (typeof Principal === 'object' && Principal.AWS?.some((name) => names.includes(name)) === true);
  const applying = statements.filter(
    (one) =>
      isAccount(one) && one.Action?.some((pattern) => matchesAction(pattern, 'sts:AssumeRole')) === true,
  );
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
}

function applies(one: Statement, action: string, resource: string): boolean {
  const ofAction = (pattern: string) => matchesAction(pattern, action);
  const ofResource = (pattern: string) => matchesResource(pattern, resource);
  return (
    (one.Action?.some(ofAction) ?? !one.NotAction?.some(ofAction)) &&
    (one.Resource?.some(ofResource) ?? !one.NotResource?.some(ofResource))
  );
}

function parse(json: string): readonly Statement[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw malformed('This policy contains invalid Json');
  }
  const parsed = document.safeParse(value);
  if (!parsed.success) throw malformed('Syntax errors in policy.');
  for (const { Resource = [], NotResource = [], Condition = {} } of parsed.data.Statement) {
    const values = Object.values(Condition).flatMap((keys) => Object.values(keys).flat());
    refuseVariables([...Resource, ...NotResource, ...values]);
  }
  return parsed.data.Statement;
}

function checkActions({ Action, NotAction }: Statement): void {
  if (
    [...(Action ?? []), ...(NotAction ?? [])].some((action) => action !== '*' && !/^[\w-]+:\S+$/.test(action))
  ) {
    throw malformed('Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.');
  }
}

function checkResources({ Resource, NotResource }: Statement): void {
  for (const resource of [...(Resource ?? []), ...(NotResource ?? [])]) {
    if (resource !== '*' && !resource.startsWith('arn:')) {
      throw malformed(`Resource ${resource} must be in ARN format or "*".`);
    }
  }
}

function malformed(message: string): ServiceError {
  return new ServiceError('MalformedPolicyDocument', message);
}
