// Cloudflare's records: what queries get, and what the API refuses.
import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { expect, test } from 'vitest';
import { CLOUDFLARE_ZONE, cloudflareRecords, dnsWith, stored, valuesOf } from '../dns/client.ts';

const HOST = 'api.shop.localhost';

function setup(text = '') {
  const dns = dnsWith(text);
  const values = (name: string, type: string) => valuesOf(dns, name, type);
  return { dns, records: cloudflareRecords(dns), values };
}

/** A record as a program declares one; the compiler checks it against the provider's arguments. */
function record(args: Partial<DnsRecordArgs> = {}): DnsRecordArgs {
  return {
    ...{ zoneId: CLOUDFLARE_ZONE, name: HOST, type: 'CNAME', ttl: 3600, proxied: false },
    ...{ content: 'd-x1.execute-api.example', comment: 'shop' },
    ...args,
  };
}

test('a record is created, read, changed and deleted, and queries see it at once', async () => {
  const { records, values } = setup();
  const { id, inputs, outputs } = await records.create(record());
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(outputs).toMatchObject({ proxiable: true, name: HOST });
  expect(Date.parse(outputs.createdOn as unknown as string)).not.toBeNaN();
  expect(await records.read(id, inputs)).toMatchObject({ id, inputs });
  expect(await records.read(`${CLOUDFLARE_ZONE}/${id}`)).toMatchObject({ id, inputs });
  expect(await records.read(`${'0'.repeat(32)}/${id}`)).toBeUndefined();
  await expect(records.read(id)).rejects.toThrow('expected urlencoded segments "<zone_id>/<dns_record_id>"');
  expect(await values(HOST, 'CNAME')).toEqual([`${HOST} 3600 CNAME d-x1.execute-api.example`]);
  await records.update(id, record({ content: 'other.example', ttl: 1 }), inputs);
  expect(await values(HOST, 'CNAME')).toEqual([`${HOST} 300 CNAME other.example`]);
  await records.delete(id, inputs);
  await expect(records.delete(id, inputs)).rejects.toThrow('81044:');
  expect(await records.read(id, inputs)).toBeUndefined();
  expect(await values(HOST, 'CNAME')).toEqual([]);
  await expect(records.update(id, record(), record())).rejects.toThrow('81044:');
});

test('a CNAME at the apex is flattened: queries get the addresses of its target', async () => {
  const { records, values } = setup('target.example. 60 IN A 192.0.2.5');
  await records.create(record({ name: 'shop.localhost', content: 'target.example' }));
  expect(await values('shop.localhost', 'A')).toEqual(['shop.localhost 60 A 192.0.2.5']);
  for (const type of ['AAAA', 'CNAME']) expect(await values('shop.localhost', type)).toEqual([]);
  expect(await values('shop.localhost', 'SOA')).toHaveLength(1);
});

test.each([
  ['HTTPS', { data: { priority: 1, target: '.', value: 'alpn="h2"' } }, '1 . alpn="h2"'],
  ['A', { content: '192.0.2.1' }, '192.0.2.1'],
])('%s is served as its value', async (type, given, value) => {
  const { dns, records } = setup();
  const { content: _, ...bare } = record({ type });
  await records.create({ ...bare, ...given });
  expect(dns.resolve(HOST, type).map((one) => one.value)).toEqual([value]);
});

const A = { type: 'A', content: '192.0.2.1' };
test.each([
  ['a CNAME beside an A', A, {}, '81053:'],
  ['a CNAME beside the same CNAME', {}, {}, '81053:'],
  ['an A beside a CNAME', {}, A, '81054:'],
  ['the same A again', A, A, '81058:'],
])('refuses %s', async (_, first, second, code) => {
  const { dns, records } = setup();
  await records.create(record(first));
  await expect(records.create(record(second))).rejects.toThrow(code);
  expect(stored(dns)).toHaveLength(1);
});

test('refuses a conflict with records of the internet file; accepts a second address', async () => {
  const file = 'taken.shop.localhost. 300 IN A 192.0.2.1\nns.shop.localhost. 300 IN NS ns.example.';
  const { records, values } = setup(file);
  await expect(records.create(record({ name: 'ns.shop.localhost' }))).rejects.toThrow('81056:');
  await expect(records.create(record({ name: 'taken.shop.localhost' }))).rejects.toThrow('81053:');
  await records.create(record(A));
  await records.create(record({ type: 'A', content: '192.0.2.2' }));
  expect(await values(HOST, 'A')).toHaveLength(2);
});

test.each([
  [{ type: 'A', content: 'x' }, '9005:'],
  [{ type: 'AAAA', content: '192.0.2.1' }, '9006:'],
  [{ content: 'https://x' }, '9007:'],
  [{ content: 'api.shop.localhost.' }, '9039:'],
  [{ name: 'a b' }, '9000:'],
  [{ zoneId: 'f'.repeat(32) }, '1001:'],
  [{ zoneId: 'shop' }, '7003: Could not route to /client/v4/zones/shop/dns_records'],
])('refuses %j', async (args, code) => {
  const { dns, records } = setup();
  await expect(records.create(record(args))).rejects.toThrow(code);
  expect(stored(dns)).toEqual([]);
});
