// ACM: pending until its record is in DNS and CAA allows, then issued; refusals in the service's own words.
import { X509Certificate } from 'node:crypto';
import type { CertificateArgs } from '@pulumi/aws/acm/certificate.js';
import { expect, test, vi } from 'vitest';
import { createCertificates } from '../../../infra/local/certificates/index.ts';
import type { DomainValidationOption } from '../../../infra/local/certificates/validation.ts';
import type { Handler } from '../../../infra/local/handler.ts';
import { Store } from '../../../infra/local/store.ts';
import { CLOUDFLARE_ZONE, dnsWith, setInternet } from '../dns/client.ts';
import { operation, resource, testContext } from '../support/cloud.ts';

const HOST = 'api.petstore.localhost';
const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';

function setup(text = '', store = new Store()) {
  const context = testContext({ store });
  const dns = dnsWith(text, context);
  const { certificates, handlers } = createCertificates(context, dns.names);
  const certificate = resource(handlers, 'aws:acm/certificate:Certificate');
  const records = resource(dns.handlers, 'cloudflare:index/dnsRecord:DnsRecord');
  const validation = handlers.handlers.find(({ type }) => type === VALIDATION) as unknown as Handler<object>;
  return {
    ...{ dns, context, certificates, certificate, records },
    /** Asks for a certificate; gives its ARN and the records to set. */
    async request(args: Partial<CertificateArgs> = {}) {
      const { id, inputs, outputs } = await certificate.create(asked(args));
      return {
        arn: id,
        inputs,
        outputs,
        options: outputs.domainValidationOptions as unknown as DomainValidationOption[],
      };
    },
    async prove({ resourceRecordName, resourceRecordValue }: DomainValidationOption) {
      const fields = { name: resourceRecordName, content: resourceRecordValue, type: 'CNAME', ttl: 3600 };
      return records.create({ zoneId: CLOUDFLARE_ZONE, ...fields });
    },
    wait: (certificateArn: string, validationRecordFqdns?: readonly string[], signal = operation().signal) =>
      validation.create(validation.inputs.parse({ certificateArn, validationRecordFqdns }), {
        ...operation(),
        signal,
      }),
    validated: (certificateArn: string) => validation.read('', operation(), { certificateArn }),
  };
}

/** ECDSA unless asked otherwise: its keys are made in no time. */
function asked(args: Partial<CertificateArgs> = {}): CertificateArgs {
  return { domainName: HOST, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1', ...args };
}

function option(options: readonly DomainValidationOption[], index = 0): DomainValidationOption {
  const found = options[index];
  if (found === undefined) throw new Error(`no validation option ${index}`);
  return found;
}

test('a certificate is pending until its record is in DNS, then issued for its names', async () => {
  const cloud = setup();
  const { arn, inputs, outputs, options } = await cloud.request({ subjectAlternativeNames: [`*.${HOST}`] });
  expect(arn).toMatch(/^arn:aws:acm:eu-west-1:123456789012:certificate\/[0-9a-f-]{36}$/);
  expect(outputs).toMatchObject({ arn, status: 'PENDING_VALIDATION', type: 'AMAZON_ISSUED', notAfter: '' });
  expect(outputs.subjectAlternativeNames).toEqual([HOST, `*.${HOST}`]);
  expect(options.map(({ domainName }) => domainName)).toEqual([HOST, `*.${HOST}`]);
  expect(new Set(options.map(({ resourceRecordName }) => resourceRecordName)).size).toBe(1);
  expect(option(options).resourceRecordName).toMatch(/^_[0-9a-f]{32}\.api\.petstore\.localhost\.$/);
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
  const cloud = setup();
  const { arn, options } = await cloud.request({ keyAlgorithm });
  await cloud.prove(option(options));
  await cloud.wait(arn);
  const leaf = new X509Certificate(cloud.certificates.issued(arn)?.certificatePem ?? '');
  expect(leaf.publicKey.asymmetricKeyType).toBe(kind);
});

test('every name must be proved', async () => {
  const cloud = setup();
  const { arn, options } = await cloud.request({ subjectAlternativeNames: ['www.petstore.localhost'] });
  await cloud.prove(option(options, 0));
  await expect(cloud.wait(arn, undefined, AbortSignal.timeout(50))).rejects.toThrow(
    `not seen in DNS: ${option(options, 1).resourceRecordName} CNAME`,
  );
  await cloud.prove(option(options, 1));
  await cloud.wait(arn);
});

test('the record of a name is the same for every certificate of the account', async () => {
  const cloud = setup();
  const [one, other] = [await cloud.request(), await cloud.request()];
  expect(one.arn).not.toBe(other.arn);
  expect(one.options).toEqual(other.options);
  await cloud.prove(option(one.options));
  await Promise.all([cloud.wait(one.arn), cloud.wait(other.arn)]);
});

test('a wait ends when its time is over, and says what is missing', async () => {
  const cloud = setup();
  const { arn, options } = await cloud.request();
  const { resourceRecordName, resourceRecordValue } = option(options);
  await expect(cloud.wait(arn, undefined, AbortSignal.timeout(20))).rejects.toThrow(
    `waiting for ACM Certificate (${arn}) to be issued: timeout while waiting for state to become 'ISSUED' ` +
      `(last state: 'PENDING_VALIDATION')\nnot seen in DNS: ${resourceRecordName} CNAME ${resourceRecordValue}`,
  );
  expect(await cloud.validated(arn)).toBeUndefined();
});

test('a record that is proxied at Cloudflare proves nothing', async () => {
  const cloud = setup();
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

test('records that do not prove every name are refused before the wait', async () => {
  const cloud = setup();
  const { arn, options } = await cloud.request();
  const fqdn = option(options).resourceRecordName.slice(0, -1);
  await expect(cloud.wait(arn, ['other.petstore.localhost'])).rejects.toThrow(
    `missing ${HOST} DNS validation record: ${fqdn}`,
  );
});

test('CAA is checked after validation: the request fails for good, and says why', async () => {
  const cloud = setup('petstore.localhost. 300 IN CAA 0 issue "letsencrypt.org"');
  const { arn, inputs, options } = await cloud.request();
  await cloud.prove(option(options));
  await expect(cloud.wait(arn)).rejects.toThrow(
    `CAA_ERROR: waiting for ACM Certificate (${arn}) to be issued: unexpected state 'FAILED', wanted target 'ISSUED'. ` +
      'last error: CAA_ERROR. CAA of petstore.localhost allows only letsencrypt.org',
  );
  expect(cloud.context.lines).toContainEqual(expect.stringContaining('CAA_ERROR'));
  setInternet(cloud.dns, '');
  expect((await cloud.certificate.read(arn, inputs))?.computed).toMatchObject({ status: 'FAILED' });
  const again = await cloud.request();
  await cloud.wait(again.arn);
});

test('a certificate in use cannot be deleted; one that is free can, twice', async () => {
  const cloud = setup();
  const { arn, inputs, options } = await cloud.request();
  await cloud.prove(option(options));
  await cloud.wait(arn);
  cloud.certificates.use(arn, 'gateway');
  expect((await cloud.certificate.read(arn, inputs))?.computed).toMatchObject({
    renewalEligibility: 'ELIGIBLE',
  });
  await expect(cloud.certificate.delete(arn, inputs)).rejects.toThrow(
    `ResourceInUseException: Certificate ${arn} in account 123456789012 is in use.`,
  );
  cloud.certificates.release(arn, 'gateway');
  await cloud.certificate.delete(arn, inputs);
  await cloud.certificate.delete(arn, inputs);
  expect(await cloud.certificate.read(arn, inputs)).toBeUndefined();
  expect(cloud.certificates.issued(arn)).toBeUndefined();
});

test('deleting a certificate ends a wait for it', async () => {
  const cloud = setup();
  const { arn, inputs } = await cloud.request();
  const waiting = cloud.wait(arn);
  await cloud.certificate.delete(arn, inputs);
  await expect(waiting).rejects.toThrow(`ResourceNotFoundException: Could not find certificate ${arn}`);
});

test('certificates and keys survive a restart, and a pending one goes on', async () => {
  const store = new Store();
  const before = setup('', store);
  const { arn, options } = await before.request();
  const pending = await before.request({ domainName: 'later.petstore.localhost' });
  await before.prove(option(options));
  await before.wait(arn);
  const after = setup('', store);
  expect(after.certificates.issued(arn)).toEqual(before.certificates.issued(arn));
  await after.prove(option(pending.options));
  await after.wait(pending.arn);
});

test('the region of a certificate is that of its request', async () => {
  const cloud = setup();
  const handler = createCertificates(cloud.context, cloud.dns.names).handlers
    .handlers[0] as unknown as Handler<object>;
  const inputs = handler.inputs.parse(asked({ region: 'us-east-1' }));
  const { id } = await handler.create(inputs, operation('us-east-1'));
  expect(id).toContain(':us-east-1:');
});

test('what is not validated in 72 hours is given up; what ends within 60 days is renewed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cloud = setup();
    const { arn, options } = await cloud.request();
    const late = await cloud.request({ domainName: 'late.petstore.localhost' });
    await cloud.prove(option(options));
    await cloud.wait(arn);
    const first = cloud.certificates.issued(arn);
    vi.advanceTimersByTime(150 * 86_400_000);
    expect(await cloud.certificate.read(late.arn, late.inputs)).toBeUndefined();
    setInternet(cloud.dns, '');
    await vi.waitFor(() => expect(cloud.certificates.issued(arn)).not.toEqual(first));
    expect(cloud.certificates.issued(arn)?.keyPem).toBe(first?.keyPem);
    vi.advanceTimersByTime(199 * 86_400_000);
    expect(cloud.certificates.issued(arn)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [
    { domainName: `${'a'.repeat(60)}.localhost` },
    'InvalidDomainValidationOptionsException: The first domain name can be no longer than 64 characters.',
  ],
  [
    { domainName: 'a_b.localhost' },
    "ValidationException: 1 validation error detected: Value 'a_b.localhost' at 'domainName' failed",
  ],
  [{ subjectAlternativeNames: ['x'] }, "Value 'x' at 'subjectAlternativeNames' failed"],
  [
    { subjectAlternativeNames: Array.from({ length: 101 }, (_, n) => `h${n}.localhost`) },
    'Member must have length less than or equal to 100',
  ],
])('refuses %j', async (args, message) => {
  await expect(setup().request(args)).rejects.toThrow(message);
});

test("the inputs are the provider's: what it does not have is refused by name", () => {
  const { certificate } = setup();
  const issues = (inputs: object) =>
    certificate
      .parse(inputs)
      .error?.issues.map(({ message }) => message)
      .join();
  expect(issues({ ...asked(), domain: 'x' })).toContain('domain');
  expect(issues(asked({ domainName: 'x.localhost.' }))).toContain('cannot end with a period');
  expect(issues(asked({ validationMethod: 'EMAIL' }))).toBeDefined();
  expect(issues(asked({ keyAlgorithm: 'RSA_1024' }))).toBeDefined();
});
