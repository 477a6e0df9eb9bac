// Roles, their inline policies and attachments.
import { emptyIsUnset, kept, of, providerArn, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const ROLE_SOURCE = 'hashicorp/terraform-provider-aws internal/service/iam/role.go';
const VALIDATE = 'hashicorp/terraform-provider-aws internal/service/iam/validate.go';

/** A policy document with exactly that many characters, where they suffice for one. */
const policyOf = (length: number) => {
  const empty = JSON.stringify({ Version: '2012-10-17', Id: '', Statement: [] });
  if (length < empty.length) return empty.slice(0, length);
  return JSON.stringify({ Version: '2012-10-17', Id: 'a'.repeat(length - empty.length), Statement: [] });
};
const policy = policyOf(100);
const sent = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const createRole = of('CreateRole');
const BOUNDARY = 'arn:aws:iam::123456789012:policy/boundary';

const role: TypeTable = {
  type: 'aws:iam/role:Role',
  service: 'iam',
  valid: {
    name: 'orders',
    assumeRolePolicy: policy,
    description: 'The orders',
    path: '/service/',
    maxSessionDuration: 3600,
    forceDetachPolicies: false,
    permissionsBoundary: BOUNDARY,
    tags: { team: 'orders' },
  },
  inputs: {
    name: createRole('RoleName'),
    assumeRolePolicy: createRole('AssumeRolePolicyDocument', {
      rules: [
        { max: 2048, source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html' },
      ],
      sent,
      stretch: policyOf,
      probes: [{ Statement: [] }],
    }),
    description: createRole('Description'),
    path: createRole('Path', {
      stretch: (length) => `/${'a'.repeat(Math.max(0, length - 2))}/`.slice(0, length),
    }),
    maxSessionDuration: createRole('MaxSessionDuration', {
      rules: [{ type: 'integer', source: `${ROLE_SOURCE} max_session_duration` }],
    }),
    permissionsBoundary: createRole('PermissionsBoundary', {
      rules: [providerArn],
      stretch: (length) => BOUNDARY.padEnd(length, 'y').slice(0, length),
      probes: ['boundary'],
      ...emptyIsUnset(ROLE_SOURCE),
    }),
    forceDetachPolicies: kept('the provider is to detach policies before it deletes the role', ROLE_SOURCE),
    ...tags({ all: 'CreateRole.Tags', key: 'CreateRole.Tags[].Key', value: 'CreateRole.Tags[].Value' }),
  },
};

const putRolePolicy = of('PutRolePolicy');
const PUT_SOURCE = 'hashicorp/terraform-provider-aws internal/service/iam/role_policy.go';

const rolePolicy: TypeTable = {
  type: 'aws:iam/rolePolicy:RolePolicy',
  service: 'iam',
  valid: { name: 'read', role: 'orders', policy },
  inputs: {
    name: putRolePolicy('PolicyName'),
    role: putRolePolicy('RoleName', {
      rules: [
        {
          source: `${VALIDATE} validRolePolicyRole`,
          that: { is: "the role's name, not its ARN", holds: (value: string) => !value.startsWith('arn:') },
        },
      ],
      probes: ['arn:aws:iam::123456789012:role/orders'],
    }),
    policy: putRolePolicy('PolicyDocument', {
      rules: [{ max: 10_240, source: `${PUT_SOURCE} ValidIAMPolicyJSON` }],
      sent,
      stretch: policyOf,
      probes: [{ Statement: [] }, { Id: 'a'.repeat(10_240), Statement: [] }],
    }),
  },
};

const attach = of('AttachRolePolicy');

const attachment: TypeTable = {
  type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
  service: 'iam',
  valid: { role: 'orders', policyArn: 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole' },
  inputs: {
    role: attach('RoleName'),
    policyArn: attach('PolicyArn', { rules: [providerArn], probes: ['AWSLambdaBasicExecutionRole'] }),
  },
};

export const iam: readonly TypeTable[] = [role, rolePolicy, attachment];
