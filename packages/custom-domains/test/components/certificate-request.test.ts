// What became of the certificates in the state: which of them a run requests again, and which it leaves alone.
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { certificateRequest } from '../../src/components/certificate.ts';
import type { StackResource } from '../../src/components/state.ts';

const HOST = 'api.petstore.test';
const TAGS = { project: 'petstore', stack: 'staging' };
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const arnOf = (id: string) => `arn:aws:acm:eu-west-1:123456789012:certificate/${id}`;
const NONE = `no ACM Certificate matching domain (${HOST})`;
const SEVERAL = 'multiple ACM Certificates matching search criteria';

/** The provider's result, or its error where it finds none. */
type LookUp = (inputs: { statuses: string[]; mostRecent: boolean }) => object | string;

async function find(lookUp: LookUp, tags: Readonly<Record<string, string>> = TAGS, validated?: string) {
  const typed = new Map<string, StackResource>([
    [`${CERTIFICATE}::${HOST}-certificate`, { type: CERTIFICATE, outputs: { arn: arnOf('now'), tags } }],
  ]);
  if (validated !== undefined) {
    const outputs = { certificateArn: arnOf(validated) };
    typed.set(`${VALIDATION}::${HOST}-validated`, { type: VALIDATION, outputs });
  }
  const lookUps: Record<string, unknown>[] = [];
  const warnings: string[] = [];
  await pulumi.runtime.setMocks({
    newResource: () => ({ id: '', state: {} }),
    call({ token, inputs }) {
      lookUps.push({ token, ...inputs });
      const found = lookUp(inputs as never);
      // Of an error, Pulumi's SDK reads gRPC's details.
      if (typeof found === 'string') throw Object.assign(new Error(found), { details: found });
      return found;
    },
  });
  const state = { outputs: {}, names: new Set<string>(), typed };
  const warn = (host: string, text: string) => void warnings.push(`${host}: ${text}`);
  const hosts = [HOST, 'new.petstore.test'];
  const requests = await Promise.all(hosts.map((host) => certificateRequest(host, state, { warn })));
  return { request: requests[0], ofNew: requests[1], lookUps, warnings };
}

const ended = (status: string) => () => ({ arn: arnOf('now'), status, tags: TAGS });
const retried = { ...TAGS, 'retry-of': 'FAILED:before' };

const GET_CERTIFICATE = 'aws:acm/getCertificate:getCertificate';
const ENDED = ['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'];

test.each(ENDED)('a certificate that is %s is requested again', async (status) => {
  // That an earlier one was issued does not count for this one.
  const { request, ofNew, lookUps, warnings } = await find(ended(status), TAGS, 'before');
  expect(request).toEqual({ retryOf: `${status}:now`, ended: status });
  expect({ ofNew, warnings }).toEqual({ ofNew: {}, warnings: [] });
  const wanted = { domain: HOST, keyTypes: ['EC_prime256v1'], types: ['AMAZON_ISSUED'], region: 'eu-west-1' };
  expect(lookUps).toEqual([{ token: GET_CERTIFICATE, ...wanted, statuses: ENDED, mostRecent: false }]);
});

test('one that was issued is not looked up, and the request that it replaced stays named', async () => {
  const { request, lookUps } = await find(ended('FAILED'), retried, 'now');
  expect({ request, lookUps }).toEqual({ request: { retryOf: 'FAILED:before' }, lookUps: [] });
});

test.each([
  NONE,
  'no ACM Certificate found matching input criteria',
  'no ACM Certificate matching search criteria',
])('one that has not ended stays, by the message of any version of the provider: %s', async (message) => {
  const { request, warnings } = await find(() => message);
  expect({ request, warnings }).toEqual({ request: { retryOf: undefined }, warnings: [] });
});

test('of several that ended, each status is looked up by itself, the newest of each', async () => {
  const { request, lookUps } = await find(({ statuses, mostRecent }) => {
    if (!mostRecent) return SEVERAL;
    return statuses[0] === 'FAILED' ? ended('FAILED')() : NONE;
  });
  expect(request).toEqual({ retryOf: 'FAILED:now', ended: 'FAILED' });
  expect(lookUps.map(({ statuses }) => statuses)).toContainEqual(['VALIDATION_TIMED_OUT']);
});

const another = { arn: arnOf('another'), status: 'VALIDATION_TIMED_OUT', tags: TAGS };
test.each<[string, LookUp, readonly RegExp[]]>([
  ['no other request of the name', () => another, []],
  ['a refusal: its reason', () => 'AccessDenied', [/could not be looked up: .*AccessDenied/s]],
])('nothing is replaced, and the run warns of %s', async (_, lookUp, says) => {
  const { request, warnings } = await find(lookUp, retried);
  expect(request).toEqual({ retryOf: 'FAILED:before' });
  expect(warnings).toEqual(says.map((one) => expect.stringMatching(one)));
});
