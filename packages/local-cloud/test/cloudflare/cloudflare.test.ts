// Cloudflare's records: what queries get, and what the API refuses in its words.

import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { expect, test } from 'vitest';
import { Store } from '../../src/store.ts';
import { CLOUDFLARE_ZONE, dnsWith, hostedHandlers, ZONES } from '../dns/client.ts';
import { resource, testContext } from '../support/cloud.ts';

const TYPE = 'cloudflare:index/dnsRecord:DnsRecord';
const SAME_NAME =
  'https://developers.cloudflare.com/dns/manage-dns-records/troubleshooting/records-with-same-name/';

function setup(text = '', store = new Store()) {
  const dns = dnsWith(text, testContext({ store }));
  const records = resource(hostedHandlers(dns), TYPE);
  const values = async (name: string, type: string) =>
    (await dns.names.resolve(name, type)).map(
      (record) => `${record.name} ${record.ttl} ${record.type} ${record.value}`,
    );
  return { dns, records, values };
}

/** A record as a program declares one; the compiler checks it against the provider's arguments. */
function record(args: Partial<DnsRecordArgs> = {}): DnsRecordArgs {
  return {
    ...{ zoneId: CLOUDFLARE_ZONE, name: 'api.shop.localhost', type: 'CNAME', ttl: 3600, proxied: false },
    ...{ content: 'd-x1.execute-api.example', comment: 'shop' },
    ...args,
  };
}

test('a record is created, read, changed and deleted, and queries see it at once', async () => {
  const { dns, records, values } = setup();
  const { id, inputs, outputs } = await records.create(record());
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(outputs).toMatchObject({ proxiable: true, meta: '{}', name: 'api.shop.localhost' });
  expect(Date.parse(outputs.createdOn as unknown as string)).not.toBeNaN();
  expect(await records.read(id, inputs)).toMatchObject({ id, inputs });
  expect(await records.read(`${CLOUDFLARE_ZONE}/${id}`)).toMatchObject({ id, inputs });
  expect(await records.read(`${'0'.repeat(32)}/${id}`)).toBeUndefined();
  await expect(records.read(id)).rejects.toThrow('expected urlencoded segments "<zone_id>/<dns_record_id>"');
  expect(await values('api.shop.localhost', 'CNAME')).toEqual([
    'api.shop.localhost 3600 CNAME d-x1.execute-api.example',
  ]);
  await records.update(id, record({ content: 'other.example', ttl: 1 }), inputs);
  expect(await values('api.shop.localhost', 'CNAME')).toEqual(['api.shop.localhost 300 CNAME other.example']);
  await records.delete(id, inputs);
  await records.delete(id, inputs);
  expect(await records.read(id, inputs)).toBeUndefined();
  expect(await values('api.shop.localhost', 'CNAME')).toEqual([]);
  expect(dns.history.map(({ action, value }) => `${action} ${value}`)).toEqual([
    'create d-x1.execute-api.example',
    'update other.example',
    'delete other.example',
  ]);
});

test('records survive a restart', async () => {
  const store = new Store();
  const { id } = await setup('', store).records.create(record());
  const again = setup('', store);
  expect(await again.records.read(id, record())).toBeDefined();
  expect(await again.values('api.shop.localhost', 'CNAME')).toHaveLength(1);
});

test('a CNAME at the apex is flattened: queries get the addresses of its target', async () => {
  const { dns, records, values } = setup('target.example. 60 IN A 192.0.2.5');
  await records.create(record({ name: 'shop.localhost', content: 'target.example' }));
  expect(await values('shop.localhost', 'A')).toEqual(['shop.localhost 60 A 192.0.2.5']);
  expect(await values('shop.localhost', 'AAAA')).toEqual([]);
  expect(await values('shop.localhost', 'CNAME')).toEqual([]);
  expect(await values('shop.localhost', 'SOA')).toHaveLength(1);
  dns.names.publish('d1.cdn.example');
  await records.create(record({ settings: { flattenCname: true }, content: 'd1.cdn.example', ttl: 120 }));
  expect(await values('api.shop.localhost', 'AAAA')).toEqual(['api.shop.localhost 60 AAAA ::1']);
});

test('a proxied record has the addresses of the edge and hides its CNAME', async () => {
  const { records, values } = setup();
  await records.create(record({ proxied: true, ttl: 1 }));
  expect(await values('api.shop.localhost', 'CNAME')).toEqual([]);
  expect(await values('api.shop.localhost', 'A')).toEqual(['api.shop.localhost 60 A 127.0.0.1']);
});

test.each([
  ['shop.localhost', 'MX', { content: 'mx.example', priority: 10 }, '10 mx.example'],
  ['shop.localhost', 'TXT', { content: 'v=spf1 "x" -all' }, String.raw`"v=spf1 \"x\" -all"`],
  [
    'shop.localhost',
    'CAA',
    { data: { flags: 0, tag: 'issue', value: 'amazon.com' } },
    '0 issue "amazon.com"',
  ],
  ['a.shop.localhost', 'A', { content: '192.0.2.1' }, '192.0.2.1'],
  [
    '_s._tcp.shop.localhost',
    'SRV',
    { data: { priority: 1, weight: 2, port: 3, target: 'x.example' } },
    '1 2 3 x.example',
  ],
])('%s %s', async (name, type, given, value) => {
  const { dns, records } = setup();
  const { content: _, ...bare } = record({ name, type });
  await records.create({ ...bare, ...given });
  expect((await dns.names.resolve(name, type)).map((one) => one.value)).toEqual([value]);
});

test.each([
  ['www', 'www.shop.localhost'],
  ['@', 'shop.localhost'],
  ['WWW.shop.localhost.', 'www.shop.localhost'],
  // The owner's common mistake: a name of another zone has this zone's appended.
  ['www.orders.localhost', 'www.orders.localhost.shop.localhost'],
])('the name %s is %s', async (name, full) => {
  const { dns, records } = setup();
  await records.create(record({ name, type: 'A', content: '192.0.2.1' }));
  expect(dns.history).toMatchObject([{ name: full }]);
});

const A = { type: 'A', content: '192.0.2.1' };
test.each([
  [
    'a CNAME beside an A',
    A,
    {},
    `81053: An A, AAAA, or CNAME record with that host already exists. For more details, refer to <${SAME_NAME}>.`,
  ],
  ['a CNAME beside the same CNAME', {}, {}, '81053: An A, AAAA, or CNAME record'],
  [
    'an A beside a CNAME',
    {},
    A,
    `81054: A CNAME record with that host already exists. For more details, refer to <${SAME_NAME}>.`,
  ],
  ['the same A again', A, A, '81058: An identical record already exists.'],
  [
    'an A beside NS',
    { type: 'NS', content: 'ns.example' },
    A,
    '81056: NS records with that host already exist.',
  ],
  [
    'NS beside an A',
    A,
    { type: 'NS', content: 'ns.example' },
    '81055: Non-NS records with that host already exist.',
  ],
])('refuses %s', async (_, first, second, message) => {
  const { dns, records } = setup();
  await records.create(record(first));
  await expect(records.create(record(second))).rejects.toThrow(message);
  expect(dns.history).toHaveLength(1);
});

test('refuses a conflict with a record of the internet file', async () => {
  const { records } = setup('taken.shop.localhost. 300 IN A 192.0.2.1');
  await expect(records.create(record({ name: 'taken.shop.localhost' }))).rejects.toThrow('81053');
});

test('accepts a second address, and a TXT beside a CNAME', async () => {
  const { records, values } = setup();
  await records.create(record(A));
  await records.create(record({ type: 'A', content: '192.0.2.2' }));
  expect(await values('api.shop.localhost', 'A')).toHaveLength(2);
  await records.create(record({ name: 'both.shop.localhost' }));
  await records.create(record({ name: 'both.shop.localhost', type: 'TXT', content: 'x' }));
});

test.each([
  [{ type: 'A', content: 'x' }, '9005: Content for A record must be a valid IPv4 address.'],
  [{ type: 'AAAA', content: '192.0.2.1' }, '9006: Content for AAAA record must be a valid IPv6 address.'],
  [{ content: 'https://x' }, '9007: Content for CNAME record is invalid.'],
  [{ content: 'api.shop.localhost.' }, '9039: CNAME content cannot reference itself.'],
  [{ ttl: 59 }, '9021: Invalid TTL.'],
  [{ ttl: 86_401 }, '9021: Invalid TTL.'],
  [{ name: 'a b' }, '9000: DNS name is invalid.'],
  [{ type: 'TXT', proxied: true, ttl: 1 }, '9004: This record type cannot be proxied.'],
  [{ zoneId: 'f'.repeat(32) }, '1001: Invalid zone identifier'],
  [
    { zoneId: 'shop' },
    '7003: Could not route to /client/v4/zones/shop/dns_records, perhaps your object identifier is invalid?',
  ],
])('refuses %j', async (args, message) => {
  const { dns, records } = setup();
  await expect(records.create(record(args))).rejects.toThrow(message);
  expect(dns.history).toEqual([]);
});

test("the inputs are the provider's: unknown properties and invalid combinations are refused by name", () => {
  const { records } = setup();
  const { issues } = records;
  expect(issues({ ...record(), overwrite: true })).toContain('overwrite');
  expect(issues(record({ proxied: true }))).toContain('ttl must be set to 1 when `proxied` is true');
  expect(issues(record({ data: { tag: 'issue' } }))).toContain('cannot be set together with data');
  expect(issues(record({ type: 'LOC' }))).toContain("the local cloud does not emulate 'LOC'");
  expect(records.parse(record()).success).toBe(true);
});

test('a record that was deleted outside of the program cannot be updated', async () => {
  const { records } = setup();
  await expect(records.update('0'.repeat(32), record(), record())).rejects.toThrow(
    '81044: Record does not exist.',
  );
});

test('records of a removed zone are not served, and are served again with the zone', async () => {
  const { dns, records, values } = setup();
  const { id } = await records.create(record());
  dns.seedZones(ZONES.slice(1));
  expect(await values('api.shop.localhost', 'CNAME')).toEqual([]);
  expect(await records.read(id, record())).toBeDefined();
  dns.seedZones(ZONES);
  expect(await values('api.shop.localhost', 'CNAME')).toHaveLength(1);
});
