// Distributions and what they refer to: names, certificates, key value stores, deletion, and CloudFront's refusals.
import { expect, test } from 'vitest';
import { askOver, connectTo } from '../../../../test/cli/local/clients.ts';
import { resource } from '../support/cloud.ts';
import {
  behavior,
  cloudFrontFixture,
  deploySite,
  type Fixture,
  functionInputs,
  siteInputs,
} from '../support/cloudfront.ts';

const CODE = "function handler() { return { statusCode: 204, statusDescription: 'No Content' }; }";
const NAME = { name: 'answer', runtime: 'cloudfront-js-2.0', code: CODE };
const FUNCTIONS = 'arn:aws:cloudfront::123456789012:function';
const ALIAS = 'docs.example';

/** Inputs with the alias, and its certificate where one is given. */
function withAlias(acmCertificateArn?: string) {
  const viewerCertificate =
    acmCertificateArn === undefined
      ? { cloudfrontDefaultCertificate: true }
      : { acmCertificateArn, sslSupportMethod: 'sni-only', minimumProtocolVersion: 'TLSv1.2_2021' };
  return siteInputs({ aliases: [ALIAS], viewerCertificate });
}

async function deployed(files: Readonly<Record<string, string>> = { 'index.html': 'orders' }) {
  const fixture = await cloudFrontFixture();
  const issue = (name: string) => fixture.certificates.issue(name, 'us-east-1');
  return { ...fixture, ...(await deploySite(fixture, files)), issue };
}

test('a distribution gets an alias, changes its certificate, loses it, and keeps its own domain name', async () => {
  const { distribution, https, names, certificates, issue, id, inputs, host } = await deployed();
  expect(host).toMatch(/^d[a-z0-9]{13}\.cloudfront\.localhost$/);
  expect(names.published).toEqual(new Map([[host, 'Z2FDTNDATAQYW2']]));
  const first = issue(ALIAS);
  const named = withAlias(first);
  await distribution.update(id, named, inputs);
  names.point(ALIAS, host);
  expect((await https(ALIAS, '/')).body).toBe('orders');
  expect((await https(host, '/')).body).toBe('orders');
  expect(certificates.inUse(first)).toBe(true);
  const second = issue('*.example');
  await distribution.update(id, withAlias(second), named);
  expect([first, second].map(certificates.inUse)).toEqual([false, true]);
  await distribution.update(id, inputs, withAlias(second));
  const kept = await https(ALIAS, '/');
  expect([kept.status, kept.headers['x-cache']]).toEqual([403, 'Error from cloudfront']);
  await expect(https(ALIAS, '/', { agent: false })).rejects.toThrow('handshake failure');
  expect(certificates.inUse(second)).toBe(false);
  expect((await https(host, '/')).status).toBe(200);
});

test('it releases its names and its certificate when it is deleted, when earlier connections had their response', async () => {
  const { distribution, https, names, certificates, ingress, issue, ...site } = await deployed();
  const { id, host, inputs } = site;
  const certificate = issue(ALIAS);
  const named = withAlias(certificate);
  await distribution.update(id, named, inputs);
  names.point(ALIAS, host);
  const { httpsPort } = ingress;
  const before = await connectTo('127.0.0.1', ALIAS, { httpsPort, authorityPem: certificates.authorityPem });
  const deletion = distribution.delete(id, named);
  expect(await askOver(before, ALIAS, httpsPort)).toMatchObject({ status: 200, body: 'orders' });
  await deletion;
  await distribution.delete(id, named);
  expect([names.published.size, certificates.inUse(certificate)]).toEqual([0, false]);
  await expect(https(ALIAS, '/')).rejects.toThrow('unrecognized name');
});

test('it serves its aliases at the domain name of any other, by SNI and by the Host header', async () => {
  const { distribution, viewerFunction, https, http, names, issue, ...site } = await deployed();
  const { id, inputs, host } = site;
  await distribution.update(id, withAlias(issue(ALIAS)), inputs);
  const { outputs } = await viewerFunction.create(NAME);
  const other = await distribution.create(functionInputs(String(outputs.arn)));
  const otherHost = String(other.outputs.domainName);
  names.point(ALIAS, otherHost);
  expect((await https(ALIAS, '/')).body).toBe('orders');
  expect((await https(otherHost, '/')).status).toBe(204);
  expect((await https(otherHost, '/', { headers: { host: ALIAS } })).body).toBe('orders');
  expect((await http(host, '/', { headers: { host: otherHost } })).status).toBe(204);
});

const issued =
  (name: string, region = 'us-east-1') =>
  ({ certificates }: Fixture) =>
    withAlias(certificates.issue(name, region));
const ofBehavior = (change: object) => () => siteInputs({ defaultCacheBehavior: behavior(change) });
const noBucket = {
  origins: [{ originId: 'site', domainName: 'site.example', originAccessControlId: 'E1CONTROL' }],
};

test.each<[string, (fixture: Fixture) => object, string]>([
  ['an alias without a certificate', () => withAlias(), 'InvalidViewerCertificate: To add'],
  ['a certificate of another region', issued(ALIAS, 'eu-west-1'), 'InvalidViewerCertificate: The specified'],
  ['a certificate for another name', issued('api.example'), 'InvalidViewerCertificate: The certificate'],
  ['a wildcard one label too low', issued(`*.${ALIAS}`), 'InvalidViewerCertificate: The certificate'],
  ['a behavior for an unknown origin', ofBehavior({ targetOriginId: 'other' }), 'NoSuchOrigin:'],
  ['an access control for a website', () => siteInputs(noBucket), 'InvalidDomainNameForOrigin'],
  ['an unknown cache policy', ofBehavior({ cachePolicyId: 'none' }), 'NoSuchCachePolicy:'],
  ['unknown headers', ofBehavior({ responseHeadersPolicyId: 'none' }), 'NoSuchResponseHeadersPolicy:'],
  ['an unknown function', () => functionInputs(`${FUNCTIONS}/none`), 'InvalidFunctionAssociation:'],
])('refuses %s', async (_case, inputs, message) => {
  const fixture = await cloudFrontFixture();
  await expect(fixture.distribution.create(inputs(fixture))).rejects.toThrow(message);
});

test('refuses an alias that another distribution has, until it is removed there', async () => {
  const { distribution, issue } = await deployed({});
  const inputs = withAlias(issue(ALIAS));
  const first = await distribution.create(inputs);
  await distribution.update(first.id, inputs, inputs);
  await expect(distribution.create(inputs)).rejects.toThrow('CNAMEAlreadyExists:');
  await distribution.delete(first.id, inputs);
  await distribution.create(inputs);
  await expect(distribution.update('ENONE', inputs, inputs)).rejects.toThrow('NoSuchDistribution:');
});

test('a function and a headers policy have unique names, and stay while they are used', async () => {
  const fixture = await cloudFrontFixture();
  const { distribution, viewerFunction, headersPolicy } = fixture;
  const viewer = await viewerFunction.create(NAME);
  expect(viewer.outputs.arn).toBe(`${FUNCTIONS}/answer`);
  const headers = await headersPolicy.create({ name: 'headers' });
  const defaultCacheBehavior = behavior({ responseHeadersPolicyId: headers.id });
  const site = await deploySite(fixture, {}, { defaultCacheBehavior });
  const redirect = await distribution.create(functionInputs(String(viewer.outputs.arn)));
  await expect(viewerFunction.create(NAME)).rejects.toThrow('FunctionAlreadyExists:');
  const taken = 'ResponseHeadersPolicyAlreadyExists:';
  await expect(headersPolicy.create({ name: 'headers' })).rejects.toThrow(taken);
  const removals = [
    [() => viewerFunction.delete(viewer.id, NAME), 'FunctionInUse:'],
    [() => headersPolicy.delete(headers.id, headers.inputs), 'ResponseHeadersPolicyInUse:'],
  ] as const;
  for (const [remove, code] of removals) await expect(remove()).rejects.toThrow(code);
  await distribution.delete(site.id, site.inputs);
  await distribution.delete(redirect.id, redirect.inputs);
  for (const [remove] of removals) await remove();
  expect(await viewerFunction.read(viewer.id)).toBeUndefined();
  expect(await headersPolicy.read(headers.id)).toBeUndefined();
});

test('a key value store has a name of its own, ten functions, and stays while one reads it; an update needs its comment, as in the SDK', async () => {
  const { siteHandlers, viewerFunction } = await cloudFrontFixture();
  const store = resource(siteHandlers, 'aws:cloudfront/keyValueStore:KeyValueStore');
  const key = resource(siteHandlers, 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey');
  const { id, inputs, outputs } = await store.create({ name: 'redirects' });
  await expect(store.create({ name: 'redirects' })).rejects.toThrow('EntityAlreadyExists');
  const missing = { keyValueStoreArn: `${outputs.arn}0`, key: 'a', value: 'b' };
  await expect(key.create(missing)).rejects.toThrow('ResourceNotFoundException');
  await expect(store.update(id, { ...inputs, tags: { a: 'b' } }, inputs)).rejects.toThrow('Comment');
  await store.update(id, { ...inputs, comment: 'targets' }, inputs);
  const reading = (n: number) =>
    viewerFunction.create({ ...NAME, name: `f${n}`, keyValueStoreAssociations: [outputs.arn] });
  const readers = await Promise.all(Array.from({ length: 10 }, (_, n) => reading(n)));
  await expect(reading(10)).rejects.toThrow('InvalidArgument');
  await expect(store.delete(id, inputs)).rejects.toThrow('CannotDeleteEntityWhileInUse');
  for (const reader of readers) await viewerFunction.delete(reader.id, reader.inputs);
  await store.delete(id, inputs);
});
