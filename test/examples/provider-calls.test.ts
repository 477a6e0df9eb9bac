// The roles of the bootstrap example permit every call that the provider makes for a resource of the program, and no other.
import { beforeAll, describe, expect, test } from 'vitest';
import { RIGHTS } from '../../examples/bootstrap/policy.ts';
import { actions } from '../../examples/bootstrap/rights/right.ts';
import { type Bootstrap, bootstrap } from './bootstrap-program.ts';
import { PRODUCTION, refused, STAGING } from './iam.ts';
import { declaredCalls, LOOKUPS } from './provider-calls.ts';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});

describe.each([STAGING, PRODUCTION])('of $stack', (owner) => {
  const deploying = () => roles.statements(`petstore-deploy-${owner.stack}`);
  const previewing = () => roles.statements('petstore-preview');

  test.each(Object.entries(declaredCalls(owner)))(
    'the deploying role permits every call for %s, and the previewing role to read it',
    async (_, { create, read, change }) => {
      expect(read.length).toBeGreaterThan(0);
      expect(await refused(deploying(), create, { owner, creates: true })).toEqual([]);
      expect(await refused(deploying(), [...read, ...change], { owner })).toEqual([]);
      expect(await refused(previewing(), read, { owner })).toEqual([]);
    },
  );

  test('both roles permit the look-ups', async () => {
    expect(await refused(deploying(), LOOKUPS, { owner })).toEqual([]);
    expect(await refused(previewing(), LOOKUPS, { owner })).toEqual([]);
  });
});

test('no role has a right without a call', () => {
  const rows = declaredCalls(STAGING);
  expect(Object.keys(rows).sort()).toEqual(Object.keys(RIGHTS).sort());
  const all = Object.values(rows).flatMap((row) => Object.values(row).flat());
  const called = new Set([...all, ...LOOKUPS].map(({ action }) => action));
  const granted = Object.values(RIGHTS)
    .flat()
    .flatMap(({ service, ...right }) =>
      [right.read, right.write, right.create].flatMap((names = '') => actions(service, names)),
    );
  expect(granted.filter((action) => !called.has(action))).toEqual([]);
});
