// Which record of a host's old place becomes which of the stack's: in one change each, or not at all.
import { describe, expect, test } from 'vitest';
import { replacementOf, routingNames, withoutAlias, withoutRouting } from '../../src/components/moving.ts';
import type { ExistingRecord } from '../../src/dns-hosts/adapter.ts';
import type { DnsAdapter, HostSpec } from '../../src/dns-hosts/zone.ts';

const ZONE = 'pets.example';
const HOST = `shop.${ZONE}`;

const spec = (
  host: string,
  provider: HostSpec['zone']['provider'],
  target: HostSpec['target'],
): HostSpec => ({
  ...{ host, target, apex: host === ZONE },
  zone: provider === 'external' ? { provider, verified: true } : { provider, name: ZONE },
});
const record = (type: string, value: string, special?: string): ExistingRecord => ({
  ...{ importId: `id-${type}`, name: HOST, type, value, alias: false },
  ...(special !== undefined && { special }),
});

describe('records of the old place become', () => {
  const A = record('A', '192.0.2.1');
  const AAAA = record('AAAA', '2001:db8::1');
  const CNAME = record('CNAME', 'old.example');
  const HTTPS = record('HTTPS', '1 . alpn=h2');

  test.each<[string, HostSpec, ExistingRecord[], Record<string, string> | undefined]>([
    ['Route 53: a CNAME, of any type', spec(HOST, 'route53', 'gateway'), [A], { [`${HOST}-route`]: 'id-A' }],
    ['Route 53: not two of them one', spec(HOST, 'route53', 'gateway'), [A, AAAA], undefined],
    [
      'Route 53: not one of a routing policy',
      spec(HOST, 'route53', 'gateway'),
      [record('A', '192.0.2.1', 'weighted')],
      undefined,
    ],
    [
      'Route 53, at an apex: the alias of the same type, and the HTTPS record',
      spec(ZONE, 'route53', 'distribution'),
      [A, AAAA, HTTPS],
      { [`${ZONE}-route-a`]: 'id-A', [`${ZONE}-route-aaaa`]: 'id-AAAA', [`${ZONE}-route-https`]: 'id-HTTPS' },
    ],
    [
      'Route 53, at an apex: not an HTTPS record where the stack sets none',
      spec(ZONE, 'route53', 'gateway'),
      [HTTPS],
      undefined,
    ],
    ['Route 53, at an apex: not a CNAME', spec(ZONE, 'route53', 'distribution'), [CNAME], undefined],
    [
      'Cloudflare: the CNAME',
      spec(HOST, 'cloudflare', 'gateway'),
      [CNAME],
      { [`${HOST}-route`]: 'id-CNAME' },
    ],
    [
      'Cloudflare: also a proxied one',
      spec(HOST, 'cloudflare', 'gateway'),
      [record('CNAME', 'old.example', 'proxied')],
      { [`${HOST}-route`]: 'id-CNAME' },
    ],
    ['Cloudflare: not a record of another type', spec(HOST, 'cloudflare', 'gateway'), [A], undefined],
    ['nothing, where there is nothing', spec(HOST, 'cloudflare', 'gateway'), [], {}],
  ])('%s', (_name, host, differing, expected) => {
    const { imports } = replacementOf(host, { differing }, []);
    const ids = imports && Object.fromEntries([...imports].map(([name, { id }]) => [name, id]));
    expect(ids).toEqual(expected);
  });

  test.each([
    [
      'all of them are named',
      [
        { type: 'A', value: '192.0.2.1' },
        { type: 'A', value: '192.0.2.2' },
      ],
      true,
    ],
    ['a value is missing', [{ type: 'A', value: '192.0.2.1' }], false],
    [
      'one is of another type',
      [
        { type: 'A', value: '192.0.2.1' },
        { type: 'TXT', value: '192.0.2.2' },
      ],
      false,
    ],
  ])('the line names each value of a record set: %s', (_name, named, isNamed) => {
    const differing = [record('A', '192.0.2.1 192.0.2.2')];
    expect(replacementOf(spec(HOST, 'route53', 'gateway'), { differing }, named)).toMatchObject({
      old: [
        { type: 'A', value: '192.0.2.1' },
        { type: 'A', value: '192.0.2.2' },
      ],
      isNamed,
    });
  });

  test('an HTTPS record is one value, with its spaces', () => {
    const { old } = replacementOf(spec(ZONE, 'route53', 'distribution'), { differing: [HTTPS] }, []);
    expect(old).toEqual([{ type: 'HTTPS', value: '1 . alpn=h2' }]);
  });
});

test.each([
  ['a subdomain', spec(HOST, 'route53', 'gateway'), ['route']],
  ['an apex of Route 53', spec(ZONE, 'route53', 'gateway'), ['route-a', 'route-aaaa']],
  [
    'an apex of Route 53 at a distribution',
    spec(ZONE, 'route53', 'distribution'),
    ['route-a', 'route-aaaa', 'route-https'],
  ],
  [
    'an apex of Cloudflare at a distribution',
    spec(ZONE, 'cloudflare', 'distribution'),
    ['route', 'route-https'],
  ],
  ['an external host', spec(HOST, 'external', 'gateway'), []],
])('the routing records of %s', (_name, host, names) => {
  expect(routingNames(host)).toEqual(names.map((name) => `${host.host}-${name}`));
});

test('a host that waits has no routing record, and what else its DNS host does stays', () => {
  const validationRecord = () => ({}) as never;
  const dns = { validationRecord, routingRecords: () => ['one'] } as unknown as DnsAdapter;
  const waiting = withoutRouting(dns);
  expect(waiting.routingRecords({} as never, {} as never, {} as never)).toEqual([]);
  expect(waiting.validationRecord).toBe(validationRecord);
});

describe('without its alias', () => {
  const [transform] = withoutAlias(HOST).transformations ?? [];
  const transformed = (name: string, props: object) =>
    transform?.({ name, props, opts: { protect: true }, type: 't', resource: undefined as never });

  test('the distribution is created with no name at all', () => {
    expect(transformed(`${HOST}-attachment`, { aliases: [HOST], enabled: true })).toEqual({
      props: { aliases: [], enabled: true },
      opts: { protect: true },
    });
  });

  test.each([
    ['another resource of the host', `${HOST}-certificate`, { aliases: [HOST] }],
    ['a domain name of the gateway', `${HOST}-attachment`, { domainName: HOST }],
  ])('%s stays as it is', (_name, name, props) => {
    expect(transformed(name, props)).toBeUndefined();
  });
});
