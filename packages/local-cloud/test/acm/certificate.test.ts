// ACM: pending until the validation record is in DNS and CAA allows it, then issued; refusals in the service's words.
import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { CLOUDFLARE_ZONE, setInternet } from '../dns/client.ts';
import { acmWith, asked, HOST, option } from './acm-cloud.ts';

test('a certificate is pending until its validation record is in DNS, then issued for its names', async () => {
  const cloud = acmWith();
  const { arn, inputs, outputs, options } = await cloud.request({ subjectAlternativeNames: [`*.${HOST}`] });
  expect(arn).toMatch(/^arn:aws:acm:eu-west-1:123456789012:certificate\/[0-9a-f-]{36}$/);
  expect(outputs).toMatchObject({ arn, status: 'PENDING_VALIDATION', type: 'AMAZON_ISSUED', notAfter: '' });
  expect(outputs.subjectAlternativeNames).toEqual([HOST, `*.${HOST}`]);
  expect(options.map(({ domainName }) => domainName)).toEqual([HOST, `*.${HOST}`]);
  expect(new Set(options.map(({ resourceRecordName }) => resourceRecordName)).size).toBe(1);
  expect(option(options).resourceRecordName).toMatch(/^_[0-9a-f]{32}\.api\.shop\.localhost\.$/);
  expect(option(options).resourceRecordValue).toMatch(/^_[0-9a-f]{32}\.[a-z]{10}\.acm-validations\.aws\.$/);
  expect(cloud.certificates.issued(arn)).toBeUndefined();

  const waiting = cloud.wait(arn, [option(options).resourceRecordName]);
  await cloud.prove(option(options));
  await waiting;
  const material = cloud.certificates.issued(arn);
  expect(material).toMatchObject({ arn, region: 'eu-west-1', names: [HOST, `*.${HOST}`] });
  const leaf = new X509Certificate(material?.certificatePem ?? '');
  expect(leaf.checkHost(HOST)).toBe(HOST);
  expect(leaf.checkHost(`x.${HOST}`)).toBe(`*.${HOST}`);
  expect(leaf.verify(new X509Certificate(cloud.certificates.authorityPem).publicKey)).toBe(true);
  const live = await cloud.certificate.read(arn, inputs);
  expect(live?.computed).toMatchObject({ status: 'ISSUED', notAfter: expect.stringMatching(/T23:59:59Z$/) });
  expect(await cloud.validated(arn)).toBeDefined();
});

test.each([
  ['RSA_2048', 'rsa'],
  ['EC_secp384r1', 'ec'],
])('a key of %s', async (keyAlgorithm, kind) => {
  const cloud = acmWith();
  const { arn, options } = await cloud.request({ keyAlgorithm });
  await cloud.prove(option(options));
  await cloud.wait(arn);
  const leaf = new X509Certificate(cloud.certificates.issued(arn)?.certificatePem ?? '');
  expect(leaf.publicKey.asymmetricKeyType).toBe(kind);
});

test('every name must be validated', async () => {
  const cloud = acmWith();
  const { arn, options } = await cloud.request({ subjectAlternativeNames: ['www.shop.localhost'] });
  await cloud.prove(option(options, 0));
  await expect(cloud.wait(arn, undefined, AbortSignal.timeout(50))).rejects.toThrow(
    `not seen in DNS: ${option(options, 1).resourceRecordName} CNAME`,
  );
  await cloud.prove(option(options, 1));
  await cloud.wait(arn);
});

test('a wait ends at its timeout, with the missing records in its error', async () => {
  const cloud = acmWith();
  const { arn, options } = await cloud.request();
  const { resourceRecordName, resourceRecordValue } = option(options);
  await expect(cloud.wait(arn, undefined, AbortSignal.timeout(20))).rejects.toThrow(
    `waiting for ACM Certificate (${arn}) to be issued: timeout while waiting for state to become 'ISSUED' ` +
      `(last state: 'PENDING_VALIDATION')\nnot seen in DNS: ${resourceRecordName} CNAME ${resourceRecordValue}`,
  );
  expect(await cloud.validated(arn)).toBeUndefined();
});

test('a validation record that is proxied at Cloudflare does not validate', async () => {
  const cloud = acmWith();
  const { arn, options } = await cloud.request();
  const { resourceRecordName: name, resourceRecordValue: content } = option(options);
  await cloud.records.create({
    zoneId: CLOUDFLARE_ZONE,
    name,
    content,
    type: 'CNAME',
    ttl: 1,
    proxied: true,
  });
  await expect(cloud.wait(arn, undefined, AbortSignal.timeout(20))).rejects.toThrow('not seen in DNS');
});

test('records that do not validate every name are refused before the wait', async () => {
  const cloud = acmWith();
  const { arn, options } = await cloud.request();
  const fqdn = option(options).resourceRecordName.slice(0, -1);
  await expect(cloud.wait(arn, ['other.shop.localhost'])).rejects.toThrow(
    `missing ${HOST} DNS validation record: ${fqdn}`,
  );
});

test('CAA is checked after validation: the request fails finally, with the reason', async () => {
  const cloud = acmWith('shop.localhost. 300 IN CAA 0 issue "letsencrypt.org"');
  const { arn, inputs, options } = await cloud.request();
  await cloud.prove(option(options));
  await expect(cloud.wait(arn)).rejects.toThrow(
    `waiting for ACM Certificate (${arn}) to be issued: unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR`,
  );
  expect(cloud.context.lines).toContainEqual(
    expect.stringContaining('CAA of shop.localhost allows only letsencrypt.org'),
  );
  setInternet(cloud.dns, '');
  expect((await cloud.certificate.read(arn, inputs))?.computed).toMatchObject({ status: 'FAILED' });
  const again = await cloud.request();
  await cloud.wait(again.arn);
});

test.each([
  [
    { domainName: `${'a'.repeat(60)}.localhost` },
    'InvalidDomainValidationOptionsException: The first domain name can be no longer than 64 characters.',
  ],
  [
    { domainName: 'a_b.localhost' },
    "1 validation error detected: Value 'a_b.localhost' at 'domainName' failed",
  ],
  [{ subjectAlternativeNames: ['x'] }, "Value 'x' at 'subjectAlternativeNames.0' failed"],
  [
    { subjectAlternativeNames: Array.from({ length: 101 }, (_, n) => `h${n}.localhost`) },
    'Member must have length less than or equal to 100',
  ],
])('refuses %j', async (args, message) => {
  await expect(acmWith().request(args)).rejects.toThrow(message);
});

test("the inputs are the provider's: an unknown property is refused by name", () => {
  const { certificate } = acmWith();
  const { issues } = certificate;
  expect(issues({ ...asked(), domain: 'x' })).toContain('domain');
  expect(issues(asked({ domainName: 'x.localhost.' }))).toContain('cannot end with a period');
  expect(issues(asked({ validationMethod: 'EMAIL' }))).toContain("does not emulate 'EMAIL'");
  expect(issues(asked({ keyAlgorithm: 'RSA_1024' }))).toContain("does not emulate 'RSA_1024'");
});
