// Route 53's record set protections and change guardrails, by the SDK of AWS. Which changes they refuse: the developer guide,
// "Protecting records from changes" and "Change Guardrails for hosted zones"; errors: botocore 1.44.8 of 2026-11-20.
import type { ServerResponse } from 'node:http';
import { Route53 } from '@aws-sdk/client-route-53';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiRequest, createEndpoint } from '../../src/endpoint/index.ts';
import { createIam } from '../../src/iam/index.ts';
import { createRoute53 } from '../../src/route53/index.ts';
import { dnsWith, ROUTE53_ZONE, stored } from '../dns/client.ts';
import { resource, testContext } from '../support/cloud.ts';

const HOST = 'api.orders.localhost';
const HostedZoneId = ROUTE53_ZONE;

const guardrail = (name: string, status = 'ENABLED') =>
  `<ChangeGuardrail><Name>${name}</Name><Status>${status}</Status></ChangeGuardrail>`;

async function setup(text = '') {
  const context = testContext();
  const dns = dnsWith(text, context);
  const route53 = createRoute53(dns, context.store);
  const identity = createIam(context);
  const endpoint = createEndpoint(context, identity, () => ({ route53: route53.api }));
  await endpoint.start();
  onTestFinished(endpoint.close);
  const credentials = identity.administrator;
  const client = new Route53({ endpoint: endpoint.url, credentials, region: 'eu-west-1', maxAttempts: 1 });
  // client-route-53 3.1169.0 knows no ChangeGuardrails, in requests or responses.
  const ask = (method: string, operation: string, xml = '') => {
    const path = `/2013-04-01/hostedzone/${HostedZoneId}${operation}`;
    const request = { method, path, body: Buffer.from(xml), message: { url: path } } as ApiRequest;
    return route53.api.call(request, {} as ServerResponse);
  };
  const turn = (name: string, status?: string) => ask('POST', '/features', guardrail(name, status));
  const guardrails = async () => {
    const enabled = String(await ask('GET', '')).matchAll(/<Name>(\w+)<\/Name><Status>ENABLED</g);
    return Array.from(enabled, ([, name]) => name);
  };
  const protect = (...all: (readonly [RecordName: string, RecordType: string, Comment?: string])[]) => {
    const Protections = all.map(([RecordName, type, Comment]) => ({
      RecordName,
      RecordType: type as 'A',
      Comment,
    }));
    return client.createResourceRecordSetProtections({ HostedZoneId, Protections });
  };
  const lift = (RecordName: string, RecordType: 'A' | 'CNAME') =>
    client.deleteResourceRecordSetProtections({ HostedZoneId, Protections: [{ RecordName, RecordType }] });
  const records = resource(route53, 'aws:route53/record:Record');
  return { dns, client, records, protect, lift, turn, ask, guardrails };
}

const cname = { zoneId: ROUTE53_ZONE, name: HOST, type: 'CNAME', ttl: 60, records: ['d-x1.example'] };
const a = { ...cname, type: 'A', records: ['192.0.2.1'] };

test('a protected name and type can be neither created, changed nor deleted until the protection is lifted', async () => {
  const { records, protect, lift, client } = await setup();
  const refused = { code: 'InvalidChangeBatch', message: expect.stringContaining(`${HOST}. has a resource`) };
  await protect([HOST, 'CNAME', 'of <ops> & co']);
  await expect(records.create(cname)).rejects.toMatchObject(refused);
  await expect(records.create(cname)).rejects.toThrow('protection: of <ops> & co]');
  const { id, inputs } = await records.create(a);
  await expect(records.update(id, cname, inputs)).rejects.toMatchObject(refused);
  await lift(HOST, 'CNAME');
  await protect([HOST, 'A']);
  await expect(records.update(id, cname, inputs)).rejects.toMatchObject(refused);
  await expect(records.update(id, { ...a, ttl: 5 }, inputs)).rejects.toMatchObject(refused);
  await expect(records.delete(id, inputs)).rejects.toMatchObject(refused);
  await lift(`${HOST}.`, 'A');
  await records.delete(id, inputs);
  expect((await client.listHostedZones({})).HostedZones).toMatchObject([{ Name: 'orders.localhost.' }]);
});

test('protections are listed by page; all of a request are taken, or none', async () => {
  const { client, protect, lift } = await setup();
  await protect([HOST, 'TXT', 'a & b'], [`b.${HOST}`, 'A'], ['orders.localhost', 'MX']);
  const list = (more: object = {}) =>
    client.listResourceRecordSetProtections({ HostedZoneId, MaxResults: 2, ...more });
  const first = await list();
  expect(first.ResourceRecordSetProtections).toEqual([
    { RecordName: `${HOST}.`, RecordType: 'TXT', Comment: 'a & b' },
    { RecordName: `b.${HOST}.`, RecordType: 'A' },
  ]);
  const { ResourceRecordSetProtections: rest, NextToken } = await list({ NextToken: first.NextToken });
  expect([rest?.length, NextToken]).toEqual([1, undefined]);
  const batch = 'InvalidResourceRecordSetProtectionBatch';
  for (const [name, ...all] of [
    ['ProtectionAlreadyExists', [HOST, 'TXT']],
    [batch, [HOST, 'TXT'], [HOST, 'A']],
    [batch, ['other.localhost', 'A'], [HOST, 'A']],
    [batch, [HOST, 'DNAME']],
    [batch, [HOST, 'A'], [HOST, 'A']],
    [batch, [HOST, 'A', 'x'.repeat(257)]],
    ['InvalidInput'],
    ['InvalidInput', ...Array.from({ length: 101 }, (_, n) => [`n${n}.${HOST}`, 'A'] as const)],
  ] as const)
    await expect(protect(...all), JSON.stringify(all).slice(0, 80)).rejects.toMatchObject({ name });
  await expect(lift(HOST, 'A')).rejects.toMatchObject({ name: batch });
  await expect(client.getHostedZone({ Id: 'Z9' })).rejects.toMatchObject({ name: 'NoSuchHostedZone' });
  expect((await list({ MaxResults: 300 })).ResourceRecordSetProtections).toHaveLength(3);
});

const ALWAYS_ON = ['NS_FORMAT_CHECK', 'NS_DELEGATION_AUTHORITY_CHECK'];

test('two guardrails are always on; the others can be turned, and any other name is refused', async () => {
  const { guardrails, turn, ask } = await setup();
  expect(await guardrails()).toEqual(ALWAYS_ON);
  await turn('ACTIVE_RECORD_CHECK');
  await turn('ALIAS_TARGET_CHECK');
  await turn('ACTIVE_RECORD_CHECK', 'DISABLED');
  await turn('NS_FORMAT_CHECK');
  expect(await guardrails()).toEqual([...ALWAYS_ON, 'ALIAS_TARGET_CHECK']);
  await ask('POST', '/features', `${guardrail('ACTIVE_RECORD_CHECK')}<DryRun>true</DryRun>`);
  expect(await guardrails()).toEqual([...ALWAYS_ON, 'ALIAS_TARGET_CHECK']);
  await expect(turn('NS_FORMAT_CHECK', 'DISABLED')).rejects.toMatchObject({ code: 'InvalidInput' });
  await expect(turn('A_CHECK')).rejects.toMatchObject({ code: 'InvalidInput' });
});

type Records = Awaited<ReturnType<typeof setup>>['records'];
const remove = async (records: Records) => {
  const { id, inputs } = await records.create(a);
  await records.delete(id, inputs);
};
const change = (next: object) => async (records: Records) => {
  const { id, inputs } = await records.create(a);
  await records.update(id, next, inputs);
};
const removeTarget = async (records: Records) => {
  const { id, inputs } = await records.create(a);
  const aliases = [{ name: HOST, zoneId: ROUTE53_ZONE, evaluateTargetHealth: false }];
  await records.create({ zoneId: ROUTE53_ZONE, name: 'b', type: 'A', aliases });
  await records.delete(id, inputs);
};
const create = (name: string) => (records: Records) => records.create({ ...a, name });

test.each<
  [guardrail: string, what: string, change: (records: Records) => Promise<unknown>, isRefused: boolean]
>([
  ['ACTIVE_RECORD_CHECK', 'a removal', remove, true],
  ['ACTIVE_RECORD_CHECK', 'another type in its place', change(cname), true],
  ['ACTIVE_RECORD_CHECK', 'another value', change({ ...a, records: ['192.0.2.2'] }), false],
  ['ALIAS_TARGET_CHECK', 'a removal', remove, false],
  ['ALIAS_TARGET_CHECK', 'the removal of what an alias record points to', removeTarget, true],
  ['NS_OCCLUSION_CHECK', 'a new record', create(HOST), false],
  ['NS_OCCLUSION_CHECK', 'a new record under a delegation', create('a.b.sub.orders.localhost'), true],
])('%s and %s', async (guardrail, _what, change, isRefused) => {
  const sub = 'sub.orders.localhost. 60 IN NS ns1.other.localhost.';
  const unguarded = await setup(sub);
  await change(unguarded.records);
  const guarded = await setup(sub);
  await guarded.turn(guardrail);
  if (isRefused) await expect(change(guarded.records)).rejects.toThrow(`rejected by ${guardrail}`);
  else await change(guarded.records);
  expect(stored(guarded.dns).filter(({ type }) => type === 'CNAME')).toEqual([]);
});
