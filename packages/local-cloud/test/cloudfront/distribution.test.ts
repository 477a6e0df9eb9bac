// Distributions and what they refer to, and CloudFront's refusals.
import { describe, expect, test } from 'vitest';
import { askOver, connectTo } from '../../../../test/cli/local/clients.ts';
import {
  behavior,
  cloudFrontFixture,
  deploySite,
  type Fixture,
  functionInputs,
  siteInputs,
} from '../support/cloudfront.ts';

const CODE = "function handler(event) { return { statusCode: 204, statusDescription: 'No Content' }; }";
const NAME = { name: 'answer', runtime: 'cloudfront-js-2.0', code: CODE };

function hostInputs(accessControlId: string, aliases: readonly string[], certificateArn?: string) {
  const viewerCertificate =
    certificateArn === undefined
      ? { cloudfrontDefaultCertificate: true }
      : {
          acmCertificateArn: certificateArn,
          sslSupportMethod: 'sni-only',
          minimumProtocolVersion: 'TLSv1.2_2021',
        };
  return siteInputs(accessControlId, { aliases, viewerCertificate });
}

describe('a distribution', () => {
  test('has a domain name in DNS, and a hosted zone id for alias records', async () => {
    const fixture = await cloudFrontFixture();
    const { host, id } = await deploySite(fixture, { 'index.html': 'orders' });
    expect(host).toMatch(/^d[a-z0-9]{13}\.cloudfront\.localhost$/);
    expect(fixture.names.published).toEqual(new Map([[host, 'Z2FDTNDATAQYW2']]));
    const live = await fixture.distribution.read(id);
    expect(live?.computed).toMatchObject({
      arn: `arn:aws:cloudfront::123456789012:distribution/${id}`,
      hostedZoneId: 'Z2FDTNDATAQYW2',
      status: 'Deployed',
    });
  });

  test('gets an alias and loses it, and keeps its own domain name', async () => {
    const fixture = await cloudFrontFixture();
    const { id, inputs, host, controlId } = await deploySite(fixture, { 'index.html': 'orders' });
    const arn = fixture.certificates.issue(['docs.example'], 'us-east-1');
    const withHost = hostInputs(controlId, ['Docs.Example'], arn);
    await fixture.distribution.update(id, withHost, inputs);
    fixture.names.point('docs.example', host);
    expect((await fixture.https('docs.example', '/')).body).toBe('orders');
    expect((await fixture.https(host, '/')).body).toBe('orders');
    const distributionArn = `arn:aws:cloudfront::123456789012:distribution/${id}`;
    expect(fixture.certificates.used).toEqual(new Set([`${arn} ${distributionArn}`]));

    const renewed = fixture.certificates.issue(['*.example'], 'us-east-1');
    const later = hostInputs(controlId, ['docs.example'], renewed);
    await fixture.distribution.update(id, later, withHost);
    expect(fixture.certificates.used).toEqual(new Set([`${renewed} ${distributionArn}`]));

    await fixture.distribution.update(id, inputs, later);
    const kept = await fixture.https('docs.example', '/');
    expect([kept.status, kept.headers['x-cache']]).toEqual([403, 'Error from cloudfront']);
    await expect(fixture.https('docs.example', '/', { agent: false })).rejects.toThrow('handshake failure');
    expect(fixture.certificates.used).toEqual(new Set());
    expect((await fixture.https(host, '/')).status).toBe(200);
  });

  test('releases its names and its certificate when it is deleted', async () => {
    const fixture = await cloudFrontFixture();
    const { id, controlId, host } = await deploySite(fixture, { 'index.html': 'orders' });
    const arn = fixture.certificates.issue(['docs.example'], 'us-east-1');
    const withHost = hostInputs(controlId, ['docs.example'], arn);
    await fixture.distribution.update(id, withHost, withHost);
    fixture.names.point('docs.example', host);
    await fixture.distribution.delete(id, withHost);
    await fixture.distribution.delete(id, withHost);
    expect(fixture.names.published.size).toBe(0);
    expect(fixture.certificates.used.size).toBe(0);
    await expect(fixture.https('docs.example', '/')).rejects.toThrow('unrecognized name');
  });

  test('is deleted when earlier connections have had their response', async () => {
    const fixture = await cloudFrontFixture();
    const { id, inputs, host } = await deploySite(fixture, { 'index.html': 'orders' });
    const { httpsPort } = fixture.ingress;
    const { authorityPem } = fixture.certificates;
    const before = await connectTo('127.0.0.1', host, { httpsPort, authorityPem });
    const deleted = fixture.distribution.delete(id, inputs);
    expect(await askOver(before, host, httpsPort)).toMatchObject({ status: 200, body: 'orders' });
    await deleted;
    await expect(fixture.https(host, '/')).rejects.toThrow('unrecognized name');
  });

  test('serves its aliases at the domain name of any other, by SNI and by the Host header', async () => {
    const fixture = await cloudFrontFixture();
    const { id, inputs, host, controlId } = await deploySite(fixture, { 'index.html': 'orders' });
    const arn = fixture.certificates.issue(['docs.example'], 'us-east-1');
    await fixture.distribution.update(id, hostInputs(controlId, ['docs.example'], arn), inputs);
    const { code } = { code: "function handler() { return { statusCode: 204, statusDescription: 'No' }; }" };
    const { outputs } = await fixture.viewerFunction.create({ ...NAME, code });
    const other = await fixture.distribution.create(functionInputs(String(outputs.arn)));
    const otherHost = String(other.outputs.domainName);
    fixture.names.point('docs.example', otherHost);
    expect((await fixture.https('docs.example', '/')).body).toBe('orders');
    expect((await fixture.https(otherHost, '/')).status).toBe(204);
    expect((await fixture.https(otherHost, '/', { headers: { host: 'docs.example' } })).body).toBe('orders');
    expect((await fixture.http(host, '/', { headers: { host: otherHost } })).status).toBe(204);
  });

  test.each(['https', 'http'] as const)(
    'a host of no distribution gets the error page over %s',
    async (scheme) => {
      const fixture = await cloudFrontFixture();
      const { host } = await deploySite(fixture, { 'index.html': 'orders' });
      fixture.names.point('other.example', host);
      const ask =
        scheme === 'http'
          ? fixture.http('other.example', '/')
          : fixture.https(host, '/', { headers: { host: 'other.example' } });
      const { status, headers, body } = await ask;
      expect([status, headers['x-cache']]).toEqual([403, 'Error from cloudfront']);
      expect(body).toContain('Bad request.');
    },
  );
});

describe('refusals', () => {
  const create = async (inputs: (fixture: Fixture, controlId: string) => object) => {
    const fixture = await cloudFrontFixture();
    const { controlId } = await deploySite(fixture, {});
    return fixture.distribution.create(inputs(fixture, controlId));
  };
  const issue =
    (names: string[], region = 'us-east-1') =>
    (fixture: Fixture, controlId: string) =>
      hostInputs(controlId, ['docs.example'], fixture.certificates.issue(names, region));

  test.each<[string, (fixture: Fixture, controlId: string) => object, string]>([
    [
      'an alias without a certificate',
      (_world, id) => hostInputs(id, ['docs.example']),
      'InvalidViewerCertificate: To add an alternate domain name (CNAME) to a CloudFront distribution, you must attach a trusted certificate',
    ],
    [
      'a certificate of another region',
      issue(['docs.example'], 'eu-west-1'),
      "InvalidViewerCertificate: The specified SSL certificate doesn't exist, isn't in us-east-1 region",
    ],
    [
      'a certificate that is not issued',
      (_world, id) => hostInputs(id, ['docs.example'], 'arn:aws:acm:us-east-1:123456789012:certificate/none'),
      "InvalidViewerCertificate: The specified SSL certificate doesn't exist",
    ],
    [
      'a certificate for another name',
      issue(['api.example']),
      "InvalidViewerCertificate: The certificate that is attached to your distribution doesn't cover",
    ],
    [
      'a wildcard two labels above',
      issue(['*.docs.example']),
      "InvalidViewerCertificate: The certificate that is attached to your distribution doesn't cover",
    ],
    [
      'a behavior for an origin that is not there',
      (_world, id) => siteInputs(id, { defaultCacheBehavior: behavior({ targetOriginId: 'other' }) }),
      'NoSuchOrigin:',
    ],
    [
      'an access control for what is no bucket',
      (_world, id) =>
        siteInputs(id, {
          origins: [{ originId: 'site', domainName: 'site.example', originAccessControlId: id }],
        }),
      'InvalidDomainNameForOriginAccessControl:',
    ],
    [
      'a cache policy that is not there',
      (_world, id) => siteInputs(id, { defaultCacheBehavior: behavior({ cachePolicyId: 'none' }) }),
      'NoSuchCachePolicy:',
    ],
    [
      'a headers policy that is not there',
      (_world, id) => siteInputs(id, { defaultCacheBehavior: behavior({ responseHeadersPolicyId: 'none' }) }),
      'NoSuchResponseHeadersPolicy:',
    ],
    [
      'a function that is not there',
      () => functionInputs('arn:aws:cloudfront::123456789012:function/none'),
      'InvalidFunctionAssociation:',
    ],
  ])('%s', async (_case, inputs, message) => {
    await expect(create(inputs)).rejects.toThrow(message);
  });

  test('an alias that another distribution has, until it is removed there', async () => {
    const fixture = await cloudFrontFixture();
    const { controlId } = await deploySite(fixture, {});
    const arn = fixture.certificates.issue(['docs.example'], 'us-east-1');
    const inputs = hostInputs(controlId, ['docs.example'], arn);
    const first = await fixture.distribution.create(inputs);
    await fixture.distribution.update(first.id, inputs, inputs);
    await expect(fixture.distribution.create(inputs)).rejects.toThrow(
      'CNAMEAlreadyExists: One or more of the CNAMEs you provided are already associated with a different resource.',
    );
    await fixture.distribution.delete(first.id, inputs);
    await fixture.distribution.create(inputs);
  });

  test('a property that the provider has and this cloud does not, by name', async () => {
    const fixture = await cloudFrontFixture();
    const parsed = fixture.distribution.parse({ ...siteInputs('E1'), webAclId: 'x' });
    expect(parsed.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['webAclId'] }]);
  });

  test('an update of a distribution that no longer exists', async () => {
    const fixture = await cloudFrontFixture();
    const { controlId } = await deploySite(fixture, {});
    const inputs = siteInputs(controlId);
    await expect(fixture.distribution.update('ENONE', inputs, inputs)).rejects.toThrow('NoSuchDistribution:');
  });
});

describe('parts', () => {
  test('a function is at most 10 KB, has a unique name, and cannot be deleted while it is used', async () => {
    const fixture = await cloudFrontFixture();
    const { id, outputs } = await fixture.viewerFunction.create(NAME);
    expect(outputs.arn).toBe('arn:aws:cloudfront::123456789012:function/answer');
    await expect(fixture.viewerFunction.create(NAME)).rejects.toThrow('FunctionAlreadyExists:');
    const large = { ...NAME, name: 'large', code: CODE + ' '.repeat(10_240 - CODE.length) };
    await fixture.viewerFunction.create(large);
    await expect(
      fixture.viewerFunction.create({ ...large, name: 'larger', code: `${large.code} ` }),
    ).rejects.toThrow('FunctionSizeLimitExceeded:');

    const distribution = await fixture.distribution.create(functionInputs(String(outputs.arn)));
    await expect(fixture.viewerFunction.delete(id, NAME)).rejects.toThrow('FunctionInUse:');
    await fixture.distribution.delete(distribution.id, distribution.inputs);
    await fixture.viewerFunction.delete(id, NAME);
    expect(await fixture.viewerFunction.read(id)).toBeUndefined();
  });

  test.each(['api.example-redirect', 'a'.repeat(65)])('a function cannot be called %s', async (name) => {
    const fixture = await cloudFrontFixture();
    expect(fixture.viewerFunction.parse({ ...NAME, name }).success).toBe(false);
  });

  test('a headers policy has a unique name and cannot be deleted while it is used', async () => {
    const fixture = await cloudFrontFixture();
    const headers = await fixture.headersPolicy.create({ name: 'headers' });
    const site = await deploySite(
      fixture,
      {},
      { defaultCacheBehavior: behavior({ responseHeadersPolicyId: headers.id }) },
    );
    await expect(fixture.headersPolicy.create({ name: 'headers' })).rejects.toThrow(
      'ResponseHeadersPolicyAlreadyExists:',
    );
    await expect(fixture.headersPolicy.delete(headers.id, headers.inputs)).rejects.toThrow(
      'ResponseHeadersPolicyInUse:',
    );
    await fixture.distribution.delete(site.id, site.inputs);
    await fixture.headersPolicy.delete(headers.id, headers.inputs);
    expect(await fixture.headersPolicy.read(headers.id)).toBeUndefined();
  });
});
