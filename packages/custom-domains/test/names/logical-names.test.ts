// Logical names: no two hosts, and no two resources of a host, share one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostNames } from '../../src/names/logical-names.ts';

test('each resource of a host has a name of its own, with the whole host in it', () => {
  const names = Object.values(hostNames('api.petstore.example'));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !name.startsWith('api.petstore.example'))).toEqual([]);
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
