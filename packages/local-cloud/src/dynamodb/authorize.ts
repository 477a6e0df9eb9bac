// Authorisation of requests to DynamoDB: the caller's signature, then the policies of its role.
import type { IncomingMessage } from 'node:http';
import { authenticate } from '../endpoint/authenticate.ts';
import { denialOf } from '../endpoint/denial.ts';
import type { Caller, Identity } from '../iam/index.ts';
import type { Received } from './received.ts';
import { attributesOf, type WriteInput } from './request-attributes.ts';
import { readActions } from './transactions/actions.ts';

/** DynamoDB's error, as its JSON 1.0 protocol carries it. */
export interface Refusal {
  readonly __type: string;
  readonly message: string;
}

/** Undefined: the request is allowed. `arnOf` returns a table's ARN for its name. */
export function authorize(
  identity: Pick<Identity, 'caller'>,
  arnOf: (table: string) => string,
  request: IncomingMessage,
  { body, operation, input }: Received,
): Refusal | undefined {
  const caller = authenticate(identity, request, body);
  if ('code' in caller) return coral(caller.code, caller.message);
  return refusalOf(caller, permissionsOf(operation, input, arnOf));
}

/** An action, the resource that it is on, and the request or the member of a transaction. */
type Permission = readonly [action: string, resource: string, input: WriteInput];

/**
 * TransactWriteItems is not an action of IAM: its members need those of the operations that they stand for ("Using IAM
 * with DynamoDB transactions", developer guide).
 */
function permissionsOf(
  operation: string,
  input: Named,
  arnOf: (table: string) => string,
): readonly Permission[] {
  if (operation !== 'TransactWriteItems') {
    return resourcesOf(input, arnOf).map((resource) => [`dynamodb:${operation}`, resource, input]);
  }
  const actions = readActions(input);
  if (typeof actions === 'string') return [];
  return actions.map(({ permission, input }) => [permission, arnOf(input.TableName), input]);
}

function refusalOf(caller: Caller, permissions: readonly Permission[]): Refusal | undefined {
  for (const [action, resource, input] of permissions) {
    const denial = denialOf(caller, action, resource, { 'dynamodb:attributes': attributesOf(input) });
    if (denial !== undefined) return coral('AccessDeniedException', denial);
  }
  return undefined;
}

interface Named extends WriteInput {
  readonly TableName?: unknown;
  readonly IndexName?: unknown;
  readonly SourceTableName?: unknown;
  readonly RequestItems?: unknown;
  readonly TransactItems?: unknown;
}

/** The tables, or the index, that a request names; `*` where it names none. */
function resourcesOf(input: Named, arnOf: (table: string) => string): readonly string[] {
  const { SourceTableName, TableName = SourceTableName, IndexName, RequestItems } = input;
  if (typeof RequestItems === 'object' && RequestItems !== null) return Object.keys(RequestItems).map(arnOf);
  if (typeof TableName !== 'string') return ['*'];
  return [typeof IndexName === 'string' ? `${arnOf(TableName)}/index/${IndexName}` : arnOf(TableName)];
}

function coral(code: string, message: string): Refusal {
  return { __type: `com.amazon.coral.service#${code}`, message };
}
