// Redirects that are refused, each by its code and path.
import { expect, test } from 'vitest';
import { docs, found, good, type Raw, redirect } from './stack.ts';

const api = (more: Raw) => ({ 'petstore:api': { ...(good['petstore:api'] as Raw), ...more } });
const www = (to: unknown, status: unknown = 301) => docs([{ from: 'www.petstore.example', to, status }]);

test.each<[string, Raw, string | string[]]>([
  [
    'a redirect from a host that serves',
    docs([redirect('petstore.example', 'https://petstore.com')]),
    'host-used-twice petstore:docs.redirects[0].from',
  ],
  [
    'a redirect of the api from a host of the docs',
    api({ redirects: [redirect('petstore.example', 'https://petstore.com')] }),
    'host-used-twice petstore:api.redirects[0].from',
  ],
  [
    'two redirects from a host',
    docs([redirect('w.petstore.dev', 'petstore.example'), redirect('w.petstore.dev', 'api.petstore.dev')]),
    'host-used-twice petstore:docs.redirects[1].from',
  ],
  [
    'a redirect to itself',
    docs([redirect('w.petstore.dev', 'w.petstore.dev')]),
    'redirect-loop petstore:docs.redirects[0].to',
  ],
  [
    'a redirect below itself, which never ends',
    docs([redirect('w.petstore.dev', 'https://w.petstore.dev/a')]),
    'redirect-loop petstore:docs.redirects[0].to',
  ],
  [
    'a loop, reported once',
    docs([
      redirect('a.petstore.dev', 'b.petstore.dev'),
      redirect('b.petstore.dev', 'https://a.petstore.dev'),
    ]),
    'redirect-loop petstore:docs.redirects[0].to',
  ],
  [
    'a chain',
    docs([redirect('a.petstore.dev', 'b.petstore.dev'), redirect('b.petstore.dev', 'petstore.example')]),
    'redirect-chain petstore:docs.redirects[0].to',
  ],
  [
    'a chain by a full URL',
    docs([
      redirect('a.petstore.dev', 'https://b.petstore.dev/x'),
      redirect('b.petstore.dev', 'petstore.example'),
    ]),
    'redirect-chain petstore:docs.redirects[0].to',
  ],
  [
    'a target that is not served here',
    www('petstore.com'),
    'redirect-target-unserved petstore:docs.redirects[0].to',
  ],
  [
    'a target with a path but no scheme',
    www('petstore.example/guide'),
    'host-needs-https petstore:docs.redirects[0].to',
  ],
  ['a target over http', www('http://petstore.example'), 'host-needs-https petstore:docs.redirects[0].to'],
  [
    'a target with a query',
    www('https://petstore.example/?a=b'),
    'host-bad-url petstore:docs.redirects[0].to',
  ],
  [
    'a target with an empty fragment',
    www('https://petstore.example/#'),
    'host-bad-url petstore:docs.redirects[0].to',
  ],
  ['a target with a user', www('https://me@petstore.example/'), 'host-bad-url petstore:docs.redirects[0].to'],
  ['a target with a tab', www('https://petstore.example/\ta'), 'host-bad-url petstore:docs.redirects[0].to'],
  ['a target that is an address', www('https://192.0.2.1/'), 'host-ip-address petstore:docs.redirects[0].to'],
  ['another status', www('petstore.example', 303), 'bad-choice petstore:docs.redirects[0].status'],
  [
    'no status',
    docs([{ from: 'www.petstore.example', to: 'petstore.example' }]),
    'missing-key petstore:docs.redirects[0].status',
  ],
])('%s', (_, change, expected) => {
  expect(found(change)).toEqual([expected].flat());
});

test('a target that a misread primary means has no problem of its own', () => {
  const config = {
    ...(www('petstore.example')['petstore:docs'] as Raw),
    primary: 'https://Petstore.example/',
  };
  expect(found({ 'petstore:docs': config })).toEqual(['host-url petstore:docs.primary']);
  const other = { ...config, primary: 'https://petstore.dev/' };
  expect(found({ 'petstore:docs': other })).toContain(
    'redirect-target-unserved petstore:docs.redirects[0].to',
  );
});
