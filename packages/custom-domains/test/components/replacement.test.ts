// Which record of a host's old place becomes which of the stack's: in one change each, or not at all.
import { expect, test } from 'vitest';
import { replacementOf, routingNames } from '../../src/components/replacement.ts';
import type { ExistingRecord } from '../../src/dns-hosts/adapter.ts';
import type { HostSpec } from '../../src/dns-hosts/zone.ts';

const ZONE = 'pets.example';
const HOST = `shop.${ZONE}`;

type Provider = HostSpec['zone']['provider'];

const spec = (host: string, provider: Provider, target: HostSpec['target']): HostSpec => ({
  ...{ host, target, apex: host === ZONE },
  zone: provider === 'external' ? { provider, verified: true } : { provider, name: ZONE },
});
const record = (type: string, value: string, special?: string): ExistingRecord => ({
  ...{ importId: `id-${type}`, name: HOST, type, value, alias: false },
  ...(special !== undefined && { special }),
});

const A = record('A', '192.0.2.1');
const AAAA = record('AAAA', '2001:db8::1');
const CNAME = record('CNAME', 'old.example');
const PROXIED = record('CNAME', 'old.example', 'proxied');
const HTTPS = record('HTTPS', '1 . alpn=h2');
const APEX = { 'route-a': 'id-A', 'route-aaaa': 'id-AAAA', 'route-https': 'id-HTTPS' };

test.each<[string, HostSpec, ExistingRecord[], Record<string, string> | undefined]>([
  ['one of any type', spec(HOST, 'route53', 'gateway'), [A], { route: 'id-A' }],
  ['not two', spec(HOST, 'route53', 'gateway'), [A, AAAA], undefined],
  ['not with a policy', spec(HOST, 'route53', 'gateway'), [record('A', '192.0.2.1', 'weighted')], undefined],
  ['at an apex those of each type', spec(ZONE, 'route53', 'distribution'), [A, AAAA, HTTPS], APEX],
  ['not HTTPS where the stack sets none', spec(ZONE, 'route53', 'gateway'), [HTTPS], undefined],
  ['at an apex not a CNAME', spec(ZONE, 'route53', 'distribution'), [CNAME], undefined],
  ['a CNAME', spec(HOST, 'cloudflare', 'gateway'), [CNAME], { route: 'id-CNAME' }],
  ['a proxied one', spec(HOST, 'cloudflare', 'gateway'), [PROXIED], { route: 'id-CNAME' }],
  ['not another type', spec(HOST, 'cloudflare', 'gateway'), [A], undefined],
  ['nothing', spec(HOST, 'cloudflare', 'gateway'), [], {}],
])('in one change is replaced: %s (%o)', (_name, given, differing, expected) => {
  const { imports } = replacementOf(given, differing, []);
  const ids = imports && [...imports].map(([name, { id }]) => [name.replace(`${given.host}-`, ''), id]);
  expect(ids && Object.fromEntries(ids)).toEqual(expected);
});

const both = ['192.0.2.1', '192.0.2.2'].map((value) => ({ type: 'A', value }));
test.each([
  ['all are named', both, true],
  ['a value is missing', both.slice(0, 1), false],
  ['one is of another type', [both[0], { type: 'TXT', value: '192.0.2.2' }], false],
])('the line names each value of a record set: %s', (_name, named, isNamed) => {
  const differing = [record('A', '192.0.2.1 192.0.2.2')];
  const replaced = replacementOf(spec(HOST, 'route53', 'gateway'), differing, named as typeof both);
  expect(replaced).toMatchObject({ old: both, isNamed });
});

test.each([
  [spec(HOST, 'route53', 'gateway'), ['route']],
  [spec(ZONE, 'route53', 'gateway'), ['route-a', 'route-aaaa']],
  [spec(ZONE, 'route53', 'distribution'), ['route-a', 'route-aaaa', 'route-https']],
  [spec(ZONE, 'cloudflare', 'distribution'), ['route', 'route-https']],
  [spec(HOST, 'external', 'gateway'), []],
])('the routing records of %o', (host, names) => {
  expect(routingNames(host)).toEqual(names.map((name) => `${host.host}-${name}`));
});
