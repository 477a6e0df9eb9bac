// What runs before a host's resources are created: its preflight, from the component to live DNS, and the pace of domain names; and
// what hooks need in the process of a component package, which creates hosts for programs in other languages.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Backend } from '@petstore/local-cloud/engine/backend';
import { runProgram } from '@petstore/local-cloud/engine/run-program';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hookName, inRun, prefixHooks } from '../../src/components/engine-log.ts';
import { HostFailures } from '../../src/components/failures.ts';
import { Preflight } from '../../src/components/preflight-hook.ts';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { CustomHost, DomainNamePace, gatewayTarget } from '../../src/index.ts';
import { startDns } from '../preflight/dns-server.ts';

type State = Readonly<Record<string, object>>;
const run = (program: () => void, register: Backend['register'], state: State = {}) =>
  runProgram(
    async () => {
      program();
      return {};
    },
    { register, previousOutputs: () => ({}), previousResources: () => state, invoke: async () => ({}) },
    { project: 'shop', stack: 'dev' },
  );

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
  readonly state?: State;
  readonly failures?: () => HostFailures;
  /** Of each certificate's validation. */
  readonly error?: string;
}

/** Declares these hosts, with a preflight of its own for each, in a zone with these records. */
async function declare(records: readonly string[], given: Given = {}) {
  const { hosts = [HOST], state, failures, error } = given;
  await using dns = await startDns({ [ZONE]: { on: ['127.0.0.11'], records } });
  const reader = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500 };
  const program = () => {
    const own = failures?.();
    for (const host of hosts) {
      const preflight = new Preflight(reader, (name, text) => void warned.push(`${name}: ${text}`));
      preflights.push(preflight);
      new CustomHost(host, { host, dns: zone, target, preflight, request: {}, failures: own });
    }
  };
  const register: Backend['register'] = async ({ custom, type, name, inputs, beforeCreate, onError }) => {
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
  };
  await run(program, register, state);
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
  const domainName = 'aws:apigatewayv2/domainName:DomainName';
  const attachment = CERTIFICATE.replace(type, domainName).replace('-certificate', '-attachment');
  const state = {
    [CERTIFICATE]: { type, arn: 'arn:c', domainValidationOptions: [option] },
    [attachment]: { domainNameConfiguration: { targetDomainName: 'd-1.aws.test' } },
  };
  await declare([`${HOST} CNAME d-1.aws.test`], { state });
  expect(errors).toEqual([]);
  expect(created[0]).toBe('Certificate');
});

test('the first domain name of API Gateway at once, each further one 30 seconds after the one before; tags alone need no turn', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const shown = vi.spyOn(console, 'log').mockImplementation(() => undefined).mock.calls;
  const waits: number[] = [];
  const program = () => {
    const pace = new DomainNamePace(async (ms) => waits.push(ms));
    const paced = gatewayTarget({ apiId: 'api', stage: '$default' }, [], pace);
    for (const name of ['a', 'b', 'c']) paced.attach({ host: `${name}.${ZONE}`, certificateArn: 'arn' }, {});
  };
  const { error } = await run(program, async ({ name: id, inputs, beforeCreate, beforeUpdate }) => {
    await beforeCreate();
    const oldInputs = { ...inputs, tags: {} };
    if (id.startsWith('a.') && !id.endsWith('mapping'))
      await beforeUpdate({ id, newInputs: inputs, oldInputs, oldOutputs: {} });
    return { id, outputs: { ...inputs, domainNameConfiguration: {} } };
  });
  expect([error, waits]).toEqual([undefined, [30_000, 60_000]]);
  expect(shown.flat().join('\n')).toContain('waits 60 s: API Gateway takes one domain name in 30 s');
});

afterEach(() => prefixHooks(''));

test('a hook that is called outside of its run finds what the run has', async () => {
  const runtime = new AsyncLocalStorage<string>();
  const hook = runtime.run('this run', () => inRun(async (name: string) => [name, runtime.getStore()]));
  expect(await hook('certificate')).toEqual(['certificate', 'this run']);
});

test('the names of hooks are those of one process alone', () => {
  const own = hookName('preflight');
  prefixHooks('custom-domains/');
  expect(own).toMatch(/^preflight-\d+$/);
  expect(hookName('preflight')).toMatch(/^custom-domains\/preflight-\d+$/);
});
