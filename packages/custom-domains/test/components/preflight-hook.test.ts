// The preflight of a program about one host, from the component to live DNS: it stops the host's first resource.
import type { Backend } from '@petstore/local-cloud/engine/backend';
import { runProgram } from '@petstore/local-cloud/engine/run-program';
import { beforeEach, expect, test } from 'vitest';
import { HostFailures } from '../../src/components/failures.ts';
import { Preflight } from '../../src/components/preflight-hook.ts';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { CustomHost, gatewayTarget } from '../../src/index.ts';
import { startDns } from '../preflight/dns-server.ts';

const ZONE = 'shop.test';
const HOST = `api.${ZONE}`;
const CERTIFICATE = `urn:pulumi:dev::shop::custom-domains:index:CustomHost$aws:acm/certificate:Certificate::${HOST}-certificate`;

/** Types in the order of their creation, errors of hooks, and what was warned. */
let created: string[] = [];
let errors: string[] = [];
let warned: string[] = [];
let preflights: Preflight[] = [];
beforeEach(() => {
  [created, errors, warned, preflights] = [[], [], [], []];
});

const option = {
  ...{ domainName: HOST, resourceRecordName: `_token.${HOST}.`, resourceRecordType: 'CNAME' },
  resourceRecordValue: '_proof.acm-validations.aws.',
};
const zone = cloudflareDns({ name: ZONE, zoneId: '0'.repeat(32) });
const target = gatewayTarget({ apiId: 'api', stage: '$default' });

interface Given {
  readonly hosts?: readonly string[];
  readonly state?: Readonly<Record<string, object>>;
  readonly failures?: () => HostFailures;
  /** Of each certificate's validation. */
  readonly error?: string;
}

/** Declares these hosts, with a preflight of its own for each, in a zone with these records. */
async function declare(
  records: readonly string[],
  { hosts = [HOST], state = {}, failures, error }: Given = {},
) {
  await using dns = await startDns({ [ZONE]: { on: ['127.0.0.11'], records } });
  const reader = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500 };
  const program = async () => {
    const given = failures?.();
    for (const host of hosts) {
      const preflight = new Preflight(reader, (name, text) => void warned.push(`${name}: ${text}`));
      preflights.push(preflight);
      new CustomHost(host, { host, dns: zone, target, preflight, request: {}, failures: given });
    }
    return {};
  };
  const backend: Backend = {
    async register({ custom, type, name, inputs, beforeCreate, onError }) {
      if (!custom) return { outputs: {} };
      await beforeCreate().catch((refusal: Error) => {
        errors.push(refusal.message);
        throw refusal;
      });
      if (error !== undefined && type.endsWith(':CertificateValidation')) {
        await onError({ operation: 'create', id: '', newInputs: inputs, errors: [error] });
        throw new Error(error);
      }
      created.push(type.split(':').at(-1) ?? '');
      return { id: name, outputs: { ...inputs, arn: 'arn:c', domainValidationOptions: [option] } };
    },
    previousOutputs: () => ({}),
    previousResources: () => state,
    invoke: async () => ({}),
  };
  await runProgram(program, backend, { project: 'shop', stack: 'dev' });
}

test('a blocked host has no resource, and the error has the finding; another one is created', async () => {
  await declare([`${HOST} A 192.0.2.1`], { hosts: [HOST, `shop.${ZONE}`] });
  expect(created[0]).toBe('Certificate');
  expect(errors).toEqual([expect.stringContaining(`${HOST} is blocked; nothing of it was created`)]);
  expect(errors[0]).toContain('192.0.2.1');
});

test('what does not block is warned of', async () => {
  await declare([`${ZONE} CAA 0 issue Amazon.com`]);
  expect(created[0]).toBe('Certificate');
  expect(warned).toEqual([expect.stringMatching(/^api\.shop\.test: .*caa-blocks-authority/s)]);
});

test('a certificate that is not issued is explained by the preflight of its host, or by what the host is given', async () => {
  const error = "unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR";
  await declare([], { error });
  let given: HostFailures | undefined;
  await declare([], { error, failures: () => (given = new HostFailures(() => undefined)) });
  const own = preflights.map((one) => one.failures.reasonOf(HOST));
  expect([...own, given?.reasonOf(HOST)]).toEqual(['CAA_ERROR', undefined, 'CAA_ERROR']);
});

test("the host's own records, of the stack's state, do not stop its next certificate", async () => {
  const type = 'aws:acm/certificate:Certificate';
  const attachment = CERTIFICATE.replace(type, 'aws:apigatewayv2/domainName:DomainName');
  const state = {
    [CERTIFICATE]: { type, arn: 'arn:c', domainValidationOptions: [option] },
    [attachment.replace('-certificate', '-attachment')]: {
      domainNameConfiguration: { targetDomainName: 'd-1.aws.test' },
    },
  };
  await declare([`${HOST} CNAME d-1.aws.test`], { state });
  expect(errors).toEqual([]);
  expect(created[0]).toBe('Certificate');
});
