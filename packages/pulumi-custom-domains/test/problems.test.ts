// Wrong arguments: a line for each, which names the argument.
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import schema from '../schema.json' with { type: 'json' };
import { againstSchema } from '../src/against-schema.ts';
import { type HostArgs, TYPE, type Zone } from '../src/host.ts';
import { assertNone, ttlProblems, zoneProblems } from '../src/problems.ts';

const zone = { provider: 'route53', name: 'shop.example' } as const;
const cloudflare = { provider: 'cloudflare', name: 'shop.example', zoneId: 'f'.repeat(32) } as const;
const right = { host: 'www.shop.example', zone, redirect: { to: 'shop.example' } };
const of = (inputs: object) =>
  againstSchema(schema.resources[TYPE], schema.types, inputs as Record<string, unknown>).map(String);

test('right arguments have none, and values that a resource decides have none where they may be so', () => {
  const tags = { team: pulumi.output('pets') };
  const gateway = { apiId: pulumi.output('a1'), stage: null };
  const preflight = { enabled: true, authorityPort: 53 };
  expect(of({ ...right, redirect: { to: 'shop.example', status: 308 }, ttl: 60, preflight })).toEqual([]);
  expect(of({ ...right, redirect: undefined, gateway, tags })).toEqual([]);
  expect(of({ ...right, tags: pulumi.output({ team: 'pets' }) })).toEqual([]);
});

test.each([
  ['nothing', {}, ['host is missing', 'zone is missing']],
  [
    'another type',
    { ...right, host: 5, ttl: '60', tags: ['a'], zone: 'shop.example' },
    [
      'host must be a text, not 5',
      'zone must be an object, not "shop.example"',
      'ttl must be a number, not "60"',
      'tags must be an object, not ["a"]',
    ],
  ],
  ['a tag of another type', { ...right, tags: { team: 5 } }, ['tags.team must be a text, not 5']],
  [
    'an unknown provider',
    { ...right, zone: { ...zone, provider: 'bind' } },
    ['zone.provider must be one of cloudflare, route53, external, not "bind"'],
  ],
  [
    'another status',
    { ...right, redirect: { to: 'shop.example', status: 303 } },
    ['redirect.status must be one of 301, 302, 307, 308, not 303'],
  ],
  [
    'a misspelled name, as in Python, whose dictionaries no compiler checks',
    { ...right, redirect: { too: 'shop.example' } },
    ['redirect.to is missing', 'redirect.too is not an argument: write one of to, status'],
  ],
  [
    'a name of every object',
    { ...right, constructor: 'a', ttl: 60 },
    [expect.stringContaining('constructor is not an argument: write one of host, zone,')],
  ],
  [
    'an output, or a secret, where the value must be known',
    { ...right, host: pulumi.secret('www.shop.example') },
    ["host must be known before the run: not a secret, nor another resource's output"],
  ],
])('%s', (_, inputs, problems) => {
  expect(of(inputs)).toEqual(problems);
});

const NO_ROLE = 'zone.role is not a role';
test.each<readonly [Zone, string[]]>([
  [zone, []],
  [{ ...zone, zoneId: 'Z0123456789ABCDEFGHIJ', role: 'arn:aws:iam::123456789012:role/dns' }, []],
  [{ provider: 'external', verified: true }, []],
  [{ ...zone, role: 'dns', verified: true }, ['zone.verified is not for zones of route53', NO_ROLE]],
  [{ provider: 'cloudflare', name: 'shop.example' }, ['zone.zoneId is missing: ']],
  [{ provider: 'external', name: 'shop.example' }, ['zone.name is not for zones of external']],
  [
    { ...cloudflare, tokenVariable: 'CLOUDFLARE_API_TOKEN_NONE' },
    ['zone.tokenVariable: the environment variable CLOUDFLARE_API_TOKEN_NONE is not set'],
  ],
])('the zone %j', (given, problems) => {
  expect(zoneProblems(given).map(String)).toEqual(problems.map((text) => expect.stringContaining(text)));
});

test('a token in place of its variable is not shown', () => {
  const wrong = { ...cloudflare, tokenVariable: 'to-ken' };
  expect(zoneProblems(wrong).map(String)).toEqual([expect.not.stringContaining('to-ken')]);
});

test('a TTL that the DNS host refuses', () => {
  const ofTtl = (provider: Zone['provider'], ttl?: number) =>
    ttlProblems({ ...right, zone: { provider }, ttl } as HostArgs).length;
  expect([ofTtl('route53'), ofTtl('route53', 0), ofTtl('cloudflare', 60)]).toEqual([0, 0, 0]);
  expect([ofTtl('route53', 1.5), ofTtl('cloudflare', 59)]).toEqual([1, 1]);
});

test('one problem is one line; of several each has its own', () => {
  const thrownFor = (inputs: object) => () =>
    assertNone(againstSchema(schema.resources[TYPE], schema.types, { ...right, ...inputs }));
  expect(thrownFor({})).not.toThrow();
  expect(thrownFor({ ttl: '' })).toThrow(/^ttl must be a number, not ""$/);
  expect(thrownFor({ ttl: '', host: 5 })).toThrow(/^\n {2}- host must .*\n {2}- ttl must .*$/);
});
