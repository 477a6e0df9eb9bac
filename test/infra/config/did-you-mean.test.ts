// Which name a misspelled host is taken for.
import { expect, test } from 'vitest';
import { closestHost } from '../../../infra/config/did-you-mean.ts';

const HOSTS = ['shop2.petstore.localhost', 'petstore.localhost', 'api.petstore.dev', 'docs.petstore.dev'];

test.each([
  ['shop.petstore.localhost', 'shop2.petstore.localhost'],
  ['petsotre.localhost', 'petstore.localhost'],
  ['petstore.locahost', 'petstore.localhost'],
  ['doc.petstore.dev', 'docs.petstore.dev'],
  ['dosc.petstor.dev', 'docs.petstore.dev'],
])('%s: %s', (host, expected) => {
  expect(closestHost(host, HOSTS)).toBe(expected);
});

test.each(['nowhere.petstore.localhost', 'www.petstore.localhost', 'mail.petstore.dev', 'petstore.example'])(
  'no name is like %s',
  (host) => {
    expect(closestHost(host, HOSTS)).toBeUndefined();
  },
);

test('a name that is there is itself', () => {
  expect(closestHost('api.petstore.dev', HOSTS)).toBe('api.petstore.dev');
});
