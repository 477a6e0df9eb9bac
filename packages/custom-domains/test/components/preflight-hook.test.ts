// The preflight of a program about one host, from the component to live DNS: it stops the host's first resource.
import type { Backend } from '@petstore/local-cloud/engine/backend';
import { runProgram } from '@petstore/local-cloud/engine/run-program';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HostFailures } from '../../src/components/failures.ts';
import { Preflight } from '../../src/components/preflight-hook.ts';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { CustomHost, gatewayTarget } from '../../src/index.ts';
import { startDns } from '../preflight/dns-server.ts';

const ZONE = 'shop.test';
const HOST = `api.${ZONE}`;
const CERTIFICATE = `urn:pulumi:dev::shop::petstore:domains:CustomHost$aws:acm/certificate:Certificate::${HOST}-certificate`;

/** Types in the order of their creation, errors of hooks, and what was warned. */
let created: string[] = [];
let errors: string[] = [];
let warned: string[] = [];
beforeEach(() => {
  [created, errors, warned] = [[], [], []];
});

const option = {
  ...{ domainName: HOST, resourceRecordName: `_token.${HOST}.`, resourceRecordType: 'CNAME' },
  resourceRecordValue: '_proof.acm-validations.aws.',
};
const registered = (id: string, inputs: object) => ({
  id,
  outputs: { ...inputs, arn: 'arn:c', domainValidationOptions: [option] },
});
const noWarning = () => undefined;
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

interface Given {
  readonly off?: boolean;
  readonly state?: Readonly<Record<string, object>>;
  /** Hosts beside it. */
  readonly more?: readonly string[];
}

async function declare(records: readonly string[], { off = false, state = {}, more = [] }: Given = {}) {
  const dns = await startDns({ [ZONE]: { on: ['127.0.0.11'], records } });
  onTestFinished(() => dns.close());
  const program = async () => {
    const reader = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500 };
    const newPreflight = () =>
      off ? 'off' : new Preflight(reader, (host, text) => void warned.push(`${host}: ${text}`));
    for (const host of [HOST, ...more])
      new CustomHost(host, { host, dns: zone, target, preflight: newPreflight(), request: {} });
    return {};
  };
  await runProgram(program, backendOf(state), { project: 'shop', stack: 'dev' });
}

const inTheWay = [`${HOST} A 192.0.2.1`];

test('a blocked host has no resource, and the error has the finding', async () => {
  await declare(inTheWay);
  expect(created).toEqual([]);
  expect(errors).toEqual([expect.stringContaining(`${HOST} is blocked; nothing of it was created`)]);
  expect(errors[0]).toContain('192.0.2.1');
});

test('a host that nothing blocks is created, certificate first', async () => {
  await declare([]);
  expect(errors).toEqual([]);
  expect(created.slice(0, 2)).toEqual(['Certificate', 'DnsRecord']);
});

test('what does not block is warned of', async () => {
  await declare([`${ZONE} CAA 0 issue Amazon.com`]);
  expect(created[0]).toBe('Certificate');
  expect(warned).toEqual([expect.stringMatching(/^api\.shop\.test: .*caa-blocks-authority/s)]);
});

test('a certificate that is not issued is explained by the preflight of its host, or by what the host is given', async () => {
  const dns = await startDns({ [ZONE]: { on: ['127.0.0.11'], records: [] } });
  onTestFinished(() => dns.close());
  const failing: Backend = {
    ...backendOf({}),
    async register({ custom, type, name, inputs, onError }) {
      if (!custom) return { outputs: {} };
      if (!type.endsWith(':CertificateValidation')) return registered(name, inputs);
      const [error] = ["unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR"];
      await onError({ operation: 'create', id: '', newInputs: inputs, errors: [error] });
      throw new Error(error);
    },
  };
  for (const isGiven of [false, true]) {
    let reasons = (): unknown => undefined;
    const program = async () => {
      const preflight = new Preflight(
        { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500 },
        noWarning,
      );
      const failures = new HostFailures(noWarning);
      reasons = () => [preflight.failures.reasonOf(HOST), failures.reasonOf(HOST)];
      const args = { host: HOST, dns: zone, target, preflight, request: {} };
      new CustomHost(HOST, { ...args, ...(isGiven && { failures }) });
      return {};
    };
    await runProgram(program, failing, { project: 'shop', stack: 'dev' });
    expect(reasons()).toEqual(isGiven ? [undefined, 'CAA_ERROR'] : ['CAA_ERROR', undefined]);
  }
});

test('with the preflight off nothing is read', async () => {
  await declare(inTheWay, { off: true });
  expect(created[0]).toBe('Certificate');
});

test("the host's own records, of the stack's state, do not stop its next certificate", async () => {
  const attachment = CERTIFICATE.replace(
    'aws:acm/certificate:Certificate',
    'aws:apigatewayv2/domainName:DomainName',
  );
  const records = [`${HOST} CNAME d-1.aws.test`];
  const state = {
    [CERTIFICATE]: {
      type: 'aws:acm/certificate:Certificate',
      arn: 'arn:c',
      domainValidationOptions: [option],
    },
    [attachment.replace('-certificate', '-attachment')]: {
      domainNameConfiguration: { targetDomainName: 'd-1.aws.test' },
    },
  };
  await declare(records, { state });
  expect(errors).toEqual([]);
  expect(created[0]).toBe('Certificate');
});

test('a preflight for each host, in place of one for all: each reads for its own', async () => {
  await declare(inTheWay, { more: [`shop.${ZONE}`] });
  expect(errors).toEqual([expect.stringContaining(`${HOST} is blocked`)]);
  expect(created[0]).toBe('Certificate');
});
