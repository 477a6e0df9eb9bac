// Refusals of a single value, worded as AWS's services word them (ACM, IAM, Lambda, CloudWatch Logs and others):
// "1 validation error detected: Value '…' at '…' failed to satisfy constraint: Member must …". The path is the
// program's own property, not the request's member. Where the provider refuses first, with another wording, the bound
// is the same.
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Characters of a value that a message shows. */
const SHOWN = 200;

/** The message for an issue whose schema sets none; undefined: Zod's own message. */
export function validationMessage(issue: Issue): string | undefined {
  const at = (issue.path ?? []).map(String);
  if (issue.code === 'invalid_key') {
    const keyIssues = issue.issues as readonly unknown[] as readonly Issue[];
    const inner = keyIssues.map(
      (one) => constraintOf({ ...one, input: issue.input } as Issue) ?? one.message,
    );
    return sentence(
      'Value',
      at.slice(0, -1),
      `Map keys must satisfy constraint: [Member must ${inner.join(', Member must ')}]`,
    );
  }
  const constraint = constraintOf(issue);
  if (constraint === undefined) return undefined;
  return sentence(`Value ${show(issue.input)}`, at, `Member must ${constraint}`);
}

/** `value`: `Value`, or `Value '…'` where the service shows it. `constraint`: what its `Member must …` says. */
export function sentence(value: string, at: readonly PropertyKey[], constraint: string): string {
  return `1 validation error detected: ${value} at '${at.map(String).join('.')}' failed to satisfy constraint: ${constraint}`;
}

function constraintOf(issue: Issue): string | undefined {
  if (issue.input === undefined && issue.code.startsWith('invalid_')) return 'not be null';
  switch (issue.code) {
    case 'too_small':
      return `have ${sized(issue)} greater than or equal to ${issue.minimum}`;
    case 'too_big':
      return `have ${sized(issue)} less than or equal to ${issue.maximum}`;
    case 'invalid_format':
      return `satisfy regular expression pattern: ${String(issue.pattern).replace(/^\/\^?|\$?\/\w*$/g, '')}`;
    case 'invalid_value':
      return enumeration(issue.values as readonly unknown[]);
    default:
      return undefined;
  }
}

export function enumeration(values: readonly unknown[]): string {
  return `satisfy enum value set: [${values.join(', ')}]`;
}

function sized({ origin }: Issue): string {
  return origin === 'number' || origin === 'int' ? 'value' : 'length';
}

function show(value: unknown): string {
  if (value === undefined) return 'null';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `'${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}'`;
}
