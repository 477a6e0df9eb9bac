// The lifecycle of a certificate: its account and region, in use, renewed, after a restart, deleted.
import { expect, test, vi } from 'vitest';
import { createAcm } from '../../src/acm/index.ts';
import type { Handler } from '../../src/resources/handler.ts';
import { Store } from '../../src/store.ts';
import { setInternet } from '../dns/client.ts';
import { operation } from '../support/cloud.ts';
import { acmWith, asked, option } from './acm-cloud.ts';

test('the validation record of a name is the same for every certificate of the account', async () => {
  const cloud = acmWith();
  const [one, other] = [await cloud.request(), await cloud.request()];
  expect(one.arn).not.toBe(other.arn);
  expect(one.options).toEqual(other.options);
  await cloud.prove(option(one.options));
  await Promise.all([cloud.wait(one.arn), cloud.wait(other.arn)]);
});

test('a certificate in use cannot be deleted; an unused one can, repeatedly', async () => {
  const cloud = acmWith();
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
  const cloud = acmWith();
  const { arn, inputs } = await cloud.request();
  const waiting = cloud.wait(arn);
  await cloud.certificate.delete(arn, inputs);
  await expect(waiting).rejects.toThrow(`ResourceNotFoundException: Could not find certificate ${arn}`);
});

test('certificates and keys survive a restart, and a pending request continues', async () => {
  const store = new Store();
  const before = acmWith('', store);
  const { arn, options } = await before.request();
  const pending = await before.request({ domainName: 'later.shop.localhost' });
  await before.prove(option(options));
  await before.wait(arn);
  const after = acmWith('', store);
  expect(after.certificates.issued(arn)).toEqual(before.certificates.issued(arn));
  await after.prove(option(pending.options));
  await after.wait(pending.arn);
});

test('the region of a certificate is that of its request', async () => {
  const cloud = acmWith();
  const handler = createAcm(cloud.context, cloud.dns.names).handlers
    .handlers[0] as unknown as Handler<object>;
  const inputs = handler.inputs.parse(asked({ region: 'us-east-1' }));
  const { id } = await handler.create(inputs, operation('us-east-1'));
  expect(id).toContain(':us-east-1:');
});

test('a request times out after 72 hours; a certificate is renewed 60 days before it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cloud = acmWith();
    const { arn, options } = await cloud.request();
    const late = await cloud.request({ domainName: 'late.shop.localhost' });
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

test('a renewal that CAA forbids leaves the certificate as it is, and is logged', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cloud = acmWith();
    const { arn, options } = await cloud.request();
    await cloud.prove(option(options));
    await cloud.wait(arn);
    const first = cloud.certificates.issued(arn);
    vi.advanceTimersByTime(150 * 86_400_000);
    setInternet(cloud.dns, 'shop.localhost. 300 IN CAA 0 issue ";"');
    await vi.waitFor(() => expect(cloud.context.lines).toContainEqual(expect.stringContaining('CAA_ERROR')));
    expect(cloud.certificates.issued(arn)).toEqual(first);
  } finally {
    vi.useRealTimers();
  }
});
