// What a provider's message means, and what to do: by the messages that the providers' sources have.
import { describe, expect, test } from 'vitest';
import { adviceOn, explainReason } from '../../src/components/failure-advice.ts';

const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const failure = (type: string, error: string) => ({
  ...{ urn: `urn:pulumi:s::p::petstore:CustomHost$${type}::shop-validated`, parent: '', inputs: {}, error },
});

describe('a certificate that is not issued', () => {
  test.each([
    [
      "unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR",
      'CAA_ERROR',
      'no certificate was issued (CAA_ERROR): a CAA record of the host, or above it, does not let Amazon issue: add one for amazon.com; the next deployment requests a new certificate',
    ],
    [
      "unexpected state 'REVOKED', wanted target 'ISSUED'",
      'REVOKED',
      'no certificate was issued (REVOKED): ACM\'s reason is REVOKED: see "Certificate request fails" in its user guide; the next deployment requests a new certificate',
    ],
    [
      'waiting for ACM Certificate (arn) to be issued: VALIDATION_TIMED_OUT',
      'VALIDATION_TIMED_OUT',
      'no certificate was issued (VALIDATION_TIMED_OUT): ACM did not see the validation record within 72 hours: check that DNS returns it; the next deployment requests a new certificate',
    ],
    [
      "timeout while waiting for state to become 'ISSUED' (last state: 'PENDING_VALIDATION', timeout: 20m0s)",
      'TIMED_OUT',
      'no certificate was issued (TIMED_OUT): ACM did not see the validation record in time: check that DNS returns it; the next deployment waits again',
    ],
  ])('%s', (error, reason, text) => {
    expect(adviceOn(failure(VALIDATION, error))).toEqual({ reason, text });
  });

  test.each([
    ['for a reason that is not of the certificate', VALIDATION, 'AccessDeniedException: not authorized'],
    [
      'on another resource, with the same words',
      'aws:s3/bucket:Bucket',
      "unexpected state 'FAILED', wanted target 'ISSUED'",
    ],
  ])('has the provider’s own message %s', (_name, type, error) => {
    expect(adviceOn(failure(type, error))).toBeUndefined();
  });
});

test.each([
  'CAA_ERROR',
  'ADDITIONAL_VERIFICATION_REQUIRED',
  'DOMAIN_NOT_ALLOWED',
  'DOMAIN_VALIDATION_DENIED',
  'INVALID_PUBLIC_DOMAIN',
  'OTHER',
  'TIMED_OUT',
  'VALIDATION_TIMED_OUT',
])('the reason %s is explained', (reason) => {
  expect(explainReason(reason)).toMatchSnapshot();
});
