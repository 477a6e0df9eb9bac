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
let preflights: (Preflight | 'off')[] = [];
beforeEach(() => {
  [created, errors, warned, preflights] = [[], [], [], []];
});
const noFailures = (): HostFailures | undefined => undefined;

const option = {
  ...{ domainName: HOST, resourceRecordName: `_token.${HOST}.`, resourceRecordType: 'CNAME' },
  resourceRecordValue: '_proof.acm-validations.aws.',
};
const registered = (id: string, inputs: object) => ({
  id,
  outputs: { ...inputs, arn: 'arn:c', domainValidationOptions: [option] },
});
const zone = cloudflareDns({ name: ZONE, zoneId: '0'.repeat(32) });
const target = gatewayTarget({ apiId: 'api', stage: '$default' });

const backendOf = (state: Readonly<Record<string, object>>): Backend => ({
  async register({ custom, type, name, inputs, beforeCreate }) {
    if (!custom) return { outputs: {} };
    await beforeCreate().catch((error: Error) => {
      errors.push(error.message);
      throw error;
    });
    created.push(type.split(':').at(-1) ?? '');
    return registered(name, inputs);
  },
  previousOutputs: () => ({}),
  previousResources: () => state,
  invoke: async () => ({}),
});

/** Declares these hosts, with a preflight of its own for each, in a zone with these records. */
async function declare(
  records: readonly string[],
  { hosts = [HOST], off = false, state = {}, backend = backendOf(state), failures = noFailures } = {},
) {
  await using dns = await startDns({ [ZONE]: { on: ['127.0.0.11'], records } });
  const reader = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500 };
  const program = async () => {
    const given = failures();
    for (const host of hosts) {
      const warn = (name: string, text: string) => void warned.push(`${name}: ${text}`);
      const preflight = off ? ('off' as const) : new Preflight(reader, warn);
      preflights.push(preflight);
      const args = { host, dns: zone, target, preflight, request: {} };
      new CustomHost(host, given === undefined ? args : { ...args, failures: given });
    }
    return {};
  };
  await runProgram(program, backend, { project: 'shop', stack: 'dev' });
}

const inTheWay = [`${HOST} A 192.0.2.1`];

test('a blocked host has no resource, and the error has the finding; another one is created', async () => {
  await declare(inTheWay, { hosts: [HOST, `shop.${ZONE}`] });
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
  const backend: Backend = {
    ...backendOf({}),
    async register({ custom, type, name, inputs, onError }) {
      if (!custom) return { outputs: {} };
      if (!type.endsWith(':CertificateValidation')) return registered(name, inputs);
      const error = "unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR";
      await onError({ operation: 'create', id: '', newInputs: inputs, errors: [error] });
      throw new Error(error);
    },
  };
  await declare([], { backend });
  let given: HostFailures | undefined;
  await declare([], { backend, failures: () => (given = new HostFailures(() => undefined)) });
  const own = preflights.map((one) => one !== 'off' && one.failures.reasonOf(HOST));
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
