// Route 53's record sets and the look-up of a zone: what queries get, and refusals in the service's words.
import type { RecordArgs } from '@pulumi/aws/route53/record.js';
import { expect, test } from 'vitest';
import type { Invoke } from '../../src/resources/handler.ts';
import { createRoute53 } from '../../src/route53/index.ts';
import { Store } from '../../src/store.ts';
import { dnsWith, ROUTE53_ZONE, stored, valuesOf, ZONES } from '../dns/client.ts';
import { operation, resource, testContext } from '../support/cloud.ts';

const CDN_ZONE = 'Z2FDTNDATAQYW2';
const CDN = 'd1.cloudfront.example';
const HOST = 'api.orders.localhost';

function setup(text = '', zones = ZONES) {
  const dns = dnsWith(text, testContext(), zones);
  const route53 = createRoute53(dns, new Store());
  const records = resource(route53, 'aws:route53/record:Record');
  const values = (name: string, type: string) => valuesOf(dns, name, type);
  const [getZone] = route53.invokes as unknown as Invoke<object>[];
  const look = async (inputs: object) => getZone?.call(getZone.inputs.parse(inputs), operation());
  return { dns, records, values, look };
}

function cname(args: Partial<RecordArgs> = {}): RecordArgs {
  const records = ['d-x1.execute-api.example'];
  return { zoneId: ROUTE53_ZONE, name: HOST, type: 'CNAME', ttl: 3600, records, ...args };
}

function alias(type: string, name = `${CDN}.`, zoneId = CDN_ZONE, owner = 'orders.localhost'): RecordArgs {
  const aliases = [{ name, zoneId, evaluateTargetHealth: false }];
  return { zoneId: ROUTE53_ZONE, name: owner, type, aliases };
}

test('a record set is created, read, changed and deleted, and queries see it at once', async () => {
  const { dns, records, values } = setup();
  // ACM's validation records have a final dot; the provider takes it off, and writes small letters.
  const name = '_x.api.orders.localhost';
  const { id, inputs, outputs } = await records.create(cname({ name: '_x.API.orders.localhost.' }));
  expect(id).toBe(`Z0SHOP__${name.slice(1)}_CNAME`);
  expect(outputs).toMatchObject({ fqdn: name, name });
  const live = { inputs: { ...inputs, name } };
  expect(await records.read(id, inputs)).toMatchObject(live);
  expect(await records.read(id)).toMatchObject(live);
  await records.update(id, cname({ name, records: ['other.example.'], ttl: 5 }), inputs);
  expect(await values(name, 'CNAME')).toEqual([`${name} 5 CNAME other.example`]);
  // The type changes in place.
  const now = cname({ name, type: 'A', records: ['192.0.2.1', '192.0.2.2'] });
  await records.update(id, now, inputs);
  expect(await values(name, 'A')).toHaveLength(2);
  expect(await values(name, 'CNAME')).toEqual([]);
  expect(await records.read(id, now)).toBeDefined();
  await records.delete(id, now);
  await records.delete(id, now);
  expect(await values(name, 'A')).toEqual([]);
  expect(stored(dns)).toEqual([]);
});

test('an alias at the apex has the addresses and the TTL of its target', async () => {
  const { dns, records, values } = setup();
  dns.publish(CDN, CDN_ZONE);
  await records.create(alias('A', 'D1.cloudfront.example.'));
  await records.create(alias('AAAA'));
  expect(await values('orders.localhost', 'A')).toEqual(['orders.localhost 60 A 127.0.0.1']);
  expect(await values('orders.localhost', 'AAAA')).toEqual(['orders.localhost 60 AAAA ::1']);
});

test('an alias of type HTTPS has what CloudFront announces for the distribution, while it does', async () => {
  const { dns, records, values } = setup();
  dns.publish(CDN, CDN_ZONE, '1 . alpn="h3,h2"');
  await records.create(alias('HTTPS'));
  expect(await values('orders.localhost', 'HTTPS')).toEqual(['orders.localhost 60 HTTPS 1 . alpn="h3,h2"']);
  expect(await values('orders.localhost', 'A')).toEqual([]);
  dns.publish(CDN, CDN_ZONE);
  expect(await values('orders.localhost', 'HTTPS')).toEqual([]);
});

const LIES_ELSEWHERE = 'but the alias target name does not lie within the target zone';
const NOT_FOUND = 'but that target was not found';
test.each([
  ['A', 'the wrong zone id', CDN, 'Z1UJRXOUMOOFQ8', LIES_ELSEWHERE],
  ['A', 'an unknown target', 'd9.cloudfront.example', CDN_ZONE, NOT_FOUND],
  ['A', 'an unknown set of its zone', 'no.orders.localhost', ROUTE53_ZONE, NOT_FOUND],
  ['HTTPS', 'a target that announces nothing', CDN, CDN_ZONE, NOT_FOUND],
])('refuses an alias of type %s with %s', async (type, _, name, zoneId, reason) => {
  const { dns, records } = setup();
  dns.publish(CDN, CDN_ZONE);
  const refusal = `Tried to create an alias that targets ${name}., type ${type} in zone ${zoneId}, ${reason}`;
  await expect(records.create(alias(type, name, zoneId))).rejects.toThrow(refusal);
});

const A = { type: 'A', records: ['192.0.2.1'] };
const BESIDE = `InvalidChangeBatch: [RRSet of type`;
test.each([
  ['the same set again', {}, {}, 'InvalidChangeBatch: [Tried to create resource record set [name='],
  ['a CNAME beside an A', A, {}, `${BESIDE} CNAME with DNS name ${HOST}. is not permitted as it conflicts`],
  ['an A beside a CNAME', {}, A, `${BESIDE} A with DNS name ${HOST}. is not permitted because a conflicting`],
])('refuses %s', async (_, first, second, message) => {
  const { dns, records } = setup();
  await records.create(cname(first));
  await expect(records.create(cname(second))).rejects.toThrow(message);
  expect(stored(dns)).toHaveLength(1);
});

test('with allowOverwrite a set replaces one of the same name and type, and no other', async () => {
  const { dns, records, values } = setup();
  await records.create(cname({ records: ['earlier.example'], ttl: 300 }));
  const { id, inputs } = await records.create(cname({ allowOverwrite: true }));
  expect(await values(HOST, 'CNAME')).toEqual([`${HOST} 3600 CNAME d-x1.execute-api.example`]);
  await records.delete(id, inputs);
  expect(await values(HOST, 'CNAME')).toEqual([]);
  expect(stored(dns)).toEqual([]);
  await records.create(cname(A));
  await expect(records.create(cname({ allowOverwrite: true }))).rejects.toThrow(`${BESIDE} CNAME`);
});

const TWO_OF_THREE = { type: 'A', records: ['x', '192.0.2.1', 'y'] };
const NO_IPV4 = 'ARRDATAIllegalIPv4Address (Value is not a valid IPv4 address)';
const malformed = (value: string) =>
  `Invalid Resource Record: 'FATAL problem: ${NO_IPV4} encountered with '${value}''`;
test.each<[string, Partial<RecordArgs>, string]>([
  ['a CNAME at the apex', { name: 'orders.localhost' }, 'is not permitted at apex in zone orders'],
  ['a name outside of the zone', { name: 'xorders.localhost' }, 'is not permitted in zone orders'],
  ['a set without a TTL', { ttl: undefined }, "InvalidInput: Invalid request: Missing field 'TTL' in Change"],
  ['an unknown zone', { zoneId: 'Z0' }, 'NoSuchHostedZone: No hosted zone found with ID: Z0'],
  ['a conflict with the file', { name: 'taken.orders.localhost' }, 'is not permitted as it conflicts'],
  ['every malformed value', TWO_OF_THREE, `[${malformed('x')}, ${malformed('y')}]`],
])('refuses %s', async (_, args, message) => {
  const { dns, records } = setup('taken.orders.localhost. 300 IN A 192.0.2.1');
  await expect(records.create(cname(args))).rejects.toThrow(message);
  expect(stored(dns)).toEqual([]);
});

test('getZone finds a zone by its name or id, and throws when none or several match', async () => {
  const shop = { name: 'shop.localhost', provider: 'route53' } as const;
  const { look } = setup('', [...ZONES, { ...shop, zoneId: 'Z1' }, { ...shop, zoneId: 'Z2' }]);
  const zone = { id: ROUTE53_ZONE, zoneId: ROUTE53_ZONE, name: 'orders.localhost', privateZone: false };
  const nameServers = [1, 2, 3, 4].map((n) => `ns-${n}.awsdns.localhost`);
  expect(await look({ name: 'orders.localhost.' })).toMatchObject({ ...zone, nameServers });
  expect(await look({ zoneId: ROUTE53_ZONE })).toMatchObject(zone);
  await expect(look({ name: 'other.localhost' })).rejects.toThrow('no matching Route 53 Hosted Zone found');
  await expect(look({ name: 'shop.localhost' })).rejects.toThrow('multiple Route 53 Hosted Zones matched');
  await expect(look({ zoneId: 'Z9' })).rejects.toThrow('No hosted zone found with ID: Z9');
});
