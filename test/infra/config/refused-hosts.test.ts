// Keys and hosts that are refused, each by its code and path.
import { expect, test } from 'vitest';
import { docs, found, good, type Raw, redirect } from './stack.ts';

const redirectsTo = (to: string) => [{ from: 'old-api.petstore.example', to, status: 308 }];
const api = (more: Raw) => ({ 'petstore:api': { ...(good['petstore:api'] as Raw), ...more } });

test.each<[string, Raw, string | string[]]>([
  ['an unknown key', { 'petstore:shard': 1 }, 'unknown-key petstore:shard'],
  ['a key without its namespace', { shards: 1 }, 'unknown-key shards'],
  ['a namespace that nothing reads', { 'petsotre:plan': 'pro' }, 'unknown-key petsotre:plan'],
  ['an unknown key of a site', api({ domans: [] }), 'unknown-key petstore:api.domans'],
  [
    'a misspelled key that others depend on',
    { 'petstore:api': { primry: 'api.petstore.example', redirects: redirectsTo('api.petstore.example') } },
    'unknown-key petstore:api.primry',
  ],
  [
    'a misspelled key, and a fault in its value',
    { 'petstore:api': { primry: 'api_v2.petstore.dev' } },
    ['unknown-key petstore:api.primry', 'host-bad-character petstore:api.primry'],
  ],
  [
    'a key beside its misspelling',
    { 'petstore:api': { primary: 'api.petstore.dev', primry: 'api_v2.petstore.dev' } },
    'unknown-key petstore:api.primry',
  ],
  [
    'a misspelled namespace, and a default under the right key',
    { 'petsotre:plan': 'pro', 'petstore:plan': 'free' },
    'unknown-key petsotre:plan',
  ],
  [
    'a misspelled key of a redirect',
    docs([{ form: 'www.petstore.example', to: 'petstore.example', status: 301 }]),
    'unknown-key petstore:docs.redirects[0].form',
  ],
  [
    'an unknown key of a redirect',
    docs([{ ...redirect('w.petstore.example', 'petstore.example'), permanent: true }]),
    'unknown-key petstore:docs.redirects[0].permanent',
  ],
  ['no region', { 'aws:region': null }, 'missing-key aws:region'],
  ['no such region', { 'aws:region': 'eu-west' }, 'bad-region aws:region'],
  ['no such plan', { 'petstore:plan': 'Pro' }, 'bad-choice petstore:plan'],
  ['hosts with the free plan', { 'petstore:plan': 'free' }, 'plan-without-hosts petstore:plan'],
  ['hosts with no plan', { 'petstore:plan': null }, 'plan-without-hosts petstore:plan'],
  [
    'a bad host',
    api({ domains: ['a.petstore.dev', 'api_v2.petstore.dev'] }),
    'host-bad-character petstore:api.domains[1]',
  ],
  ['a wildcard', api({ domains: ['*.petstore.dev'] }), 'host-wildcard petstore:api.domains[0]'],
  ['a host that YAML reads as a number', api({ domains: [1.5] }), 'bad-type petstore:api.domains[0]'],
  ['text in place of a list', api({ domains: 'a.petstore.dev' }), 'bad-type petstore:api.domains'],
  ['an empty list item', api({ domains: [null] }), 'missing-key petstore:api.domains[0]'],
  [
    'a host too long for a certificate',
    api({ domains: [`${'a'.repeat(52)}.petstore.dev`] }),
    'host-too-long-for-certificate petstore:api.domains[0]',
  ],
  [
    'domains without a primary',
    { 'petstore:docs': { domains: ['docs.petstore.dev'] } },
    'primary-missing petstore:docs.primary',
  ],
  [
    'redirects without a primary',
    { 'petstore:docs': { redirects: [redirect('w.petstore.dev', 'api.petstore.dev')] } },
    'primary-missing petstore:docs.primary',
  ],
  [
    'a host twice in a list',
    api({ domains: ['a.petstore.dev', 'A.petstore.dev.'] }),
    'host-used-twice petstore:api.domains[1]',
  ],
  ['a host on both sites', api({ domains: ['petstore.example'] }), 'host-used-twice petstore:docs.primary'],
])('%s', (_, change, expected) => {
  expect(found(change)).toEqual([expected].flat());
});
