// What a provider's message means, and what to do: by the messages that the providers' sources have.
import { expect, test } from 'vitest';
import { adviceOn, explainReason } from '../../src/components/failures.ts';
import { failedResourceOf } from '../../src/components/provider-messages.ts';

const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const failure = (type: string, error: string) => ({
  ...{ urn: `urn:pulumi:s::p::petstore:CustomHost$${type}::shop-validated`, parent: '', inputs: {}, error },
});

test.each<[string, string, string | undefined]>([
  [VALIDATION, "unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR", 'CAA_ERROR'],
  [VALIDATION, "unexpected state 'REVOKED', wanted target 'ISSUED'", 'REVOKED'],
  [
    VALIDATION,
    'waiting for ACM Certificate (arn) to be issued: VALIDATION_TIMED_OUT',
    'VALIDATION_TIMED_OUT',
  ],
  [
    VALIDATION,
    "timeout while waiting for state to become 'ISSUED' (last state: 'PENDING_VALIDATION', timeout: 20m0s)",
    'TIMED_OUT',
  ],
  // The provider's own message is enough.
  [VALIDATION, 'AccessDeniedException: not authorized', undefined],
  ['aws:s3/bucket:Bucket', "unexpected state 'FAILED', wanted target 'ISSUED'", undefined],
])('%s is not issued, "%s": %s', (type, error, reason) => {
  const text = reason && `no certificate was issued (${reason}): ${explainReason(reason)}`;
  expect(adviceOn(failure(type, error))).toEqual(reason && { reason, text });
});

test.each([
  [
    'resource a.example-validated [aws:acm/certificateValidation:CertificateValidation] failed to register',
    'a.example-validated',
  ],
  [
    'error serializing property "content": error serializing property "outputs": resource a.example-validated [a:b:C] failed to register',
    'a.example-validated',
  ],
  ['resource a failed', undefined],
])('the resource that a rejection is about: %s', (message, name) => {
  expect(failedResourceOf(new Error(message))).toBe(name);
  expect(failedResourceOf(message)).toBeUndefined();
});
