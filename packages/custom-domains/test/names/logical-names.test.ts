// Logical names: no two hosts, and no two resources of a host, share one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostNames } from '../../src/names/logical-names.ts';

test('hosts that are the same without their dots have distinct names', () => {
  const [a, b] = [hostNames('a.bc.com'), hostNames('ab.c.com')].map((names) => Object.values(names));
  expect(new Set([...(a ?? []), ...(b ?? [])]).size).toBe((a?.length ?? 0) * 2);
});

test('every name has the whole host name', () => {
  expect(
    Object.values(hostNames('api.petstore.example')).every((name) => name.startsWith('api.petstore.example')),
  ).toBe(true);
});

test('two hosts never share a name', () => {
  const host = fc.string({ unit: fc.constantFrom(...'abrouten.-'), minLength: 3, maxLength: 16 });
  fc.assert(
    fc.property(host, host, (one, other) => {
      const names = new Set(Object.values(hostNames(one)));
      const shared = Object.values(hostNames(other)).filter((name) => names.has(name));
      return one === other || shared.every((name) => name === one || name === other);
    }),
  );
});
