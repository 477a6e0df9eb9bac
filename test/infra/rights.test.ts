// What the policies of a stack permit, by a simulator of IAM: the local cloud decides no rights. That the function calls
// exactly what FUNCTION_PERMISSIONS names is in test/service/store.test.ts.
import { expect, test } from 'vitest';
import { permissionsOf } from '../../infra/api/pets-function.ts';
import { simulate } from '../../packages/local-cloud/test/iam/oracle.ts';
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';

const tableArn = (name: string) => `arn:aws:dynamodb:eu-west-1:123456789012:table/${name}`;
const arns = {
  pets: tableArn('pets'),
  keys: tableArn('keys'),
  idempotency: tableArn('idempotency'),
  orders: tableArn('orders'),
  logs: 'arn:aws:logs:eu-west-1:123456789012:log-group:api',
};
const policy = {
  Version: '2012-10-17',
  Statement: permissionsOf(arns, { beta: true, tracing: false }),
};
const resourceOf = ({ table, index }: (typeof FUNCTION_PERMISSIONS)[number]) =>
  index === undefined ? arns[table] : `${arns[table]}/index/${index}`;

test('the function may do each call that it makes, with the attributes that it writes', () => {
  const decisions = FUNCTION_PERMISSIONS.flatMap((permission) =>
    permission.actions.map((action) => {
      const keys = { 'dynamodb:Attributes': [...(permission.attributes ?? [])] };
      return simulate({ action, resource: resourceOf(permission), keys }, [policy]);
    }),
  );
  expect([...new Set(decisions)]).toEqual(['allowed']);
});

test.each([
  ['dynamodb:Scan', arns.keys, {}],
  ['dynamodb:DeleteItem', arns.pets, {}],
  ['dynamodb:PutItem', arns.keys, {}],
  ['dynamodb:UpdateItem', arns.keys, { 'dynamodb:Attributes': ['hash', 'expiresAt'] }],
  ['dynamodb:GetItem', tableArn('other'), {}],
  ['logs:PutLogEvents', arns.logs.replace('api', 'other'), {}],
])('%s on %s is not allowed', (action, resource, keys) => {
  expect(simulate({ action, resource, keys }, [policy])).toBe('not allowed');
});
