// Authorisation of requests to DynamoDB: the caller's signature, then the policies of its role.
import type { IncomingMessage } from 'node:http';
import type { Caller, Identity } from '../iam/index.ts';
import { attributesOf, type WriteInput } from './request-attributes.ts';
import { isSignedBy, parseAuthorization } from './signature.ts';
import { refusedTime } from './signature-time.ts';
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
  body: Buffer,
): Refusal | undefined {
  const authorization = parseAuthorization(request.headers.authorization);
  if (authorization === undefined) {
    return coral('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  }
  const caller = identity.caller(authorization.accessKeyId);
  if (caller === undefined || request.headers['x-amz-security-token'] !== caller.sessionToken) {
    return coral('UnrecognizedClientException', 'The security token included in the request is invalid.');
  }
  const [day] = authorization.scope;
  const refusedAt = refusedTime(String(request.headers['x-amz-date'] ?? ''), day, Date.now());
  if (refusedAt !== undefined) return coral('InvalidSignatureException', refusedAt);
  if (!isSignedBy(caller.secretAccessKey, authorization, request, body)) {
    return coral(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. ' +
        'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
    );
  }
  const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  return refusalOf(caller, permissionsOf(operation, body, arnOf));
}

/** An action, the resource that it is on, and the request or the member of a transaction. */
type Permission = readonly [action: string, resource: string, input: WriteInput];

/**
 * TransactWriteItems is not an action of IAM: its members need those of the operations that they stand for ("Using IAM
 * with DynamoDB transactions", developer guide).
 */
function permissionsOf(
  operation: string,
  body: Buffer,
  arnOf: (table: string) => string,
): readonly Permission[] {
  const input = parse(body);
  if (operation !== 'TransactWriteItems') {
    return resourcesOf(input, arnOf).map((resource) => [`dynamodb:${operation}`, resource, input]);
  }
  const actions = readActions(input);
  if (typeof actions === 'string') return [];
  return actions.map(({ permission, input }) => [permission, arnOf(input.TableName), input]);
}

function refusalOf(caller: Caller, permissions: readonly Permission[]): Refusal | undefined {
  for (const [action, resource, input] of permissions) {
    const decision = caller.decide(action, resource, { 'dynamodb:attributes': attributesOf(input) });
    if (decision === 'allowed') continue;
    const because =
      decision === 'explicitly denied'
        ? 'with an explicit deny in an identity-based policy'
        : `because no identity-based policy allows the ${action} action`;
    return coral(
      'AccessDeniedException',
      `User: ${caller.arn} is not authorized to perform: ${action} on resource: ${resource} ${because}`,
    );
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

/** A malformed body names nothing: DynamoDB itself refuses it afterwards. */
function parse(body: Buffer): Named {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function coral(code: string, message: string): Refusal {
  return { __type: `com.amazon.coral.service#${code}`, message };
}
