// From the tables of rights to IAM policies, for the role that previews and for those that deploy.
import { RIGHTS } from './rights/index.ts';
import type { Condition, Right } from './rights/right.ts';

export interface Statement {
  readonly Sid?: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Condition;
}

export interface Place {
  readonly account: string;
  readonly region: string;
}

/** Permits reading the resources of every stack, but no content of tables and logs. */
export function previewStatements(place: Place): Statement[] {
  return statements(place, ({ read }) => read);
}

/** Permits reading and changing the resources of one stack. */
export function deployStatements(place: Place, stack: string): Statement[] {
  const own = statements({ ...place, stack }, ({ read, write }) => [...read, ...write]);
  return [...own, denyOtherStacks(stack)];
}

export function policyDocument(statements: readonly Statement[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

/**
 * Two stacks in one account have the same logical names, so that resources with another stack's tag are denied, where the
 * service passes tags to IAM (S3 does not).
 */
function denyOtherStacks(stack: string): Statement {
  const condition = {
    StringNotEquals: { 'aws:ResourceTag/stack': stack },
    Null: { 'aws:ResourceTag/stack': 'false' },
  };
  return { Sid: 'NotAnotherStack', Effect: 'Deny', Action: '*', Resource: '*', Condition: condition };
}

/** One statement for each set of ARNs and condition, because the size of a policy is limited. */
function statements(values: object, actionsOf: (right: Right) => readonly string[]): Statement[] {
  const byScope = new Map<string, { right: Right; actions: Set<string> }>();
  for (const right of Object.values(RIGHTS).flat()) {
    const scope = JSON.stringify([right.on, right.when]);
    const one = byScope.get(scope) ?? { right, actions: new Set() };
    for (const action of actionsOf(right)) one.actions.add(action);
    byScope.set(scope, one);
  }
  const used = [...byScope.values()].filter(({ actions }) => actions.size > 0);
  return used.map(({ right: { on, when }, actions }) =>
    filled({ Effect: 'Allow', Action: [...actions].sort(), Resource: on, Condition: when }, values),
  );
}

/** Replaces every `{account}`, `{region}` and `{stack}` by its value. */
function filled(statement: Statement, values: object): Statement {
  const text = JSON.stringify(statement);
  return JSON.parse(
    Object.entries(values).reduce((all, [key, value]) => all.replaceAll(`{${key}}`, value), text),
  );
}
