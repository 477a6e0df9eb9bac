// What a provider's message means, and what to do: by the messages that the providers' sources have.
import { expect, test } from 'vitest';
import { failedResourceOf, rootMessage } from '../../src/components/provider-messages.ts';
import { adviceOn, explainReason } from '../../src/components/reasons.ts';

const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const TIMED_OUT = 'VALIDATION_TIMED_OUT';
const failure = (type: string, error: string) => ({
  ...{ urn: `urn:pulumi:s::p::petstore:CustomHost$${type}::shop-validated`, parent: 'urn:parent', error },
  inputs: { zoneId: 'Z1', name: 'www.shop.example', type: 'CNAME' },
});

test.each<[string, string, string | undefined]>([
  [VALIDATION, "unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR", 'CAA_ERROR'],
  [VALIDATION, "unexpected state 'REVOKED', wanted target 'ISSUED'", 'REVOKED'],
  [VALIDATION, `waiting for ACM Certificate (arn) to be issued: ${TIMED_OUT}`, TIMED_OUT],
  [VALIDATION, "timeout while waiting for state to become 'ISSUED' (timeout: 20m0s)", 'TIMED_OUT'],
  // The provider's own message is enough.
  [VALIDATION, 'AccessDeniedException: not authorized', undefined],
  ['aws:s3/bucket:Bucket', "unexpected state 'FAILED', wanted target 'ISSUED'", undefined],
])('%s is not issued, "%s": %s', (type, error, reason) => {
  const text = reason && `no certificate was issued (${reason}): ${explainReason(reason)}`;
  expect(adviceOn(failure(type, error))).toEqual(reason && { reason, text });
});

const CLOUDFLARE = 'cloudflare:index/dnsRecord:DnsRecord';
const SUBSCRIBED = "You can't delete this distribution while it's subscribed to a pricing plan";
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
test.each<[string, string, string, string?]>([
  [DISTRIBUTION, 'AccessDenied: Your account must be verified before you can add', 'ACCOUNT_NOT_VERIFIED'],
  [DISTRIBUTION, SUBSCRIBED, 'PLAN_SUBSCRIBED'],
  [DISTRIBUTION, "You can't remove or replace the web ACL for your distribution", 'WEB_ACL_OF_PLAN'],
  [
    CLOUDFLARE,
    'DELETE "https://api.cloudflare.com/client/v4/zones/x/dns_records/y": 404 Not Found {"errors":[{"code":81044,"message":"Record does not exist."}]}',
    'RECORD_GONE',
  ],
  // Developer guide, "Protecting records from changes" and "Change Guardrails": InvalidChangeBatch, with the comment, and with the
  // guardrail. The rest of these words is ours.
  [
    'aws:route53/record:Record',
    'InvalidChangeBatch: [RRSet of type CNAME with DNS name www.shop.example. has a resource record set protection: of ops]',
    'RECORD_PROTECTED',
    'aws route53 delete-resource-record-set-protections --hosted-zone-id Z1 --protections RecordName=www.shop.example,RecordType=CNAME',
  ],
  [
    'aws:route53/record:Record',
    'InvalidChangeBatch: [RRSet of type CNAME with DNS name www.shop.example. was rejected by ACTIVE_RECORD_CHECK]',
    'GUARDRAIL',
    'aws route53 update-hosted-zone-features --hosted-zone-id Z1 --change-guardrails Name=ACTIVE_RECORD_CHECK,Status=DISABLED',
  ],
])('%s refused with "%s" is %s', (type, error, reason, command = '') => {
  const advice = adviceOn(failure(type, error));
  expect(advice?.reason).toBe(reason);
  for (const part of [command, explainReason(reason)]) expect(advice?.text).toContain(part);
  expect(adviceOn(failure('aws:s3/bucket:Bucket', error))).toBeUndefined();
});

test('a record that is at Cloudflare already is imported by a command', () => {
  const advice = adviceOn(failure(CLOUDFLARE, 'code 81053: a record exists'));
  expect(advice?.reason).toBe('RECORD_EXISTS');
  expect(advice?.text).toContain('zones/Z1/dns_records?type=CNAME&name=www.shop.example');
  expect(advice?.text).toContain(`import ${CLOUDFLARE} shop-validated Z1/$ID --parent host=urn:parent`);
});

test.each([
  ['resource a.example-route [a:b:C] failed to register', 'a.example-route'],
  ['error serializing property "x": resource a.example-route [a:b:C] failed to register', 'a.example-route'],
  ['resource a failed', undefined],
])('the resource that a rejection is about: %s', (message, name) => {
  expect(failedResourceOf(new Error(message))).toBe(name);
  expect(failedResourceOf(message)).toBeUndefined();
});

test('an error is shown without the properties that depend on it', () => {
  const text = 'error serializing property "outputs": error serializing property "zoneId": no zone "a": none';
  expect(rootMessage(new Error(text))).toBe('no zone "a": none');
  expect(rootMessage(new Error('no zone'))).toBe('no zone');
});
