// Sessions of recorded roles, and the administrator.
import { expect, it } from 'vitest';
import { createIam } from '../../src/iam/index.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { resource, testContext } from '../support/cloud.ts';

const ORDERS = 'arn:aws:iam::123456789012:role/shop/orders';

it('has the roles that are recorded, by their whole ARN', async () => {
  const context = testContext();
  const identity = createIam(context);
  expect(identity.hasRole(ORDERS)).toBe(false);
  await resource(createRecorded(context), 'aws:iam/role:Role').create({
    ...{ name: 'orders', path: '/shop/', assumeRolePolicy: '{}' },
  });
  expect(identity.hasRole(ORDERS)).toBe(true);
  expect(identity.hasRole(ORDERS.replace('/shop', ''))).toBe(false);
});

it('a session is known by its key until it is revoked', () => {
  const identity = createIam(testContext());
  const credentials = identity.assume(ORDERS, 'session');
  const caller = identity.caller(credentials.accessKeyId);
  expect(caller).toEqual({
    ...credentials,
    arn: 'arn:aws:sts::123456789012:assumed-role/orders/session',
  });
  expect(credentials).toMatchObject({
    accessKeyId: expect.stringMatching(/^ASIA[0-9A-F]{16}$/),
    sessionToken: expect.stringMatching(/.{60}/),
  });
  identity.revoke(credentials);
  expect(identity.caller(credentials.accessKeyId)).toBeUndefined();
});
