// What is looked up at a DNS host: the records that a zone has of a host, and its name servers. contract.test.ts has the rest.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { existingRecords as atCloudflare, cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { existingRecords as atRoute53, route53Dns } from '../../src/dns-hosts/route53/records.ts';

const HOST = 'shop.pets.example';
const calls: { token: string; inputs: Record<string, unknown> }[] = [];
let answer: (inputs: Record<string, unknown>) => object = () => ({});

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ token, inputs }) => {
      calls.push({ token, inputs });
      return answer(inputs);
    },
  }),
);
beforeEach(() => {
  calls.length = 0;
});

test('Route 53: values, aliases, and sets with a routing policy, with their import ids', async () => {
  const set = (type: string, ttl: number, values: string[], more: object = {}) => {
    return { name: `${HOST}.`, type, ttl, resourceRecords: values.map((value) => ({ value })), ...more };
  };
  answer = () => ({
    resourceRecordSets: [
      set('CNAME', 300, ['D1.Cloudfront.net.']),
      set('A', 0, [], { aliasTarget: { dnsName: 'd1.cloudfront.net.', hostedZoneId: 'Z2' } }),
      set('AAAA', 60, ['2001:db8::1', '2001:db8::2'], { setIdentifier: 'eu' }),
    ],
  });
  const base = { name: HOST, alias: false };
  expect(await atRoute53('Z1', HOST, {})).toEqual([
    { ...base, importId: `Z1_${HOST}_CNAME`, type: 'CNAME', value: 'd1.cloudfront.net', ttl: 300 },
    { ...base, importId: `Z1_${HOST}_A`, type: 'A', value: 'd1.cloudfront.net', alias: true },
    {
      ...{ ...base, importId: `Z1_${HOST}_AAAA`, type: 'AAAA', value: '2001:db8::1 2001:db8::2', ttl: 60 },
      special: 'with a routing policy',
    },
  ]);
});

test('Route 53: the filter has the host and the underscored names directly below it', async () => {
  answer = () => ({ resourceRecordSets: [] });
  await atRoute53('Z1', HOST, {});
  expect(calls).toMatchObject([{ token: 'aws:route53/getRecords:getRecords', inputs: { zoneId: 'Z1' } }]);
  const filter = new RegExp(String(calls[0]?.inputs.nameRegex));
  const names = [HOST, `_a.${HOST}`, `a.${HOST}`, `_a._b.${HOST}`, `x${HOST}`, HOST.replace('.', 'x')];
  expect(names.filter((name) => filter.test(`${name}.`))).toEqual([HOST, `_a.${HOST}`]);
});

test('Cloudflare: both questions of the host, without names further below, with their import ids', async () => {
  const record = (id: string, name: string, more: object = {}) => ({
    ...{ id, name, type: 'CNAME', content: 'D1.Cloudfront.net', ttl: 1, proxied: false },
    ...more,
  });
  answer = ({ name }) => ({
    results: (name as { exact?: string }).exact
      ? [record('r1', HOST.toUpperCase(), { proxied: true })]
      : [record('r2', `_a.${HOST}`, { ttl: 300 }), record('r3', `_a.b.${HOST}`)],
  });
  const base = { type: 'CNAME', value: 'd1.cloudfront.net', alias: false };
  expect(await atCloudflare('z', HOST, {})).toEqual([
    { ...base, importId: 'z/r1', name: HOST, ttl: 1, special: 'proxied' },
    { ...base, importId: 'z/r2', name: `_a.${HOST}`, ttl: 300 },
  ]);
  expect(calls.map(({ inputs }) => [inputs.zoneId, inputs.name])).toEqual([
    ['z', { exact: HOST }],
    ['z', { startswith: '_', endswith: `.${HOST}` }],
  ]);
});

const ZONE = 'pets.example';
const created = pulumi.output('later');

test.each([
  ['Route 53, by name: the public zone', route53Dns({ name: ZONE }), [{ name: ZONE, privateZone: false }]],
  ['Route 53, by id', route53Dns({ name: ZONE, zoneId: 'Z1' }), [{ zoneId: 'Z1' }]],
  ['Cloudflare, by id', cloudflareDns({ name: ZONE, zoneId: 'z' }), [{ zoneId: 'z' }]],
  ['Route 53, a zone that this program creates', route53Dns({ name: ZONE, zoneId: created }), []],
  ['Cloudflare, a zone that this program creates', cloudflareDns({ name: ZONE, zoneId: created }), []],
])('the name servers of a zone at %s', async (_, dns, inputs) => {
  answer = () => ({ nameServers: [] });
  await dns.nameServers();
  expect(calls.map((call) => call.inputs)).toEqual(inputs);
});
