// Distributions and their parts as CloudFront takes and refuses them.
import { describe, expect, test } from 'vitest';
import { askOver, connectTo } from '../../../../test/cli/local/clients.ts';
import {
  ACCESS_CONTROL,
  behavior,
  cdnWorld,
  deploySite,
  functionInputs,
  siteInputs,
  type World,
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
  test('has an address, a name in DNS and a zone for aliases', async () => {
    const world = await cdnWorld();
    const { host, id } = await deploySite(world, { 'index.html': 'pets' });
    expect(host).toMatch(/^d[a-z0-9]{13}\.cloudfront\.localhost$/);
    expect(world.names.published).toEqual(new Map([[host, 'Z2FDTNDATAQYW2']]));
    const live = await world.distribution.read(id);
    expect(live?.computed).toMatchObject({
      arn: `arn:aws:cloudfront::123456789012:distribution/${id}`,
      hostedZoneId: 'Z2FDTNDATAQYW2',
      status: 'Deployed',
    });
  });

  test('gets a host and loses it, keeping its own address', async () => {
    const world = await cdnWorld();
    const { id, inputs, host, controlId } = await deploySite(world, { 'index.html': 'pets' });
    const arn = world.certificates.issue(['docs.example'], 'us-east-1');
    const withHost = hostInputs(controlId, ['Docs.Example'], arn);
    await world.distribution.update(id, withHost, inputs);
    world.names.point('docs.example', host);
    expect((await world.https('docs.example', '/')).body).toBe('pets');
    expect((await world.https(host, '/')).body).toBe('pets');
    const distributionArn = `arn:aws:cloudfront::123456789012:distribution/${id}`;
    expect(world.certificates.used).toEqual(new Set([`${arn} ${distributionArn}`]));

    const renewed = world.certificates.issue(['*.example'], 'us-east-1');
    const later = hostInputs(controlId, ['docs.example'], renewed);
    await world.distribution.update(id, later, withHost);
    expect(world.certificates.used).toEqual(new Set([`${renewed} ${distributionArn}`]));

    await world.distribution.update(id, inputs, later);
    const kept = await world.https('docs.example', '/');
    expect([kept.status, kept.headers['x-cache']]).toEqual([403, 'Error from cloudfront']);
    await expect(world.https('docs.example', '/', { agent: false })).rejects.toThrow('handshake failure');
    expect(world.certificates.used).toEqual(new Set());
    expect((await world.https(host, '/')).status).toBe(200);
  });

  test('takes everything with it when it goes', async () => {
    const world = await cdnWorld();
    const { id, controlId, host } = await deploySite(world, { 'index.html': 'pets' });
    const arn = world.certificates.issue(['docs.example'], 'us-east-1');
    const withHost = hostInputs(controlId, ['docs.example'], arn);
    await world.distribution.update(id, withHost, withHost);
    world.names.point('docs.example', host);
    await world.distribution.delete(id, withHost);
    await world.distribution.delete(id, withHost);
    expect(world.names.published.size).toBe(0);
    expect(world.certificates.used.size).toBe(0);
    await expect(world.https('docs.example', '/')).rejects.toThrow('unrecognized name');
  });

  test('is deleted once whoever came before is answered', async () => {
    const world = await cdnWorld();
    const { id, inputs, host } = await deploySite(world, { 'index.html': 'pets' });
    const { httpsPort } = world.front;
    const { authorityPem } = world.certificates;
    const before = await connectTo('127.0.0.1', host, { httpsPort, authorityPem });
    const deleted = world.distribution.delete(id, inputs);
    expect(await askOver(before, host, httpsPort)).toMatchObject({ status: 200, body: 'pets' });
    await deleted;
    await expect(world.https(host, '/')).rejects.toThrow('unrecognized name');
  });

  test('answers for its aliases at the address of any other, by SNI and by the Host header', async () => {
    const world = await cdnWorld();
    const { id, inputs, host, controlId } = await deploySite(world, { 'index.html': 'pets' });
    const arn = world.certificates.issue(['docs.example'], 'us-east-1');
    await world.distribution.update(id, hostInputs(controlId, ['docs.example'], arn), inputs);
    const { code } = { code: "function handler() { return { statusCode: 204, statusDescription: 'No' }; }" };
    const { outputs } = await world.viewerFunction.create({ ...NAME, code });
    const other = await world.distribution.create(functionInputs(String(outputs.arn)));
    const otherHost = String(other.outputs.domainName);
    world.names.point('docs.example', otherHost);
    expect((await world.https('docs.example', '/')).body).toBe('pets');
    expect((await world.https(otherHost, '/')).status).toBe(204);
    expect((await world.https(otherHost, '/', { headers: { host: 'docs.example' } })).body).toBe('pets');
    expect((await world.http(host, '/', { headers: { host: otherHost } })).status).toBe(204);
  });

  test.each(['https', 'http'] as const)(
    'a host of no distribution gets the error page over %s',
    async (scheme) => {
      const world = await cdnWorld();
      const { host } = await deploySite(world, { 'index.html': 'pets' });
      world.names.point('other.example', host);
      const ask =
        scheme === 'http'
          ? world.http('other.example', '/')
          : world.https(host, '/', { headers: { host: 'other.example' } });
      const { status, headers, body } = await ask;
      expect([status, headers['x-cache']]).toEqual([403, 'Error from cloudfront']);
      expect(body).toContain('Bad request.');
    },
  );
});

describe('refusals', () => {
  const create = async (inputs: (world: World, controlId: string) => object) => {
    const world = await cdnWorld();
    const { controlId } = await deploySite(world, {});
    return world.distribution.create(inputs(world, controlId));
  };
  const issue =
    (names: string[], region = 'us-east-1') =>
    (world: World, controlId: string) =>
      hostInputs(controlId, ['docs.example'], world.certificates.issue(names, region));

  test.each<[string, (world: World, controlId: string) => object, string]>([
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
    ['an access control that is not there', () => siteInputs('ENONE'), 'NoSuchOriginAccessControl:'],
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

  test('an alias that another distribution has, until that gives it up', async () => {
    const world = await cdnWorld();
    const { controlId } = await deploySite(world, {});
    const arn = world.certificates.issue(['docs.example'], 'us-east-1');
    const inputs = hostInputs(controlId, ['docs.example'], arn);
    const first = await world.distribution.create(inputs);
    await world.distribution.update(first.id, inputs, inputs);
    await expect(world.distribution.create(inputs)).rejects.toThrow(
      'CNAMEAlreadyExists: One or more of the CNAMEs you provided are already associated with a different resource.',
    );
    await world.distribution.delete(first.id, inputs);
    await world.distribution.create(inputs);
  });

  test('a property that the provider has and this cloud has not, by name', async () => {
    const world = await cdnWorld();
    const parsed = world.distribution.parse({ ...siteInputs('E1'), webAclId: 'x' });
    expect(parsed.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['webAclId'] }]);
  });

  test('an update of what is gone', async () => {
    const world = await cdnWorld();
    const { controlId } = await deploySite(world, {});
    const inputs = siteInputs(controlId);
    await expect(world.distribution.update('ENONE', inputs, inputs)).rejects.toThrow('NoSuchDistribution:');
  });
});

describe('parts', () => {
  test('a function is at most 10 KB, has one owner of its name, and stays while it is used', async () => {
    const world = await cdnWorld();
    const { id, outputs } = await world.viewerFunction.create(NAME);
    expect(outputs.arn).toBe('arn:aws:cloudfront::123456789012:function/answer');
    await expect(world.viewerFunction.create(NAME)).rejects.toThrow('FunctionAlreadyExists:');
    const large = { ...NAME, name: 'large', code: CODE + ' '.repeat(10_240 - CODE.length) };
    await world.viewerFunction.create(large);
    await expect(
      world.viewerFunction.create({ ...large, name: 'larger', code: `${large.code} ` }),
    ).rejects.toThrow('FunctionSizeLimitExceeded:');

    const distribution = await world.distribution.create(functionInputs(String(outputs.arn)));
    await expect(world.viewerFunction.delete(id, NAME)).rejects.toThrow('FunctionInUse:');
    await world.distribution.delete(distribution.id, distribution.inputs);
    await world.viewerFunction.delete(id, NAME);
    expect(await world.viewerFunction.read(id)).toBeUndefined();
  });

  test.each(['api.example-redirect', 'a'.repeat(65)])('a function cannot be called %s', async (name) => {
    const world = await cdnWorld();
    expect(world.viewerFunction.parse({ ...NAME, name }).success).toBe(false);
  });

  test('an access control and a headers policy have unique names and stay while they are used', async () => {
    const world = await cdnWorld();
    const headers = await world.headersPolicy.create({ name: 'headers' });
    const site = await deploySite(
      world,
      {},
      { defaultCacheBehavior: behavior({ responseHeadersPolicyId: headers.id }) },
    );
    await expect(world.accessControl.create(ACCESS_CONTROL)).rejects.toThrow(
      'OriginAccessControlAlreadyExists:',
    );
    await expect(world.headersPolicy.create({ name: 'headers' })).rejects.toThrow(
      'ResponseHeadersPolicyAlreadyExists:',
    );
    await expect(world.accessControl.delete(site.controlId, ACCESS_CONTROL)).rejects.toThrow(
      'OriginAccessControlInUse:',
    );
    await expect(world.headersPolicy.delete(headers.id, headers.inputs)).rejects.toThrow(
      'ResponseHeadersPolicyInUse:',
    );
    await world.distribution.delete(site.id, site.inputs);
    await world.accessControl.delete(site.controlId, ACCESS_CONTROL);
    await world.headersPolicy.delete(headers.id, headers.inputs);
    expect(await world.accessControl.read(site.controlId)).toBeUndefined();
  });
});
