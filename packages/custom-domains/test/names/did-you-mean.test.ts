// Which name a misspelled host is taken for.
import { expect, test } from 'vitest';
import { closestHost } from '../../src/names/did-you-mean.ts';

const HOSTS = ['shop2.petstore.localhost', 'petstore.localhost', 'api.petstore.dev', 'docs.petstore.dev'];

test.each([
  ['api.petstore.dev', 'api.petstore.dev'],
  ['shop.petstore.localhost', 'shop2.petstore.localhost'],
  ['petsotre.localhost', 'petstore.localhost'],
  ['dosc.petstor.dev', 'docs.petstore.dev'],
  ['nowhere.petstore.localhost', undefined],
  ['www.petstore.localhost', undefined],
  ['mail.petstore.dev', undefined],
  ['petstore.example', undefined],
])('%s: %s', (host, expected) => {
  expect(closestHost(host, HOSTS)).toBe(expected);
});
