// The small internet: what is there by itself, who is delegated to whom, and data that changes while it runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDns, loadInternet } from '../../src/dns/index.ts';
import { testContext } from '../support/cloud.ts';
import { ask, dnsWith, setInternet, shown, startedDns, ZONES } from './client.ts';

test('a climb ends at the top-level domain and the root, each with SOA and a server that is here', async () => {
  const dns = await startedDns();
  for (const zone of ['petstore.localhost', 'localhost', 'example', 'com', '']) {
    const [soa, ns] = [await ask(dns, zone, 'SOA'), await ask(dns, zone, 'NS')];
    expect(soa.answers, zone).toMatchObject([{ type: 'SOA' }]);
    for (const { data } of ns.answers as { data: string }[]) {
      expect(shown((await ask(dns, data, 'A')).answers)).toEqual([`${data} A 127.0.0.1`]);
    }
  }
});

test('what the internet does not have does not exist', async () => {
  const dns = await startedDns();
  for (const name of ['nope.localhost', 'google.com', 'nope.nowhere']) {
    expect((await ask(dns, name, 'A')).rcode, name).toBe('NXDOMAIN');
  }
});

test('the zones of the stack are there, each with the servers and negative TTL of its DNS host', async () => {
  const dns = await startedDns();
  expect(shown((await ask(dns, 'petstore.localhost', 'NS')).answers)).toEqual([
    'petstore.localhost NS ada.ns.cloudflare.localhost',
    'petstore.localhost NS bob.ns.cloudflare.localhost',
  ]);
  expect((await ask(dns, 'pets.localhost', 'NS')).answers).toHaveLength(4);
  expect((await ask(dns, 'nope.petstore.localhost', 'A')).authorities).toMatchObject([{ ttl: 1800 }]);
  expect((await ask(dns, 'nope.pets.localhost', 'A')).authorities).toMatchObject([{ ttl: 900 }]);
});

test('a top-level domain that a zone or a name needs comes to be', async () => {
  const dns = await startedDns();
  dns.seedZones([{ name: 'pets.shop', provider: 'route53' }]);
  dns.names.publish('d1.cdn.cloud');
  expect((await ask(dns, 'shop', 'SOA')).answers).toMatchObject([{ name: 'shop' }]);
  expect(shown((await ask(dns, 'd1.cdn.cloud', 'A')).answers)).toEqual(['d1.cdn.cloud A 127.0.0.1']);
  expect(shown((await ask(dns, 'd1.cdn.cloud', 'AAAA')).answers)).toEqual(['d1.cdn.cloud AAAA ::1']);
  dns.names.withdraw('d1.cdn.cloud');
  expect((await ask(dns, 'd1.cdn.cloud', 'A')).rcode).toBe('NXDOMAIN');
});

test('a child zone with an SOA is a zone of its own, delegated from above', async () => {
  const dns = await startedDns(`
team.petstore.localhost. 300 IN SOA ns1.team.example. host.team.example. 1 1 1 1 60
team.petstore.localhost. 300 IN NS ns1.team.example.
www.team.petstore.localhost. 300 IN A 192.0.2.1`);
  expect(shown((await ask(dns, 'www.team.petstore.localhost', 'A')).answers)).toHaveLength(1);
  expect((await ask(dns, 'no.team.petstore.localhost', 'A')).authorities).toMatchObject([
    { name: 'team.petstore.localhost' },
  ]);
});

test('a zone whose registrar names other servers is not seen, whatever its DNS host holds', async () => {
  const dns = await startedDns('petstore.localhost. 300 IN NS ns1.elsewhere.example.');
  expect((await ask(dns, 'petstore.localhost', 'SOA')).rcode).toBe('SERVFAIL');
  const referral = await ask(dns, 'api.petstore.localhost', 'A', false);
  expect(shown(referral.authorities)).toEqual(['petstore.localhost NS ns1.elsewhere.example']);
  setInternet(dns, 'petstore.localhost. 300 IN NS bob.ns.cloudflare.localhost.');
  expect((await ask(dns, 'petstore.localhost', 'SOA')).rcode).toBe('NOERROR');
});

test('data is replaced while it runs, and watchers are told', async () => {
  const dns = await startedDns('a.petstore.localhost. 60 IN A 192.0.2.1');
  const told: (string | undefined)[] = [];
  const end = dns.names.watch((name) => told.push(name));
  setInternet(dns, 'b.petstore.localhost. 60 IN A 192.0.2.2');
  dns.names.publish('d1.cdn.example');
  end();
  dns.names.withdraw('d1.cdn.example');
  expect(told).toEqual([undefined, 'd1.cdn.example']);
  expect((await ask(dns, 'a.petstore.localhost', 'A')).rcode).toBe('NXDOMAIN');
  expect((await ask(dns, 'b.petstore.localhost', 'A')).answers).toHaveLength(1);
});

test('in process it resolves as a resolver does, and a failure is not an empty answer', async () => {
  const dns = dnsWith(`
www.petstore.localhost. 60 IN CNAME a.petstore.localhost.
a.petstore.localhost. 60 IN A 192.0.2.1
gone.petstore.localhost. 60 IN NS ns1.elsewhere.example.`);
  expect(await dns.names.resolve('WWW.petstore.localhost.', 'A')).toMatchObject([
    { type: 'CNAME', value: 'a.petstore.localhost' },
    { type: 'A', value: '192.0.2.1' },
  ]);
  expect(await dns.names.resolve('nope.petstore.localhost', 'A')).toEqual([]);
  await expect(dns.names.resolve('x.gone.petstore.localhost', 'A')).rejects.toThrow('SERVFAIL');
});

test('the internet that comes with the project can be loaded, and shows what its comments say', async () => {
  const text = readFileSync(new URL('../../../../cli/local/internet.zone', import.meta.url), 'utf8');
  const loaded = loadInternet(text);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const dns = createDns(testContext());
  dns.seedZones(ZONES);
  dns.setInternet(loaded.records);
  const found = async (name: string, type: string) => (await dns.names.resolve(name, type)).at(-1)?.value;
  expect(await found('taken.petstore.localhost', 'A')).toBe('192.0.2.1');
  expect(await found('elsewhere.petstore.localhost', 'A')).toBe('192.0.2.20');
  expect(await found('forbidden.petstore.localhost', 'CAA')).toBe('0 issue "letsencrypt.org"');
  expect(await found('x.mail.petstore.localhost', 'MX')).toBe('10 mx.platform.example');
  expect(await found('www.old.petstore.localhost', 'A')).toBe('192.0.2.30');
  expect(await found('team.petstore.localhost', 'NS')).toBe('ns1.team.example');
});
