// Conditions of identity policies. Those that are not evaluated here are refused by name: if one were ignored, a Deny
// could allow. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
import { matchesAction } from './match.ts';

/** A statement's `Condition`: values by operator and key. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Condition keys of a request, lower case, each with its values. */
export type ConditionKeys = Readonly<Record<string, readonly string[]>>;

const OPERATOR = 'ForAllValues:StringEquals';

/** The actions whose requests have the key here: the service authorization reference lists more of them. */
const ACTIONS_WITH_KEY: Readonly<Record<string, readonly string[]>> = {
  'dynamodb:attributes': ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
};

/** A service that the local cloud does not have: nothing asks for its actions, and no condition on them is evaluated. */
const isElsewhere = (action: string): boolean => /^kms:\w+$/i.test(action);

/** `actions`: patterns of the statement; undefined where it has `NotAction`, or is of a trust policy. */
export function refuseUnevaluated(conditions: Conditions, actions: readonly string[] | undefined): void {
  if (actions?.every(isElsewhere)) return;
  for (const [operator, keys] of Object.entries(conditions)) {
    if (operator !== OPERATOR || actions === undefined) throw unevaluated(`operator ${operator}`);
    for (const key of Object.keys(keys)) {
      const having = ACTIONS_WITH_KEY[key.toLowerCase()];
      if (having === undefined) throw unevaluated(`key ${key}`);
      // A pattern may match other actions too, whose requests are not read for the key.
      const other = actions.find((action) => !having.some((one) => matchesAction(one, action)));
      if (other !== undefined) throw unevaluated(`key ${key} of ${other}`);
    }
  }
}

function unevaluated(what: string): Error {
  return new Error(`the local cloud does not evaluate the condition ${what} here`);
}

/** ForAllValues is true where each value of the request is listed, and where the request has none. */
export function conditionsHold(conditions: Conditions, request: ConditionKeys): boolean {
  return Object.values(conditions)
    .flatMap((keys) => Object.entries(keys))
    .every(([key, listed]) => (request[key.toLowerCase()] ?? []).every((value) => listed.includes(value)));
}
