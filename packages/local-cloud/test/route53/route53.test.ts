// Route 53's record sets and the look-up of a zone: what queries get, and refusals in the service's words.

import type { RecordArgs } from '@pulumi/aws/route53/record.js';
import { expect, test } from 'vitest';
import type { Invoke } from '../../src/resources/handler.ts';
import { dnsWith, hostedHandlers, ROUTE53_ZONE, ZONES } from '../dns/client.ts';
import { operation, resource, testContext } from '../support/cloud.ts';

const CLOUDFRONT_ZONE = 'Z2FDTNDATAQYW2';

function setup(text = '', zones = ZONES) {
  const dns = dnsWith(text, testContext(), zones);
  const records = resource(hostedHandlers(dns), 'aws:route53/record:Record');
  const values = async (name: string, type: string) =>
    (await dns.names.resolve(name, type)).map((one) => `${one.name} ${one.ttl} ${one.type} ${one.value}`);
  const [getZone] = hostedHandlers(dns).invokes as unknown as Invoke<object>[];
  const look = async (inputs: object) => {
    if (getZone === undefined) throw new Error('no getZone');
    return getZone.call(getZone.inputs.parse(inputs), operation());
  };
  return { dns, records, values, look };
}

function cname(args: Partial<RecordArgs> = {}): RecordArgs {
  return {
    ...{ zoneId: ROUTE53_ZONE, name: 'api.orders.localhost', type: 'CNAME', ttl: 3600 },
    ...{ records: ['d-x1.execute-api.example'] },
    ...args,
  };
}

function alias(type: string, args: Partial<RecordArgs> = {}): RecordArgs {
  const target = { name: 'D1.cloudfront.example.', zoneId: CLOUDFRONT_ZONE, evaluateTargetHealth: false };
  return { zoneId: ROUTE53_ZONE, name: 'orders.localhost', type, aliases: [target], ...args };
}

test('a record set is created, read, changed and deleted, and queries see it at once', async () => {
  const { dns, records, values } = setup();
  // ACM's validation records have a final dot; the provider takes it off, and writes small letters.
  const { id, inputs, outputs } = await records.create(cname({ name: '_x.API.orders.localhost.' }));
  expect(id).toBe('Z0SHOP__x.api.orders.localhost_CNAME');
  expect(outputs).toMatchObject({ fqdn: '_x.api.orders.localhost', name: '_x.api.orders.localhost' });
  const live = { ...inputs, name: '_x.api.orders.localhost' };
  expect(await records.read(id, inputs)).toMatchObject({ inputs: live });
  expect(await records.read(id)).toMatchObject({ inputs: live });
  await records.update(
    id,
    cname({ name: '_x.api.orders.localhost', records: ['other.example.'], ttl: 5 }),
    inputs,
  );
  expect(await values('_x.api.orders.localhost', 'CNAME')).toEqual([
    '_x.api.orders.localhost 5 CNAME other.example',
  ]);
  await records.delete(id, inputs);
  await records.delete(id, inputs);
  expect(await values('_x.api.orders.localhost', 'CNAME')).toEqual([]);
  expect(dns.history.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});

test('the type changes in place', async () => {
  const { records, values } = setup();
  const { id, inputs } = await records.create(cname());
  const now = cname({ type: 'A', records: ['192.0.2.1', '192.0.2.2'] });
  await records.update(id, now, inputs);
  expect(await values('api.orders.localhost', 'A')).toHaveLength(2);
  expect(await values('api.orders.localhost', 'CNAME')).toEqual([]);
  expect(await records.read(id, now)).toBeDefined();
  await records.delete(id, now);
  expect(await values('api.orders.localhost', 'A')).toEqual([]);
});

test('an alias at the apex has the addresses and the TTL of its target', async () => {
  const { dns, records, values } = setup();
  dns.names.publish('d1.cloudfront.example', CLOUDFRONT_ZONE);
  await records.create(alias('A'));
  await records.create(alias('AAAA'));
  expect(await values('orders.localhost', 'A')).toEqual(['orders.localhost 60 A 127.0.0.1']);
  expect(await values('orders.localhost', 'AAAA')).toEqual(['orders.localhost 60 AAAA ::1']);
});

test('an alias of type HTTPS has what CloudFront announces for the distribution, while it does', async () => {
  const { dns, records, values } = setup();
  dns.names.publish('d1.cloudfront.example', CLOUDFRONT_ZONE, '1 . alpn="h3,h2"');
  await records.create(alias('HTTPS'));
  expect(await values('orders.localhost', 'HTTPS')).toEqual(['orders.localhost 60 HTTPS 1 . alpn="h3,h2"']);
  expect(await values('orders.localhost', 'A')).toEqual([]);
  dns.names.publish('d1.cloudfront.example', CLOUDFRONT_ZONE, '1 . alpn="h2"');
  expect(await values('orders.localhost', 'HTTPS')).toEqual(['orders.localhost 60 HTTPS 1 . alpn="h2"']);
  dns.names.publish('d1.cloudfront.example', CLOUDFRONT_ZONE);
  expect(await values('orders.localhost', 'HTTPS')).toEqual([]);
});

test('refuses an alias of type HTTPS to what announces nothing, as a gateway', async () => {
  const { dns, records } = setup();
  dns.names.publish('d-x1.execute-api.example', 'ZGATEWAY');
  const aliases = [{ name: 'd-x1.execute-api.example', zoneId: 'ZGATEWAY', evaluateTargetHealth: false }];
  await expect(records.create(alias('HTTPS', { aliases }))).rejects.toThrow(
    'Tried to create an alias that targets d-x1.execute-api.example., type HTTPS in zone ZGATEWAY, but that target was not found',
  );
});

test('an alias may target another set of its own zone', async () => {
  const { records, values } = setup();
  await records.create(cname({ name: 'a', type: 'A', records: ['192.0.2.1'], ttl: 7 }));
  const aliases = [{ name: 'a.orders.localhost', zoneId: ROUTE53_ZONE, evaluateTargetHealth: false }];
  await records.create(alias('A', { name: 'b.orders.localhost', aliases }));
  expect(await values('b.orders.localhost', 'A')).toEqual(['b.orders.localhost 7 A 192.0.2.1']);
});

const at = (name: string) => `Tried to create an alias that targets ${name}., type A in zone`;
test.each([
  [
    'the wrong zone id',
    'd1.cloudfront.example',
    'Z1UJRXOUMOOFQ8',
    `${at('d1.cloudfront.example')} Z1UJRXOUMOOFQ8, but the alias target name does not lie within the target zone`,
  ],
  [
    'a target that is not there',
    'd9.cloudfront.example',
    CLOUDFRONT_ZONE,
    `${at('d9.cloudfront.example')} ${CLOUDFRONT_ZONE}, but that target was not found`,
  ],
  [
    'a set of its zone that is not there',
    'no.orders.localhost',
    ROUTE53_ZONE,
    `[${at('no.orders.localhost')} ${ROUTE53_ZONE}, but that target was not found]`,
  ],
])('refuses an alias with %s', async (_, name, zoneId, message) => {
  const { dns, records } = setup();
  dns.names.publish('d1.cloudfront.example', CLOUDFRONT_ZONE);
  const aliases = [{ name, zoneId, evaluateTargetHealth: false }];
  await expect(records.create(alias('A', { aliases }))).rejects.toThrow(message);
});

const A = { type: 'A', records: ['192.0.2.1'] };
test.each([
  [
    'the same set again',
    {},
    {},
    "InvalidChangeBatch: [Tried to create resource record set [name='api.orders.localhost.', type='CNAME'] but it already exists]",
  ],
  [
    'a CNAME beside an A',
    A,
    {},
    'InvalidChangeBatch: [RRSet of type CNAME with DNS name api.orders.localhost. is not permitted as it conflicts with other records with the same DNS name in zone orders.localhost.]',
  ],
  [
    'an A beside a CNAME',
    {},
    A,
    'InvalidChangeBatch: [RRSet of type A with DNS name api.orders.localhost. is not permitted because a conflicting RRSet of type CNAME with the same DNS name already exists in zone orders.localhost.]',
  ],
])('refuses %s', async (_, first, second, message) => {
  const { dns, records } = setup();
  await records.create(cname(first));
  await expect(records.create(cname(second))).rejects.toThrow(message);
  expect(dns.history).toHaveLength(1);
});

test('with allowOverwrite a set replaces one of the same name and type, and no other', async () => {
  const { dns, records, values } = setup();
  await records.create(cname({ records: ['earlier.example'], ttl: 300 }));
  const { id, inputs } = await records.create(cname({ allowOverwrite: true }));
  expect(await values('api.orders.localhost', 'CNAME')).toEqual([
    'api.orders.localhost 3600 CNAME d-x1.execute-api.example',
  ]);
  await records.delete(id, inputs);
  expect(await values('api.orders.localhost', 'CNAME')).toEqual([]);
  expect(dns.history.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  await records.create(cname(A));
  await expect(records.create(cname({ allowOverwrite: true }))).rejects.toThrow(
    'RRSet of type CNAME with DNS name api.orders.localhost. is not permitted as it conflicts',
  );
});

test.each([
  [
    'a CNAME at the apex',
    { name: 'orders.localhost' },
    '[RRSet of type CNAME with DNS name orders.localhost. is not permitted at apex in zone orders.localhost.]',
  ],
  [
    "a name that only looks like the zone's",
    { name: 'xorders.localhost' },
    '[RRSet with DNS name xorders.localhost. is not permitted in zone orders.localhost.]',
  ],
  [
    'an address that is none',
    { ...A, records: ['x'] },
    "[Invalid Resource Record: 'FATAL problem: ARRDATAIllegalIPv4Address (Value is not a valid IPv4 address) encountered with 'x'']",
  ],
  [
    'a set without a TTL',
    { ttl: undefined },
    "InvalidInput: Invalid request: Missing field 'TTL' in Change with [Action=CREATE, Name=api.orders.localhost., Type=CNAME, SetIdentifier=null]",
  ],
  ['a zone that is not there', { zoneId: 'Z0' }, 'NoSuchHostedZone: No hosted zone found with ID: Z0'],
  [
    'what conflicts with data',
    { name: 'taken.orders.localhost' },
    'is not permitted as it conflicts with other records',
  ],
])('refuses %s', async (_, args, message) => {
  const { dns, records } = setup('taken.orders.localhost. 300 IN A 192.0.2.1');
  await expect(records.create(cname(args))).rejects.toThrow(message);
  expect(dns.history).toEqual([]);
});

test("the inputs are the provider's: invalid combinations are refused", () => {
  const { records } = setup();
  const { issues } = records;
  expect(issues({ ...cname(), overwrite: true })).toContain('overwrite');
  expect(issues({ ...alias('A'), records: ['192.0.2.1'] })).toContain('exactly one of `aliases`, `records`');
  expect(issues({ ...alias('A'), ttl: 60 })).toContain('conflicts with aliases');
  expect(issues(cname({ records: ['a.example', 'b.example'] }))).toContain('a CNAME has one value');
});

test('getZone finds a public zone by its name or id', async () => {
  const { look } = setup();
  const zone = { id: ROUTE53_ZONE, zoneId: ROUTE53_ZONE, name: 'orders.localhost', privateZone: false };
  expect(await look({ name: 'orders.localhost.', privateZone: false })).toMatchObject({
    ...zone,
    arn: 'arn:aws:route53:::hostedzone/Z0SHOP',
    nameServers: [1, 2, 3, 4].map((n) => `ns-${n}.awsdns.localhost`),
    resourceRecordSetCount: 2,
  });
  expect(await look({ zoneId: ROUTE53_ZONE })).toMatchObject(zone);
});

test('getZone throws when none or several match', async () => {
  const twice = [...ZONES, { name: 'orders.localhost', provider: 'route53', zoneId: 'Z1PETS' } as const];
  const { look } = setup('', twice);
  await expect(look({ name: 'shop.localhost' })).rejects.toThrow('no matching Route 53 Hosted Zone found');
  await expect(look({ name: 'orders.localhost', privateZone: true })).rejects.toThrow('no matching');
  await expect(look({ name: 'orders.localhost' })).rejects.toThrow('multiple Route 53 Hosted Zones matched');
  await expect(look({ zoneId: 'Z9' })).rejects.toThrow('No hosted zone found with ID: Z9');
});
