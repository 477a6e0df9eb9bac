// The roles of the bootstrap example permit every call that the provider makes for a resource of the program, and no other.
import { describe, expect, test } from 'vitest';
import { RIGHTS } from '../../infra/rights/policy.ts';
import { actions } from '../../infra/rights/right.ts';
import { importsOf, SOURCES } from '../source-imports.ts';
import { bootstrap, PREVIEW } from './bootstrap-program.ts';
import { OTHER_PROJECT, PRODUCTION, permitted, refused, STAGING } from './iam.ts';
import { declaredCalls, lookups, reads } from './provider-calls.ts';

const roles = await bootstrap();

describe.each([STAGING, PRODUCTION])('of $stack', (owner) => {
  const deploying = () => roles.statements(`petstore-deploy-${owner.stack}`);
  const previewing = () => roles.statements(PREVIEW);
  const planning = () => roles.statements('petstore-plan');

  test.each(Object.entries(declaredCalls(owner)))(
    'the deploying role permits every call for %s, and the previewing role to read it',
    async (_, { create, read, change }) => {
      expect(read.length).toBeGreaterThan(0);
      expect(await refused(deploying(), create, { owner, creates: true })).toEqual([]);
      expect(await refused(deploying(), [...read, ...change], { owner })).toEqual([]);
      expect(await refused(previewing(), read, { owner })).toEqual([]);
    },
  );

  test.each(Object.entries(lookups(owner)))(
    'each role permits %s, whether it finds something or not',
    async (_, { absent, present, own, denied }) => {
      const elsewhere = ['none', OTHER_PROJECT] as const;
      for (const role of [deploying(), previewing(), planning()]) {
        expect(await refused(role, absent, { owner, tags: 'none' })).toEqual([]);
        for (const tags of [owner, ...elsewhere])
          expect(await refused(role, present, { owner, tags })).toEqual([]);
        expect(await refused(role, own, { owner })).toEqual([]);
        expect(await permitted(role, denied, { owner })).toEqual([]);
        for (const tags of elsewhere) expect(await permitted(role, own, { owner, tags })).toEqual([]);
      }
    },
  );
});

test('there is a row for each function of a provider that the program imports, and for no other', () => {
  const imported = importsOf(SOURCES).flatMap(({ target }) => {
    const [, name = '', module = '', call] = /^@pulumi\/(\w+)\/(\w+\/)?(get\w+)\.js$/.exec(target) ?? [];
    return call === undefined ? [] : [`${name}:${module}${call}`];
  });
  const ofProviders = Object.keys(lookups(STAGING)).filter((name) => !name.startsWith('aws-sdk:'));
  expect(ofProviders.sort()).toEqual([...new Set(imported)].sort());
});

test('no role has a right without a call', () => {
  const rows = declaredCalls(STAGING);
  expect(Object.keys(rows).sort()).toEqual(Object.keys(RIGHTS).sort());
  const all = Object.values(rows).flatMap((row) => Object.values(row).flat());
  const called = new Set([...all, ...reads(STAGING)].map(({ action }) => action));
  const granted = Object.values(RIGHTS)
    .flat()
    .flatMap(({ service, ...right }) =>
      [right.read, right.write, right.create].flatMap((names = '') => actions(service, names)),
    );
  expect(granted.filter((action) => !called.has(action))).toEqual([]);
});
