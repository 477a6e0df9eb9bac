// ACM: pending until the validation record is in DNS and CAA allows it, then issued, renewed, and deleted; and what look-ups find.
import { X509Certificate } from 'node:crypto';
import type { CertificateArgs } from '@pulumi/aws/acm/certificate.js';
import { expect, test, vi } from 'vitest';
import type { DomainValidationOption } from '../../src/acm/certificate-record.ts';
import { createAcm } from '../../src/acm/index.ts';
import type { Handler, Invoke } from '../../src/resources/handler.ts';
import { CLOUDFLARE_ZONE, cloudflareRecords, dnsWith, setInternet } from '../dns/client.ts';
import { operation, resource, testContext } from '../support/cloud.ts';

const HOST = 'api.shop.localhost';
const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';

function acmWith(text = '') {
  const context = testContext();
  const dns = dnsWith(text, context);
  const { certificates, handlers } = createAcm(context, dns);
  const certificate = resource(handlers, 'aws:acm/certificate:Certificate');
  const records = cloudflareRecords(dns);
  const validation = handlers.handlers.find(({ type }) => type === VALIDATION) as unknown as Handler<object>;
  const [lookUp] = handlers.invokes as unknown as Invoke<object, Record<string, unknown>>[];
  const cloud = {
    ...{ dns, context, certificates, certificate },
    /** Requests a certificate; returns its ARN and its one validation record. */
    async request(args: Partial<CertificateArgs> = {}) {
      const asked = { domainName: HOST, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1', ...args };
      const { id: arn, inputs, outputs } = await certificate.create(asked);
      const [option] = outputs.domainValidationOptions as unknown as [DomainValidationOption];
      return { arn, inputs, outputs, option };
    },
    async prove({ resourceRecordName, resourceRecordValue }: DomainValidationOption) {
      const fields = { name: resourceRecordName, content: resourceRecordValue, type: 'CNAME', ttl: 3600 };
      return records.create({ zoneId: CLOUDFLARE_ZONE, ...fields });
    },
    wait(certificateArn: string, validationRecordFqdns?: readonly string[], signal = operation().signal) {
      const inputs = validation.inputs.parse({ certificateArn, validationRecordFqdns });
      return validation.create(inputs, { ...operation(), signal });
    },
    validated: (certificateArn: string) => validation.read('', operation(), { certificateArn }),
    find: async (inputs: object, region = 'eu-west-1') =>
      lookUp?.call(lookUp.inputs.parse(inputs), operation(region)),
    /** Where CAA forbids it; returns its ARN. */
    async requestFailed() {
      const { arn, option } = await cloud.request({ tags: { stack: 'test' } });
      // The name's record is there already after another request.
      await cloud.prove(option).catch(() => undefined);
      await expect(cloud.wait(arn)).rejects.toThrow('CAA_ERROR');
      return arn;
    },
  };
  return cloud;
}

const FORBIDDEN = 'shop.localhost. 300 IN CAA 0 issue "letsencrypt.org"';
const DAY_MS = 86_400_000;

async function issued() {
  const cloud = acmWith();
  const request = await cloud.request();
  await cloud.prove(request.option);
  await cloud.wait(request.arn);
  return { ...cloud, ...request };
}

test('a certificate is pending until its validation record is in DNS, then issued for its names', async () => {
  const cloud = acmWith();
  const { arn, inputs, outputs, option } = await cloud.request({ domainName: `*.${HOST}` });
  expect(arn).toMatch(/^arn:aws:acm:eu-west-1:123456789012:certificate\/[0-9a-f-]{36}$/);
  expect(outputs).toMatchObject({ arn, status: 'PENDING_VALIDATION', type: 'AMAZON_ISSUED', notAfter: '' });
  expect(option).toMatchObject({
    domainName: `*.${HOST}`,
    resourceRecordName: expect.stringMatching(/^_[0-9a-f]{32}\.api\.shop\.localhost\.$/),
    resourceRecordValue: expect.stringMatching(/^_[0-9a-f]{32}\.[a-z]{10}\.acm-validations\.aws\.$/),
  });
  expect(cloud.certificates.issued(arn)).toBeUndefined();

  const waiting = cloud.wait(arn, [option.resourceRecordName]);
  await cloud.prove(option);
  await waiting;
  const material = cloud.certificates.issued(arn);
  expect(material).toMatchObject({ region: 'eu-west-1', domainName: `*.${HOST}` });
  const leaf = new X509Certificate(material?.certificatePem ?? '');
  expect([leaf.checkHost(HOST), leaf.checkHost(`x.${HOST}`)]).toEqual([undefined, `*.${HOST}`]);
  expect(leaf.verify(new X509Certificate(cloud.certificates.authorityPem).publicKey)).toBe(true);
  const live = await cloud.certificate.read(arn, inputs);
  expect(live?.computed).toMatchObject({ status: 'ISSUED', notAfter: expect.stringMatching(/T23:59:59Z$/) });
  expect(await cloud.validated(arn)).toBeDefined();
});

test('the value of a validation record may be without its underscore (ACM user guide, troubleshooting-DNS-validation)', async () => {
  const cloud = acmWith();
  const { arn, option } = await cloud.request();
  await cloud.prove({ ...option, resourceRecordValue: option.resourceRecordValue.slice(1) });
  await cloud.wait(arn);
});

test('a wait says after seconds what it waits for, and ends at its timeout with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const cloud = acmWith();
  const { arn, option } = await cloud.request();
  const { resourceRecordName, resourceRecordValue } = option;
  const missing = `not seen in DNS: ${resourceRecordName} CNAME ${resourceRecordValue}`;
  const ending = new AbortController();
  const waiting = cloud.wait(arn, undefined, ending.signal);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(cloud.context.lines).toEqual([`acm: waiting for the certificate of ${HOST}; ${missing}`]);
  ending.abort();
  await expect(waiting).rejects.toThrow(
    `waiting for ACM Certificate (${arn}) to be issued: timeout while waiting for state to become 'ISSUED' ` +
      `(last state: 'PENDING_VALIDATION')\n${missing}`,
  );
  expect(await cloud.validated(arn)).toBeUndefined();
  await cloud.prove(option);
  await cloud.wait(arn);
});

test('records that do not validate every name are refused before the wait', async () => {
  const cloud = acmWith();
  const { arn, option } = await cloud.request();
  const missing = `missing ${HOST} DNS validation record: ${option.resourceRecordName.slice(0, -1)}`;
  await expect(cloud.wait(arn, ['other.shop.localhost'])).rejects.toThrow(missing);
});

test('CAA is checked after validation: the request fails finally, with the reason', async () => {
  const cloud = acmWith(FORBIDDEN);
  const { arn, inputs, option } = await cloud.request();
  await cloud.prove(option);
  const failed = "unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR";
  await expect(cloud.wait(arn)).rejects.toThrow(failed);
  expect(cloud.context.lines.join('\n')).toContain('CAA of shop.localhost allows only letsencrypt.org');
  setInternet(cloud.dns, '');
  expect((await cloud.certificate.read(arn, inputs))?.computed).toMatchObject({ status: 'FAILED' });
  await cloud.wait((await cloud.request()).arn);
});

test('the validation record of a name is the same for every certificate of the account', async () => {
  const cloud = acmWith();
  const [one, other] = [await cloud.request(), await cloud.request()];
  expect(one.arn).not.toBe(other.arn);
  expect(one.option).toEqual(other.option);
  await cloud.prove(one.option);
  await Promise.all([cloud.wait(one.arn), cloud.wait(other.arn)]);
});

test('a certificate in use cannot be deleted; an unused one can, repeatedly', async () => {
  const { certificates, certificate, arn, inputs } = await issued();
  let used = true;
  certificates.addUser((one) => used && one === arn);
  expect((await certificate.read(arn, inputs))?.computed).toMatchObject({ renewalEligibility: 'ELIGIBLE' });
  await expect(certificate.delete(arn, inputs)).rejects.toThrow('ResourceInUseException:');
  used = false;
  await certificate.delete(arn, inputs);
  await certificate.delete(arn, inputs);
  expect(await certificate.read(arn, inputs)).toBeUndefined();
  expect(certificates.issued(arn)).toBeUndefined();
});

test('a request times out after 72 hours; a certificate is renewed 45 days before it expires, if CAA allows it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { context, dns, request, certificates, certificate, arn } = await issued();
  const late = await request({ domainName: 'late.shop.localhost' });
  const first = certificates.issued(arn);
  vi.advanceTimersByTime(154 * DAY_MS);
  expect(await certificate.read(late.arn, late.inputs)).toBeUndefined();
  setInternet(dns, FORBIDDEN);
  await vi.waitFor(() => expect(context.lines.join('\n')).toContain('CAA_ERROR'), 10_000);
  expect(certificates.issued(arn)).toEqual(first);
  setInternet(dns, '');
  await vi.waitFor(() => expect(certificates.issued(arn)).not.toEqual(first), 10_000);
  expect(certificates.issued(arn)?.keyPem).toBe(first?.keyPem);
  vi.advanceTimersByTime(199 * DAY_MS);
  expect(certificates.issued(arn)).toBeUndefined();
});

const EC = { keyTypes: ['EC_prime256v1'], domain: HOST, types: ['AMAZON_ISSUED'] };
const FAILED = { ...EC, statuses: ['FAILED', 'VALIDATION_TIMED_OUT'] };

test('a failed request is found by its name, status, key type and region, with its tags', async () => {
  const { find, requestFailed } = acmWith(FORBIDDEN);
  const arn = await requestFailed();
  expect(await find(FAILED)).toMatchObject({ arn, id: arn, status: 'FAILED', tags: { stack: 'test' } });
  const none = `no ACM Certificate matching domain (${HOST})`;
  await expect(find({ ...FAILED, statuses: ['PENDING_VALIDATION'] })).rejects.toThrow(none);
  // Only RSA_2048 is listed where no kind is named.
  await expect(find({ ...FAILED, keyTypes: undefined })).rejects.toThrow(none);
  await expect(find(FAILED, 'us-east-1')).rejects.toThrow(none);
  await expect(find({ ...FAILED, types: ['IMPORTED'] })).rejects.toThrow('does not emulate');
});

test('mostRecent selects among several certificates', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { find, requestFailed } = acmWith(FORBIDDEN);
  await requestFailed();
  vi.advanceTimersByTime(1000);
  const newer = await requestFailed();
  await expect(find(FAILED)).rejects.toThrow('multiple ACM Certificates matching search criteria');
  expect(await find({ ...FAILED, mostRecent: true })).toMatchObject({ arn: newer });
});

test('a look-up finds a request that timed out, and a wait for it ends at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { find, request, wait, certificate } = acmWith();
  const { arn, inputs } = await request();
  vi.advanceTimersByTime(73 * 3_600_000);
  expect(await find(FAILED)).toMatchObject({ arn, status: 'VALIDATION_TIMED_OUT' });
  await expect(wait(arn)).rejects.toThrow(`reading ACM Certificate (${arn}): VALIDATION_TIMED_OUT`);
  await certificate.delete(arn, inputs);
  await expect(find(FAILED)).rejects.toThrow('no ACM Certificate matching domain');
});
