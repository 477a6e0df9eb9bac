// What became of the certificates in the state: which of them a run requests again, and which it leaves alone.

import { runProgram } from '@petstore/local-cloud/engine/run-program';
import { expect, test } from 'vitest';
import { type CertificateRequest, certificateRequests } from '../../src/components/certificate-request.ts';
import type { StackResource } from '../../src/components/stack-resources.ts';

const HOST = 'api.petstore.test';
const TAGS = { project: 'petstore', stack: 'staging' };
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const arnOf = (id: string) => `arn:aws:acm:eu-west-1:123456789012:certificate/${id}`;
const NONE = `no ACM Certificate matching domain (${HOST})`;
const SEVERAL = 'multiple ACM Certificates matching search criteria';

/** The provider's result, or its error where it finds none. */
type LookUp = (inputs: { statuses: string[]; mostRecent: boolean }) => object | string;

interface Scenario {
  readonly tags?: Record<string, string>;
  readonly validated?: string;
  readonly lookUp?: LookUp;
}

async function find({ tags = TAGS, validated, lookUp = () => NONE }: Scenario) {
  const typed = new Map<string, StackResource>([
    [`${CERTIFICATE}::${HOST}-certificate`, { type: CERTIFICATE, outputs: { arn: arnOf('now'), tags } }],
  ]);
  if (validated !== undefined) {
    const outputs = { certificateArn: arnOf(validated) };
    typed.set(`${VALIDATION}::${HOST}-validated`, { type: VALIDATION, outputs });
  }
  const lookUps: Record<string, unknown>[] = [];
  const warnings: string[] = [];
  let requests: ReadonlyMap<string, CertificateRequest> = new Map();
  const backend = {
    register: async () => ({ outputs: {} }),
    previousOutputs: () => ({}),
    previousResources: () => ({}),
    async invoke(token: string, inputs: Readonly<Record<string, unknown>>) {
      lookUps.push({ token, ...inputs });
      const found = lookUp(inputs as never);
      if (typeof found === 'string')
        throw new Error(`invoking ${token}: 1 error occurred:\n\t* ${found}\n\n`);
      return found;
    },
  };
  const { error } = await runProgram(
    async () => {
      const state = { outputs: {}, names: new Set<string>(), typed };
      const warn = (host: string, text: string) => void warnings.push(`${host}: ${text}`);
      requests = await certificateRequests([HOST, 'new.petstore.test'], state, warn);
      return {};
    },
    backend,
    { project: 'petstore', stack: 'staging' },
  );
  if (error !== undefined) throw error;
  return { request: requests.get(HOST), hosts: [...requests.keys()], lookUps, warnings };
}

test.each(['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'])(
  'a certificate that is %s is requested again',
  async (status) => {
    const lookUp = () => ({ arn: arnOf('now'), status, tags: TAGS });
    const { request, hosts, lookUps, warnings } = await find({ lookUp });
    expect(request).toEqual({ retryOf: `${status}:now`, ended: status });
    expect(hosts).toEqual([HOST]);
    expect(warnings).toEqual([]);
    expect(lookUps).toEqual([
      {
        token: 'aws:acm/getCertificate:getCertificate',
        domain: HOST,
        keyTypes: ['EC_prime256v1'],
        types: ['AMAZON_ISSUED'],
        statuses: ['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'],
        mostRecent: false,
        region: 'eu-west-1',
      },
    ]);
  },
);

test('one that was issued is not looked up, and the request that it replaced stays named', async () => {
  const tags = { ...TAGS, 'retry-of': 'FAILED:before' };
  const { request, lookUps } = await find({ tags, validated: 'now', lookUp: () => 'must not be looked up' });
  expect(request).toEqual({ retryOf: 'FAILED:before' });
  expect(lookUps).toEqual([]);
});

test('that an earlier one was issued does not count for this one', async () => {
  const lookUp = () => ({ arn: arnOf('now'), status: 'FAILED', tags: TAGS });
  expect((await find({ validated: 'before', lookUp })).request).toMatchObject({ ended: 'FAILED' });
});

test.each([
  [NONE],
  ['no ACM Certificate found matching input criteria'],
  ['no ACM Certificate matching search criteria'],
])('one that has not ended stays, by the message of any version of the provider: %s', async (message) => {
  const { request, warnings } = await find({ lookUp: () => message });
  expect(request).toEqual({ retryOf: undefined });
  expect(warnings).toEqual([]);
});

test('of several that ended, each status is looked up by itself, the newest of each', async () => {
  const { request, lookUps } = await find({
    lookUp: ({ statuses, mostRecent }) => {
      if (!mostRecent) return SEVERAL;
      return statuses[0] === 'FAILED' ? { arn: arnOf('now'), status: 'FAILED', tags: TAGS } : NONE;
    },
  });
  expect(request).toEqual({ retryOf: 'FAILED:now', ended: 'FAILED' });
  expect(lookUps.map(({ statuses }) => statuses)).toContainEqual(['VALIDATION_TIMED_OUT']);
});

test('another of the stack, which is no longer in its state, is named with the command that deletes it', async () => {
  const orphan = (tags: object) => () => ({ arn: arnOf('orphan'), status: 'VALIDATION_TIMED_OUT', tags });
  const own = { ...TAGS, 'retry-of': 'FAILED:before' };
  const { request, warnings } = await find({
    tags: own,
    lookUp: orphan({ ...TAGS, 'retry-of': 'FAILED:x' }),
  });
  expect(request).toEqual({ retryOf: 'FAILED:before' });
  expect(warnings.join()).toMatch(
    `aws acm delete-certificate --region eu-west-1 --certificate-arn ${arnOf('orphan')}`,
  );
  const stranger = await find({ lookUp: orphan({ ...TAGS, stack: 'production' }) });
  expect(stranger.warnings).toEqual([]);
});

test('where the look-up is denied the run goes on, replaces nothing, and warns', async () => {
  const tags = { ...TAGS, 'retry-of': 'FAILED:before' };
  const { request, warnings } = await find({
    tags,
    lookUp: () => 'AccessDeniedException: acm:ListCertificates',
  });
  expect(request).toEqual({ retryOf: 'FAILED:before' });
  expect(warnings.join()).toMatch(/could not be looked up: .*AccessDeniedException/s);
});
