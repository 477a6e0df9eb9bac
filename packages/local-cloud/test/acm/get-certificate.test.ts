// getCertificate: the certificates that a look-up finds, and the provider's errors for none or several.
import { afterEach, expect, test, vi } from 'vitest';
import type { Invoke } from '../../src/resources/handler.ts';
import { operation } from '../support/cloud.ts';
import { acmWith, HOST, option } from './acm-cloud.ts';

const CAA = 'shop.localhost. 300 IN CAA 0 issue "letsencrypt.org"';
const EC = { keyTypes: ['EC_prime256v1'], domain: HOST, types: ['AMAZON_ISSUED'] };
const FAILED = { ...EC, statuses: ['FAILED', 'VALIDATION_TIMED_OUT'] };

afterEach(() => void vi.useRealTimers());

function setup(text = '') {
  const cloud = acmWith(text);
  const [lookUp] = cloud.handlers.invokes as unknown as Invoke<object, Record<string, unknown>>[];
  return {
    ...cloud,
    find: async (inputs: object, region = 'eu-west-1') =>
      lookUp?.call(lookUp.inputs.parse(inputs), operation(region)),
    async requestFailed() {
      const created = await cloud.request({ tags: { stack: 'test' } });
      await cloud.prove(option(created.options)).catch(() => undefined);
      await expect(cloud.wait(created.arn)).rejects.toThrow('CAA_ERROR');
      return created.arn;
    },
  };
}

test('a failed request is found by its name, status, key type and region, with its tags', async () => {
  const { find, requestFailed } = setup(CAA);
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
  const { find, requestFailed } = setup(CAA);
  await requestFailed();
  vi.advanceTimersByTime(1000);
  const newer = await requestFailed();
  await expect(find(FAILED)).rejects.toThrow('multiple ACM Certificates matching search criteria');
  expect(await find({ ...FAILED, mostRecent: true })).toMatchObject({ arn: newer });
});

test('a look-up finds a request that timed out, and a wait for it ends at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { find, request, wait, certificate } = setup();
  const { arn, inputs } = await request();
  vi.advanceTimersByTime(73 * 3_600_000);
  expect(await find(FAILED)).toMatchObject({ arn, status: 'VALIDATION_TIMED_OUT' });
  await expect(wait(arn)).rejects.toThrow(`reading ACM Certificate (${arn}): VALIDATION_TIMED_OUT`);
  await certificate.delete(arn, inputs);
  await expect(find(FAILED)).rejects.toThrow('no ACM Certificate matching domain');
});
