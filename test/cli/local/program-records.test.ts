// The Cloudflare records of a custom host, from what ACM and CloudFront return: no preview shows a change.
import { cloudflareDns } from '@petstore/custom-domains/dns-hosts/cloudflare';

import { hostNames } from '@petstore/custom-domains/names';
import type { Cloud } from '@petstore/local-cloud/cloud';
import * as pulumi from '@pulumi/pulumi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGION, startSeededCloud } from '../../../packages/local-cloud/test/contract/cloud.ts';
import type { Driver, Inputs } from '../../../packages/local-cloud/test/contract/driver.ts';
import { inProcessDriver } from '../../../packages/local-cloud/test/contract/in-process.ts';
import { CLOUDFLARE_ZONE } from '../../../packages/local-cloud/test/contract/lifecycles/zones.ts';
import { connect, protocolDriver } from '../../../packages/local-cloud/test/contract/protocol.ts';
import { record } from '../../infra/recorder.ts';

const TYPE = 'cloudflare:index/dnsRecord:DnsRecord';
const HOST = 'shop.shop.localhost';
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startSeededCloud();
});
afterAll(() => cloud.close());

/** Name and value of the validation record as ACM returns them: with final dots. */
async function validationOf(driver: Driver): Promise<{ name: string; value: string }> {
  const certificate = { domainName: HOST, validationMethod: 'DNS' };
  const { outputs } = await driver.apply('aws:acm/certificate:Certificate', 'certificate', certificate);
  const [option] = outputs.domainValidationOptions as Record<string, string>[];
  return { name: option?.resourceRecordName ?? '', value: option?.resourceRecordValue ?? '' };
}

async function declaredRecords(validation: { name: string; value: string }): Promise<[string, Inputs][]> {
  const names = hostNames(HOST);
  const { registrations } = await record(async () => {
    const dns = cloudflareDns({ name: 'shop.localhost', zoneId: CLOUDFLARE_ZONE });
    const target = {
      domainName: pulumi.output('D111111abcdef8.cloudfront.net.'),
      hostedZoneId: pulumi.output('Z2FDTNDATAQYW2'),
    };
    dns.validationRecord(names.validationRecord, validation, {});
    dns.routingRecords(names, { host: HOST, apex: false, target, ttl: 3600 }, {});
    return {};
  }, 'local');
  return registrations.filter(({ type }) => type === TYPE).map(({ name, inputs }) => [name, inputs]);
}

const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  'in process': async () => inProcessDriver(cloud, REGION),
  'by the provider protocol': async () => protocolDriver(await connect(cloud, REGION)),
};

describe.each(Object.entries(drivers))('%s', (_name, open) => {
  it('neither the validation record nor the routing record changes', async () => {
    const driver = await open();
    const validation = await validationOf(driver);
    expect(validation.name).toMatch(/\.$/);
    const records = await declaredRecords(validation);
    expect(records).toHaveLength(2);
    for (const [name, inputs] of records)
      expect(await driver.apply(TYPE, name, inputs)).toMatchObject({ action: 'create' });
    for (const _ of [1, 2]) {
      await driver.refresh();
      for (const [name, inputs] of records)
        expect(await driver.apply(TYPE, name, inputs)).toMatchObject({ action: 'same', message: '' });
    }
    for (const name of [...records.map(([name]) => name), 'certificate']) await driver.remove(name);
    await driver.close();
  });
});
