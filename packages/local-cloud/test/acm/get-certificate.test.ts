// getCertificate: the certificates that a look-up finds, and the provider's errors for none or several.
import { expect, test, vi } from 'vitest';
import type { Invoke } from '../../src/resources/handler.ts';
import { setInternet } from '../dns/client.ts';
import { operation } from '../support/cloud.ts';
import { acmWith, HOST, option } from './acm-cloud.ts';

const CAA = 'shop.localhost. 300 IN CAA 0 issue "letsencrypt.org"';
const EC = { keyTypes: ['EC_prime256v1'], domain: HOST };
const FAILED = { ...EC, statuses: ['FAILED', 'VALIDATION_TIMED_OUT'], types: ['AMAZON_ISSUED'] };

function setup(text = '') {
  const cloud = acmWith(text);
  const [lookUp] = cloud.handlers.invokes as unknown as Invoke<object, Record<string, unknown>>[];
  if (lookUp === undefined) throw new Error('no getCertificate');
  return {
    ...cloud,
    find: async (inputs: object, region = 'eu-west-1') =>
      lookUp.call(lookUp.inputs.parse(inputs), operation(region)),
    async requestFailed() {
      const created = await cloud.request({ tags: { stack: 'test' } });
      await cloud.prove(option(created.options)).catch(() => undefined);
      await expect(cloud.wait(created.arn)).rejects.toThrow('CAA_ERROR');
      return created.arn;
    },
  };
}

test('a failed request is found by its name, status and key type', async () => {
  const cloud = setup(CAA);
  const arn = await cloud.requestFailed();
  expect(await cloud.find(FAILED)).toMatchObject({ arn, id: arn, status: 'FAILED', tags: { stack: 'test' } });
  const none = `no ACM Certificate matching domain (${HOST})`;
  await expect(cloud.find({ ...FAILED, statuses: ['PENDING_VALIDATION'] })).rejects.toThrow(none);
  // Only RSA_2048 is listed where no kind is named.
  await expect(cloud.find({ ...FAILED, keyTypes: undefined })).rejects.toThrow(none);
  await expect(cloud.find(FAILED, 'us-east-1')).rejects.toThrow(none);
  await expect(cloud.find({ ...FAILED, types: ['IMPORTED'] })).rejects.toThrow(
    'no ACM Certificate matching search criteria',
  );
  await expect(cloud.find({ ...FAILED, tags: { stack: 'other' } })).rejects.toThrow(
    'no ACM Certificate matching search criteria',
  );
});

test('mostRecent selects among several certificates with the same status', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cloud = setup(CAA);
    await cloud.requestFailed();
    vi.advanceTimersByTime(1000);
    const newer = await cloud.requestFailed();
    await expect(cloud.find(FAILED)).rejects.toThrow('multiple ACM Certificates matching search criteria');
    await expect(cloud.find({ ...EC, statuses: ['FAILED'] })).rejects.toThrow(
      `multiple ACM Certificates matching domain (${HOST})`,
    );
    expect(await cloud.find({ ...FAILED, mostRecent: true })).toMatchObject({ arn: newer });
    setInternet(cloud.dns, '');
    await cloud.request();
    const mixed = { ...FAILED, statuses: ['FAILED', 'ISSUED'], mostRecent: true };
    await vi.waitFor(() => expect(cloud.find(mixed)).rejects.toThrow(/different ACM certificate statues/));
  } finally {
    vi.useRealTimers();
  }
});

test('a look-up finds a request that timed out, and a wait for it ends at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cloud = setup();
    const { arn, inputs } = await cloud.request();
    vi.advanceTimersByTime(73 * 3_600_000);
    expect(await cloud.find(FAILED)).toMatchObject({ arn, status: 'VALIDATION_TIMED_OUT' });
    await expect(cloud.wait(arn)).rejects.toThrow(`reading ACM Certificate (${arn}): VALIDATION_TIMED_OUT`);
    await cloud.certificate.delete(arn, inputs);
    await expect(cloud.find(FAILED)).rejects.toThrow('no ACM Certificate matching domain');
  } finally {
    vi.useRealTimers();
  }
});

test('an issued one has its PEM', async () => {
  const cloud = setup();
  const { arn, options } = await cloud.request();
  await cloud.prove(option(options));
  await cloud.wait(arn);
  const certificate = expect.stringContaining('BEGIN CERTIFICATE');
  expect(await cloud.find(EC)).toMatchObject({ arn, status: 'ISSUED', certificate });
});
