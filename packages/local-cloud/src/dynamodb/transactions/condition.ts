// Conditions of actions, evaluated by dynalite's own parser and comparisons.
import { createRequire } from 'node:module';
import type { ActionInput, Key } from './actions.ts';
import { invalid, NO_REASON, type Reason } from './refusal.ts';

/** The parts of dynalite that are used here; the package has no types. */
interface Validations {
  /** Parses the expressions of an input, and adds the result to it; returns what is wrong with them. */
  validateExpressions(input: object): string | undefined;
}
interface Database {
  /** An error where the condition of a parsed input is not met. */
  checkConditional(input: object, item: Key | undefined): Error | null | undefined;
}
const requireDynalite = createRequire(import.meta.resolve('dynalite'));
const { validateExpressions } = requireDynalite('./validations/index.js') as Validations;
const { checkConditional } = requireDynalite('./db/index.js') as Database;

/** Why the transaction is cancelled by this action on the item `old`. Throws TransactionError for a malformed expression. */
export function reasonOf(input: ActionInput, old: Key | undefined): Reason {
  const parsed = { ...input };
  const wrong = validateExpressions(parsed);
  if (typeof wrong === 'string') throw invalid(wrong);
  if (!checkConditional(parsed, old)) return NO_REASON;
  const shown = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && old !== undefined;
  return {
    Code: 'ConditionalCheckFailed',
    Message: 'The conditional request failed',
    ...(shown ? { Item: old } : {}),
  };
}
