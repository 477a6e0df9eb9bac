// IAM resources: roles, their policies and sessions, and IAM's refusals.
import { expect, it } from 'vitest';
import { createIam } from '../../src/iam/index.ts';
import { resource, testContext } from '../support/cloud.ts';
import { LAMBDA_TRUST } from '../support/role.ts';

const BASIC = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
const GET = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }],
});

function iam() {
  const identity = createIam(testContext());
  return {
    identity,
    role: resource(identity, 'aws:iam/role:Role'),
    policy: resource(identity, 'aws:iam/rolePolicy:RolePolicy'),
    attachment: resource(identity, 'aws:iam/rolePolicyAttachment:RolePolicyAttachment'),
  };
}

it('creates a role that only the service of its trust policy can assume', async () => {
  const { identity, role } = iam();
  const { id, outputs } = await role.create({ name: 'orders', assumeRolePolicy: LAMBDA_TRUST });
  expect(id).toBe('orders');
  expect(outputs.arn).toBe('arn:aws:iam::123456789012:role/orders');
  expect(identity.assumable(String(outputs.arn), 'lambda.amazonaws.com')).toBe(true);
  expect(identity.assumable(String(outputs.arn), 'ec2.amazonaws.com')).toBe(false);
  expect(identity.assumable('arn:aws:iam::123456789012:role/none', 'lambda.amazonaws.com')).toBe(false);
  await expect(role.create({ name: 'orders', assumeRolePolicy: LAMBDA_TRUST })).rejects.toThrow(
    'EntityAlreadyExists: Role with name orders already exists.',
  );
});

it('accepts policies as objects too, and stores text', async () => {
  const { role } = iam();
  const { outputs } = await role.create({ name: 'orders', assumeRolePolicy: JSON.parse(LAMBDA_TRUST) });
  expect(JSON.parse(String(outputs.assumeRolePolicy))).toEqual(JSON.parse(LAMBDA_TRUST));
});

it('allows a session what the present policies of its role allow', async () => {
  const { identity, role, policy, attachment } = iam();
  const { outputs } = await role.create({ name: 'orders', assumeRolePolicy: LAMBDA_TRUST });
  const credentials = identity.assume(String(outputs.arn), 'session');
  const caller = identity.caller(credentials.accessKeyId);
  expect(caller?.arn).toBe('arn:aws:sts::123456789012:assumed-role/orders/session');
  expect(caller?.decide('dynamodb:GetItem', 'arn:x')).toBe('not allowed');
  const inline = await policy.create({ name: 'read', role: 'orders', policy: GET });
  await attachment.create({ role: 'orders', policyArn: BASIC });
  expect(caller?.decide('dynamodb:GetItem', 'arn:x')).toBe('allowed');
  expect(caller?.decide('logs:PutLogEvents', 'arn:x')).toBe('allowed');
  await policy.delete(inline.id, inline.inputs);
  expect(caller?.decide('dynamodb:GetItem', 'arn:x')).toBe('not allowed');
  identity.revoke(credentials);
  expect(identity.caller(credentials.accessKeyId)).toBeUndefined();
});

it('allows no more than the permissions boundary of the role, and refuses one that does not exist', async () => {
  const { identity, role, policy } = iam();
  const orders = { name: 'orders', assumeRolePolicy: LAMBDA_TRUST, permissionsBoundary: BASIC };
  const created = await role.create(orders);
  const caller = identity.caller(identity.assume(String(created.outputs.arn), 'session').accessKeyId);
  const all = JSON.stringify({ Statement: { Effect: 'Allow', Action: '*', Resource: '*' } });
  await policy.create({ name: 'all', role: 'orders', policy: all });
  expect(caller?.decide('logs:PutLogEvents', 'arn:x')).toBe('allowed');
  expect(caller?.decide('dynamodb:GetItem', 'arn:x')).toBe('not allowed');
  const unlimited = { ...created.inputs, permissionsBoundary: undefined };
  await role.update(created.id, unlimited, created.inputs);
  expect(caller?.decide('dynamodb:GetItem', 'arn:x')).toBe('allowed');
  const other = 'arn:aws:iam::123456789012:policy/other';
  const refusal = `NoSuchEntity: Scope ARN: ${other} does not exist or is not attachable.`;
  await expect(role.create({ ...orders, name: 'two', permissionsBoundary: other })).rejects.toThrow(refusal);
});

it('refuses to delete a role that has policies', async () => {
  const { role, policy, attachment } = iam();
  const { id, inputs } = await role.create({ name: 'orders', assumeRolePolicy: LAMBDA_TRUST });
  const inline = await policy.create({ name: 'read', role: 'orders', policy: GET });
  const attached = await attachment.create({ role: 'orders', policyArn: BASIC });
  await expect(role.delete(id, inputs)).rejects.toThrow(
    'DeleteConflict: Cannot delete entity, must delete policies',
  );
  await policy.delete(inline.id, inline.inputs);
  await expect(role.delete(id, inputs)).rejects.toThrow('must detach all policies first.');
  await attachment.delete(attached.id, attached.inputs);
  await role.delete(id, inputs);
  expect(await role.read(id)).toBeUndefined();
});

it('refuses a policy for an unknown role, and an unknown managed policy', async () => {
  const { role, policy, attachment } = iam();
  await expect(policy.create({ name: 'read', role: 'none', policy: GET })).rejects.toThrow(
    'NoSuchEntity: The role with name none cannot be found.',
  );
  await role.create({ name: 'orders', assumeRolePolicy: LAMBDA_TRUST });
  await expect(attachment.create({ role: 'orders', policyArn: `${BASIC}2` })).rejects.toThrow(
    `NoSuchEntity: Policy ${BASIC}2 does not exist or is not attachable.`,
  );
});

it('refuses a property that the provider does not have', () => {
  const { role } = iam();
  const { error } = role.parse({ name: 'orders', assumeRolePolicy: LAMBDA_TRUST, assumeRole: 'x' });
  expect(error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['assumeRole'] });
});
