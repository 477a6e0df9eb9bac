// The local internet: its initial zones, delegations, and an internet file that changes at run time.
import { expect, test } from 'vitest';
import { Dns } from '../../src/dns/index.ts';
import { testContext } from '../support/cloud.ts';
import { ask, dnsWith, setInternet, shown, startedDns } from './client.ts';

test('a climb ends at the top-level domain and the root, each with an SOA and a local server', async () => {
  const dns = await startedDns();
  for (const zone of ['shop.localhost', 'localhost', 'example', 'com', '']) {
    const [soa, ns] = [await ask(dns, zone, 'SOA'), await ask(dns, zone, 'NS')];
    expect(soa.answers, zone).toMatchObject([{ type: 'SOA' }]);
    for (const { data } of ns.answers as { data: string }[])
      expect(shown((await ask(dns, data, 'A')).answers)).toEqual([`${data} A 127.0.0.1`]);
  }
  for (const name of ['nope.localhost', 'google.com', 'nope.nowhere'])
    expect((await ask(dns, name, 'A')).rcode, name).toBe('NXDOMAIN');
});

test('an ALIAS at an apex: the addresses of its target as its own, and no record that shows it', async () => {
  const dns = await startedDns(`
partner.example. 3600 IN SOA ns1.partner.example. host.partner.example. 1 1 1 1 60
partner.example. 3600 IN NS ns1.partner.example.
partner.example. 3600 IN ALIAS d1.cdn.cloud.`);
  dns.publish('d1.cdn.cloud');
  const { answers } = await ask(dns, 'partner.example', 'A');
  expect(answers).toMatchObject([{ name: 'partner.example', type: 'A', data: '127.0.0.1', ttl: 60 }]);
  expect(shown((await ask(dns, 'partner.example', 'AAAA')).answers)).toEqual(['partner.example AAAA ::1']);
  for (const type of ['CNAME', 'TXT'])
    expect(await ask(dns, 'partner.example', type)).toMatchObject({ rcode: 'NOERROR', answers: [] });
  expect(dns.destination('partner.example', 'A')).toMatchObject({ name: 'd1.cdn.cloud' });
  dns.withdraw('d1.cdn.cloud');
  expect((await ask(dns, 'd1.cdn.cloud', 'A')).rcode).toBe('NXDOMAIN');
  expect(await ask(dns, 'partner.example', 'A')).toMatchObject({ rcode: 'NOERROR', answers: [] });
});

test.each([
  ['no record', '', 'NXDOMAIN'],
  ['records without an address', 'x.shop.localhost. 300 IN TXT "here"', 'no address'],
  ['servers that nobody runs', 'x.shop.localhost. 300 IN NS ns1.elsewhere.example.', 'SERVFAIL'],
])('a look-up of addresses ends nowhere, and why: %s', (_case, text, reason) => {
  expect(dnsWith(text).destination('x.shop.localhost', 'A')).toEqual({ kind: 'none', reason });
});

test('each seeded zone has the name servers and the negative TTL of its DNS host', async () => {
  const dns = await startedDns();
  expect(shown((await ask(dns, 'shop.localhost', 'NS')).answers)).toEqual([
    'shop.localhost NS ada.ns.cloudflare.localhost',
    'shop.localhost NS bob.ns.cloudflare.localhost',
  ]);
  expect((await ask(dns, 'orders.localhost', 'NS')).answers).toHaveLength(4);
  expect((await ask(dns, 'nope.shop.localhost', 'A')).authorities).toMatchObject([{ ttl: 1800 }]);
  expect((await ask(dns, 'nope.orders.localhost', 'A')).authorities).toMatchObject([{ ttl: 900 }]);
});

test('a zone at a DNS host that the local cloud does not have is logged, and does not exist', () => {
  const context = testContext();
  const dns = new Dns(context);
  dns.seedZones([
    { name: 'shop.localhost', provider: 'desec' },
    { name: 'pets.shop', provider: 'route53' },
  ]);
  expect(context.lines).toEqual([expect.stringContaining('the zone shop.localhost does not exist here')]);
  expect(dns.query('pets.shop', 'SOA', true).answers).toHaveLength(1);
  // Its top-level domain is created with it.
  expect(dns.query('shop', 'SOA', true).answers).toHaveLength(1);
  expect(dns.query('shop.localhost', 'SOA', true).rcode).toBe('NXDOMAIN');
});

test('a zone that is no longer declared stays while it has records, also after a restart', () => {
  const context = testContext();
  const dns = new Dns(context);
  dns.seedZones(['shop.localhost', 'pets.localhost'].map((name) => ({ name, provider: 'route53' })));
  const [{ provider, id: zoneId } = expect.fail()] = dns.zones;
  const record = { type: 'A', value: '192.0.2.1', served: [], inputs: {}, computed: {} };
  dns.putRecord({ provider, zoneId, id: 'r', name: 'shop.localhost', ...record });
  for (const one of [dns, new Dns(context)]) {
    one.seedZones([]);
    expect(one.zones.map(({ name }) => name)).toEqual(['shop.localhost']);
  }
});

test('a child zone with an SOA is a zone of its own, delegated from above', () => {
  const dns = dnsWith(`
team.shop.localhost. 300 IN SOA ns1.team.example. host.team.example. 1 1 1 1 60
team.shop.localhost. 300 IN NS ns1.team.example.`);
  const { authorities } = dns.query('no.team.shop.localhost', 'A', true);
  expect(authorities).toMatchObject([{ name: 'team.shop.localhost' }]);
});

test('a zone that is delegated to other servers is not served, whatever its DNS host holds', async () => {
  const dns = await startedDns('shop.localhost. 300 IN NS ns1.elsewhere.example.');
  expect((await ask(dns, 'shop.localhost', 'SOA')).rcode).toBe('SERVFAIL');
  const referral = await ask(dns, 'api.shop.localhost', 'A', false);
  expect(shown(referral.authorities)).toEqual(['shop.localhost NS ns1.elsewhere.example']);
  setInternet(dns, 'shop.localhost. 300 IN NS bob.ns.cloudflare.localhost.');
  expect((await ask(dns, 'shop.localhost', 'SOA')).rcode).toBe('NOERROR');
});

test('the internet file is replaced at run time, and watchers are notified', async () => {
  const dns = await startedDns('a.shop.localhost. 60 IN A 192.0.2.1');
  const told: (string | undefined)[] = [];
  dns.watch((name) => told.push(name));
  setInternet(dns, 'b.shop.localhost. 60 IN A 192.0.2.2');
  dns.publish('d1.cdn.example');
  dns.withdraw('d1.cdn.example');
  expect(told).toEqual([undefined, 'd1.cdn.example', 'd1.cdn.example']);
  expect((await ask(dns, 'a.shop.localhost', 'A')).rcode).toBe('NXDOMAIN');
  expect((await ask(dns, 'b.shop.localhost', 'A')).answers).toHaveLength(1);
});
