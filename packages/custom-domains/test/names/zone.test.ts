// The zone of a host: names are compared by label, and the longest zone wins.
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
