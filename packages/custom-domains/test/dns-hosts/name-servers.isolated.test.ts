// The name servers of a zone, by the look-up of its DNS host: what is asked for, and when nothing is. contract.test.ts has the rest.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, expect, test } from 'vitest';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { route53Dns } from '../../src/dns-hosts/route53/records.ts';

const calls: object[] = [];
beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ inputs }) => {
      calls.push(inputs);
      return { nameServers: [] };
    },
  }),
);

const ZONE = 'pets.example';
const created = pulumi.output('later');

test.each([
  ['Route 53, by name: the public zone', route53Dns({ name: ZONE }), [{ name: ZONE, privateZone: false }]],
  ['Route 53, by id', route53Dns({ name: ZONE, zoneId: 'Z1' }), [{ zoneId: 'Z1' }]],
  ['Cloudflare, by id', cloudflareDns({ name: ZONE, zoneId: 'z' }), [{ zoneId: 'z' }]],
  ['Route 53, a zone that this program creates', route53Dns({ name: ZONE, zoneId: created }), []],
  ['Cloudflare, a zone that this program creates', cloudflareDns({ name: ZONE, zoneId: created }), []],
])('%s', async (_, dns, inputs) => {
  calls.length = 0;
  await dns.nameServers();
  expect(calls).toEqual(inputs);
});
