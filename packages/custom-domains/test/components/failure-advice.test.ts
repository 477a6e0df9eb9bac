// What a provider's message means, and what to do: by the messages that the providers' sources have.
import { describe, expect, test } from 'vitest';
import { adviceOn, explainReason } from '../../src/components/failures.ts';

const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const failure = (type: string, error: string) => ({
  ...{ urn: `urn:pulumi:s::p::petstore:CustomHost$${type}::shop-validated`, parent: '', inputs: {}, error },
});

describe('a certificate that is not issued', () => {
  test.each([
    ["unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR", 'CAA_ERROR'],
    ["unexpected state 'REVOKED', wanted target 'ISSUED'", 'REVOKED'],
    ['waiting for ACM Certificate (arn) to be issued: VALIDATION_TIMED_OUT', 'VALIDATION_TIMED_OUT'],
    [
      "timeout while waiting for state to become 'ISSUED' (last state: 'PENDING_VALIDATION', timeout: 20m0s)",
      'TIMED_OUT',
    ],
  ])('%s', (error, reason) => {
    const text = `no certificate was issued (${reason}): ${explainReason(reason)}`;
    expect(adviceOn(failure(VALIDATION, error))).toEqual({ reason, text });
  });

  test.each([
    ['for a reason that is not of the certificate', VALIDATION, 'AccessDeniedException: not authorized'],
    ['on another resource', 'aws:s3/bucket:Bucket', "unexpected state 'FAILED', wanted target 'ISSUED'"],
  ])('has the provider’s own message %s', (_name, type, error) => {
    expect(adviceOn(failure(type, error))).toBeUndefined();
  });
});

test.each([
  ['CAA_ERROR', /add one for amazon\.com; the next deployment requests a new certificate$/],
  ['ADDITIONAL_VERIFICATION_REQUIRED', /AWS Support; the next/],
  ['DOMAIN_NOT_ALLOWED', /unsafe sites.*; the next/],
  ['DOMAIN_VALIDATION_DENIED', /AWS Support; the next/],
  ['INVALID_PUBLIC_DOMAIN', /correct the name; the next/],
  ['OTHER', /misspelled; the next/],
  ['TIMED_OUT', /check that DNS returns it; the next deployment waits again$/],
  ['VALIDATION_TIMED_OUT', /within 72 hours.*; the next deployment requests a new certificate$/],
  ['A_NEW_ONE', /^ACM's reason is A_NEW_ONE: see "Certificate request fails" in its user guide; the next/],
])('the reason %s is explained, with what the next deployment does', (reason, says) => {
  expect(explainReason(reason)).toMatch(says);
});
