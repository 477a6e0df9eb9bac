// The name servers of a zone, by the look-up of its DNS host: what is asked for, and when nothing is.
import { Provider } from '@pulumi/aws/provider.js';
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { externalDns } from '../../src/dns-hosts/external/records.ts';
import { route53Dns } from '../../src/dns-hosts/route53/records.ts';
import { record } from '../components/recorder.ts';

const calls: { token: string; inputs: object }[] = [];

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ token, inputs }) => {
      calls.push({ token, inputs });
      return { nameServers: ['NS1.Example.net.', 'ns2.example.net'] };
    },
  }),
);
beforeEach(() => void calls.splice(0));

const ZONE = 'pets.example';

test.each([
  [
    'Route 53, by name: the public zone',
    route53Dns({ name: ZONE }),
    'aws:route53',
    { name: ZONE, privateZone: false },
  ],
  ['Route 53, by id', route53Dns({ name: ZONE, zoneId: 'Z1' }), 'aws:route53', { zoneId: 'Z1' }],
  ['Cloudflare, by id', cloudflareDns({ name: ZONE, zoneId: 'z' }), 'cloudflare:index', { zoneId: 'z' }],
])('%s', async (_, dns, of, inputs) => {
  expect(await dns.nameServers()).toEqual(['ns1.example.net', 'ns2.example.net']);
  expect(calls).toEqual([{ token: `${of}/getZone:getZone`, inputs }]);
});

test('not looked up: a zone that this program creates, and an external host', async () => {
  const created = pulumi.output('later');
  expect(await route53Dns({ name: ZONE, zoneId: created }).nameServers()).toBeUndefined();
  expect(await cloudflareDns({ name: ZONE, zoneId: created }).nameServers()).toBeUndefined();
  expect(await externalDns({ verified: true }).nameServers()).toBeUndefined();
  expect(calls).toEqual([]);
});

test('Route 53, by the provider of the account that the zone is in', async () => {
  const { invokes } = await record(async () => {
    const provider = new Provider('dns-account', { region: 'eu-west-1' });
    await route53Dns({ name: ZONE }, { provider }).nameServers();
    await route53Dns({ name: ZONE }).nameServers({ provider });
    await route53Dns({ name: ZONE }).nameServers();
  });
  expect(invokes.map(({ provider }) => provider)).toEqual(['dns-account', 'dns-account', '']);
});
