// The distribution of a host's own: signed requests to a private bucket, HTTPS to any other server.
import { CustomHost, externalDns } from '@petstore/custom-domains';
import { expect, test } from 'vitest';
import { record } from '../../custom-domains/test/components/recorder.ts';
import type { Distribution } from '../src/host.ts';
import { distribution } from '../src/make.ts';

async function declared(args: Distribution) {
  const dns = externalDns({ verified: true });
  const host = { host: 'www.shop.example', dns, preflight: 'off', request: {} } as const;
  const { resources } = await record(async () => {
    new CustomHost('site', { ...host, target: distribution(args) });
  });
  const found = resources.find(({ type }) => type.endsWith(':Distribution'));
  return { name: found?.name, ...found?.inputs };
}

test('in front of a private bucket', async () => {
  const functionArn = 'arn:aws:cloudfront::1:function/a';
  const origin = 'files.s3.eu-west-1.amazonaws.com';
  const site = await declared({
    ...{ origin, originAccessControlId: 'E1', defaultRootObject: 'index.html', cachePolicyId: 'cached' },
    ...{ responseHeadersPolicyId: 'headers', functionArn },
  });
  expect(site).toMatchObject({
    name: 'www.shop.example-attachment',
    aliases: ['www.shop.example'],
    defaultRootObject: 'index.html',
    origins: [{ domainName: origin, originAccessControlId: 'E1' }],
    defaultCacheBehavior: {
      cachePolicyId: 'cached',
      responseHeadersPolicyId: 'headers',
      functionAssociations: [{ eventType: 'viewer-request', functionArn }],
    },
  });
  expect(site).not.toHaveProperty('origins.0.customOriginConfig');
});

test('in front of a server', async () => {
  expect(await declared({ origin: 'app.example.net' })).toMatchObject({
    origins: [{ domainName: 'app.example.net', customOriginConfig: { originProtocolPolicy: 'https-only' } }],
    defaultCacheBehavior: { viewerProtocolPolicy: 'redirect-to-https' },
  });
});
