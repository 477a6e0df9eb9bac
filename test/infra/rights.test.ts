// What the policies of a stack permit, by a simulator of IAM: the local cloud decides no rights. That the function calls
// exactly what FUNCTION_PERMISSIONS names is in test/service/contract.test.ts.
import { expect, test } from 'vitest';
import { permissionsOf } from '../../infra/api/pets-api.ts';
import type { Statement } from '../../infra/rights/policy.ts';
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';
import { permitted, refused, STAGING } from '../examples/iam.ts';

const tableArn = (name: string) => `arn:aws:dynamodb:eu-west-1:123456789012:table/${name}`;
const arns = {
  pets: tableArn('pets'),
  keys: tableArn('keys'),
  idempotency: tableArn('idempotency'),
  orders: tableArn('orders'),
  logs: 'arn:aws:logs:eu-west-1:123456789012:log-group:api',
};
const statements = permissionsOf(arns, { beta: true, tracing: false }).map(
  ({ Resource, ...rest }): Statement => ({ ...rest, Resource: [Resource] }),
);
const resourceOf = ({ table, index }: (typeof FUNCTION_PERMISSIONS)[number]) =>
  index === undefined ? arns[table] : `${arns[table]}/index/${index}`;

test.each(FUNCTION_PERMISSIONS)('the function may make its calls on $table $index', async (permission) => {
  const all = permission.actions.map((action) => ({ action, on: resourceOf(permission) }));
  // With the attributes that it writes.
  const { attributes = [] } = permission;
  expect(await refused(statements, all, { owner: STAGING, attributes })).toEqual([]);
});

test.each([
  ['dynamodb:Scan', arns.keys, []],
  ['dynamodb:DeleteItem', arns.pets, []],
  ['dynamodb:PutItem', arns.keys, []],
  ['dynamodb:UpdateItem', arns.keys, ['hash', 'expiresAt']],
  ['dynamodb:GetItem', tableArn('other'), []],
  ['logs:PutLogEvents', `${arns.logs.replace('api', 'other')}:log-stream:a`, []],
])('%s on %s is not allowed', async (action, on, attributes) => {
  expect(await permitted(statements, [{ action, on }], { owner: STAGING, attributes })).toEqual([]);
});
