// What IAM stores: roles, their inline policies, and attachments of managed ones.
import type { CloudContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { PolicyInputs, RoleInputs } from './inputs.ts';

export interface RoleRecord {
  readonly inputs: RoleInputs;
  readonly computed: { readonly arn: string; readonly uniqueId: string; readonly createDate: string };
}

export interface Attachment {
  readonly role: string;
  readonly policyArn: string;
}

export interface Roles {
  readonly roles: Collection<RoleRecord>;
  /** Keyed by `role:policy`. */
  readonly inline: Collection<PolicyInputs>;
  /** Keyed by `role/policyArn`. */
  readonly attached: Collection<Attachment>;
  byArn(arn: string): RoleRecord | undefined;
  /** Every policy document that applies to a role, as JSON. */
  policies(role: string): string[];
  /** The permissions boundary of a role, as JSON. */
  boundary(role: string): string | undefined;
}

const LOGS_ACTIONS = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];

/** The AWS managed policies that the local cloud has, by ARN. */
export const MANAGED_POLICIES: Readonly<Record<string, string>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: LOGS_ACTIONS, Resource: '*' }],
  }),
};

export function createRoles({ store }: CloudContext): Roles {
  const roles = store.collection<RoleRecord>('iam/roles');
  const inline = store.collection<PolicyInputs>('iam/role-policies');
  const attached = store.collection<Attachment>('iam/role-policy-attachments');
  return {
    roles,
    inline,
    attached,
    byArn: (arn) => roles.values().find((role) => role.computed.arn === arn),
    policies: (role) => [
      ...inline.values().flatMap((one) => (one.role === role ? [one.policy] : [])),
      ...attached.values().flatMap((one) => (one.role === role ? managed(one.policyArn) : [])),
    ],
    boundary(role) {
      const { permissionsBoundary } = roles.get(role)?.inputs ?? {};
      return permissionsBoundary ? MANAGED_POLICIES[permissionsBoundary] : undefined;
    },
  };
}

/** IAM accepts an existing managed policy as a boundary; here there are only some of AWS's own. */
export function checkBoundary(permissionsBoundary: string | undefined): void {
  if (!permissionsBoundary || Object.hasOwn(MANAGED_POLICIES, permissionsBoundary)) return;
  throw new ServiceError(
    'NoSuchEntity',
    `Scope ARN: ${permissionsBoundary} does not exist or is not attachable.`,
    404,
  );
}

/** The role with the name; throws IAM's NoSuchEntity. */
export function existingRole({ roles }: Roles, name: string): RoleRecord {
  const role = roles.get(name);
  if (role === undefined) {
    throw new ServiceError('NoSuchEntity', `The role with name ${name} cannot be found.`, 404);
  }
  return role;
}

function managed(policyArn: string): string[] {
  const document = MANAGED_POLICIES[policyArn];
  return document === undefined ? [] : [document];
}
