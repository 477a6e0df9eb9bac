// The zone of a host: names are compared by label, and the longest zone wins.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneOf } from '../../src/names/zone.ts';

const zones = ['example.com', 'eu.example.com', 'ample.com', 'com.example'].map((name) => ({ name }));

test.each([
  ['the zone itself', 'example.com', 'example.com'],
  ['a host below it', 'api.example.com', 'example.com'],
  ['the longest of two', 'api.eu.example.com', 'eu.example.com'],
  ['an apex of a longer one', 'eu.example.com', 'eu.example.com'],
  ['no label boundary', 'apieu.example.com', 'example.com'],
  ['a name with the same ending', 'notexample.com', undefined],
  ['a zone that is the ending of another', 'x.ample.com', 'ample.com'],
  ['none', 'example.org', undefined],
])('%s', (_, host, name) => {
  expect(zoneOf(host, zones)?.name).toBe(name);
});

test('the order of declaration does not matter', () => {
  const orders = fc.shuffledSubarray(zones, { minLength: zones.length });
  fc.assert(
    fc.property(
      orders,
      fc.constantFrom('a.eu.example.com', 'eu.example.com', 'b.example.com'),
      (order, host) => {
        expect(zoneOf(host, order)).toEqual(zoneOf(host, zones));
      },
    ),
  );
});
