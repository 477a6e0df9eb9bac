// Features of the provider protocol alone: previews with unknown values, assets as hashes, data sources.
import * as pulumi from '@pulumi/pulumi';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import { afterAll, expect, it } from 'vitest';
import { CLOUDFLARE_ZONE } from '../dns/client.ts';
import { REGION, startSeededCloud } from './cloud.ts';
import { connect, marshal, unmarshal } from './protocol.ts';

const unknown = pulumi.runtime.unknownValue;

const cloud = await startSeededCloud();
const protocol = await connect(cloud, REGION);

afterAll(async () => {
  await protocol.close();
  await cloud.close();
});

const urn = (type: string) => `urn:pulumi:test::contract::${type}::subject`;

async function check(type: string, inputs: Record<string, unknown>, seed = '') {
  const request = new provider.CheckRequest().setUrn(urn(type)).setNews(await marshal(inputs));
  request.setRandomseed(Buffer.from(seed));
  return protocol.call<provider.CheckResponse>('check', request);
}

const NAME = 'aws:apigatewayv2/domainName:DomainName';
const configuration = { endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' };
const named = (more: object) => ({
  domainName: 'one.orders.localhost',
  domainNameConfiguration: { ...configuration, ...more },
});

it('creates nothing in a preview, and marks computed values as unknown', async () => {
  const inputs = await marshal(named({ certificateArn: unknown }));
  const request = new provider.CreateRequest().setUrn(urn(NAME)).setPreview(true).setProperties(inputs);
  const response = await protocol.call<provider.CreateResponse>('create', request);
  expect(response.getId()).toBe('');
  const planned = named({ certificateArn: unknown, targetDomainName: unknown, hostedZoneId: unknown });
  expect(unmarshal(response.getProperties())).toMatchObject(planned);
  const context = { region: REGION, signal: AbortSignal.timeout(5_000) };
  expect(await cloud.registry.handler(NAME).read('one.orders.localhost', context)).toBeUndefined();
});

type Properties = Record<string, unknown>;

async function plannedUpdate(type: string, old: Properties, computed: Properties, news: Properties) {
  const request = new provider.UpdateRequest().setUrn(urn(type)).setId('one').setPreview(true);
  request.setOldInputs(await marshal(old)).setOlds(await marshal({ ...old, ...computed }));
  request.setNews(await marshal(news));
  return unmarshal((await protocol.call<provider.UpdateResponse>('update', request)).getProperties());
}

it('keeps what is computed inside of an input in the preview of an update', async () => {
  const targetDomainName = 'd-1.example';
  const [old, news] = [named({ ipAddressType: 'ipv4' }), named({ ipAddressType: 'dualstack' })];
  const computed = named({ ipAddressType: 'ipv4', targetDomainName });
  const planned = named({ ipAddressType: 'dualstack', targetDomainName });
  expect(await plannedUpdate(NAME, old, computed, news)).toMatchObject(planned);
});

it('plans a version that is not known where a function changes, and none for its tags alone', async () => {
  const type = 'aws:lambda/function:Function';
  const role = 'arn:aws:iam::123456789012:role/any';
  const checked = await check(type, { role, handler: 'index.handler', runtime: 'nodejs24.x', publish: true });
  const old = unmarshal(checked.getInputs());
  const planned = (more: Properties) => plannedUpdate(type, old, { version: '1' }, { ...old, ...more });
  expect(await planned({ timeout: 9 })).toMatchObject({ timeout: 9, version: unknown });
  expect(await planned({ tags: { team: 'pets' } })).toMatchObject({ version: '1' });
  expect(await planned({})).toMatchObject({ version: '1' });
});

it('finds a Cloudflare zone by its id, with its name servers', async () => {
  const invoke = async (zoneId: string) => {
    const request = new provider.InvokeRequest().setTok('cloudflare:index/getZone:getZone');
    return protocol.call<provider.InvokeResponse>('invoke', request.setArgs(await marshal({ zoneId })));
  };
  const found = await invoke(CLOUDFLARE_ZONE);
  expect(unmarshal(found.getReturn())).toMatchObject({
    ...{ zoneId: CLOUDFLARE_ZONE, name: 'shop.localhost', status: 'active', vanityNameServers: [] },
    nameServers: ['ada.ns.cloudflare.localhost', 'bob.ns.cloudflare.localhost'],
  });
  await expect(invoke('0'.repeat(32))).rejects.toThrow('Invalid zone identifier');
  const message = 'Could not route to /client/v4/zones/zone, perhaps your object identifier is invalid?';
  await expect(invoke('zone')).rejects.toThrow(message);
});

it('refuses a stack of other accounts, as the AWS provider does, and of another region than its own', async () => {
  const configure = async (inputs: Record<string, unknown>) =>
    protocol.call('configure', new provider.ConfigureRequest().setArgs(await marshal(inputs)));
  await configure({ region: REGION });
  const refusal = `the local cloud is in ${REGION}, and the provider's region is eu-nowhere-1: set aws:region to ${REGION}`;
  await expect(configure({ region: 'eu-nowhere-1' })).rejects.toThrow(refusal);
  await configure({ allowedAccountIds: '[]' });
  await configure({ allowedAccountIds: '["111122223333","123456789012"]' });
  const foreign = { allowedAccountIds: '["111122223333"]' };
  await expect(configure(foreign)).rejects.toThrow('AWS account ID not allowed: 123456789012');
});

it('returns known values in a preview, defaults too, beside unknown ones, and still refuses invalid ones', async () => {
  const cors = { allowOrigins: [unknown] };
  const inputs = { protocolType: 'HTTP', corsConfiguration: cors };
  const response = await check('aws:apigatewayv2/api:Api', inputs);
  expect(response.getFailuresList()).toEqual([]);
  expect(unmarshal(response.getInputs())).toMatchObject({ ...inputs, ipAddressType: 'ipv4' });
  const named = { zoneId: CLOUDFLARE_ZONE, name: 'a.orders.localhost' };
  const record = { ...named, type: 'CNAME', ttl: 60, content: unknown };
  const checked = await check('cloudflare:index/dnsRecord:DnsRecord', record);
  expect(unmarshal(checked.getInputs())).toMatchObject({ ...record, proxied: false });
  const refused = await check('cloudflare:index/dnsRecord:DnsRecord', { ...record, proxied: 'no' });
  expect(refused.getFailuresList().map((failure) => failure.getProperty())).toEqual(['proxied']);
});

it("generates a physical name from the engine's seed, so that an update has the name of its plan", async () => {
  const named = async (seed: string) =>
    unmarshal((await check('aws:cloudwatch/logGroup:LogGroup', {}, seed)).getInputs()).name;
  expect(await named('one')).toMatch(/^subject-[0-9a-f]{7}$/);
  expect(await named('one')).toBe(await named('one'));
  expect(await named('one')).not.toBe(await named('two'));
  expect(await named('')).not.toBe(await named(''));
});
