// Quotas: each service takes what the account was granted and refuses one more, in its own words.
import { QUOTAS as FORECAST } from '@petstore/custom-domains/quotas';
import { expect, test } from 'vitest';
import { createAcm } from '../src/acm/index.ts';
import { type QuotaId, Quotas } from '../src/quotas.ts';
import { domainInputs, gateway } from './apigatewayv2/gateway.ts';
import { CLOUDFLARE_ZONE, cloudflareRecords, dnsWith } from './dns/client.ts';
import { resource, testContext } from './support/cloud.ts';
import {
  behavior,
  cloudFrontFixture,
  type Fixture,
  functionInputs,
  siteInputs,
} from './support/cloudfront.ts';

test.each<[QuotaId, number]>([
  ['L-24B04930', 500],
  ['distributions-of-a-function', 100],
  ['L-A93447B8', 120],
  ['L-F141DD1D', 2500],
  ['cloudflare-records', 200],
])('the standard of %s, %i, is the one that the forecast counts with', (id, standard) => {
  expect(FORECAST.find((one) => one.id === id)?.default).toBe(standard);
  expect(() => new Quotas().assert(id, standard)).not.toThrow();
  expect(() => new Quotas().assert(id, standard + 1)).toThrow();
});

const CODE = 'function handler(event) { return event.request; }';
const ofFunction = async ({ viewerFunction }: Fixture) => {
  const { outputs } = await viewerFunction.create({ name: 'f', runtime: 'cloudfront-js-2.0', code: CODE });
  return functionInputs(String(outputs.arn));
};
const ofHeaders = async ({ headersPolicy }: Fixture) => {
  const { id: responseHeadersPolicyId } = await headersPolicy.create({ name: 'site' });
  return siteInputs({ defaultCacheBehavior: behavior({ responseHeadersPolicyId }) });
};

test.each<[id: QuotaId, code: string, inputs: (cloud: Fixture) => Promise<object> | object]>([
  ['L-24B04930', '', () => siteInputs()],
  ['distributions-of-an-access-control', 'AssociatedToOriginAccessControl', () => siteInputs()],
  ['distributions-of-a-function', 'WithFunctionAssociations', ofFunction],
  ['distributions-of-a-headers-policy', 'AssociatedToResponseHeadersPolicy', ofHeaders],
])('%s: TooManyDistributions%s', async (id, code, inputsOf) => {
  const cloud = await cloudFrontFixture(testContext({ quotas: new Quotas({ [id]: 1 }) }));
  const site = await inputsOf(cloud);
  const first = await cloud.distribution.create(site);
  const refusal = new RegExp(`^TooManyDistributions${code}:`);
  await expect(cloud.distribution.create(site)).rejects.toThrow(refusal);
  // One that has it already does not count twice.
  await cloud.distribution.update(first.id, { ...site, comment: 'changed' }, site);
});

test('domain names: so many in a region, and one creation and one update in 30 seconds', async () => {
  let now = 0;
  const quotas = new Quotas({ 'L-A93447B8': 2 });
  const context = testContext({ quotas, clock: () => now });
  const { certificates, domainName } = await gateway({}, context);
  const inputs = (n: number, host = `api${n}.shop.localhost`) => domainInputs(host, certificates.issue(host));
  const first = await domainName.create(inputs(1));
  now += 29_999;
  await expect(domainName.create(inputs(2))).rejects.toThrow('TooManyRequestsException: Too Many Requests');
  now += 1;
  await domainName.create(inputs(2));
  const changed = inputs(1);
  await domainName.update(first.id, changed, first.inputs);
  await domainName.update(first.id, { ...changed, tags: { stack: 'test' } }, changed);
  await expect(domainName.update(first.id, inputs(1), changed)).rejects.toThrow('Too Many Requests');
  now += 30_000;
  await expect(domainName.create(inputs(3))).rejects.toThrow('TooManyRequestsException: A limit');
});

test('certificates in a region, records of a zone', async () => {
  const context = testContext({ quotas: new Quotas({ 'L-F141DD1D': 1, 'cloudflare-records': 2 }) });
  const dns = dnsWith('', context);
  const certificate = resource(createAcm(context, dns).handlers, 'aws:acm/certificate:Certificate');
  const asked = (domainName: string, region?: string) =>
    certificate.create({ domainName, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1', region });
  await asked('a.shop.localhost');
  await asked('a.shop.localhost', 'us-east-1').catch(() => undefined);
  await expect(asked('b.shop.localhost')).rejects.toThrow('LimitExceededException: Cannot request more');
  const record = cloudflareRecords(dns, context.quotas);
  const put = (n: number) =>
    record.create({ zoneId: CLOUDFLARE_ZONE, name: `n${n}`, type: 'A', content: '192.0.2.1', ttl: 300 });
  for (const n of [1, 2]) await put(n);
  await expect(put(3)).rejects.toThrow(/^81045: Record quota exceeded\.$/);
});
