// The stack's own state is read by the stack's whole name; without it the state of another organisation's would be read.
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { readStackState } from '../../src/components/read-state.ts';

interface Call {
  readonly token: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

async function runAs(organization: string, call: (call: Call) => Record<string, unknown>) {
  const newResource = () => ({ id: '', state: {} });
  await pulumi.runtime.setMocks({ newResource, call }, 'shop', 'dev', false, organization);
  return readStackState();
}

test('organisation, project and stack', async () => {
  const calls: Call[] = [];
  await runAs('acme', (call) => {
    calls.push(call);
    return { outputs: {} };
  });
  expect(calls.map(({ token, inputs }) => ({ token, inputs }))).toEqual([
    { token: 'pulumi:pulumi:readStackOutputs', inputs: { name: 'acme/shop/dev' } },
    { token: 'pulumi:pulumi:readStackResourceOutputs', inputs: { stackName: 'acme/shop/dev' } },
  ]);
});

test('outputs as they are, and resources by type and logical name', async () => {
  const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  const certificate = { type: 'aws:acm/certificate:Certificate', outputs: { arn: 'arn:a' } };
  const record = { type: 'cloudflare:index/dnsRecord:DnsRecord', outputs: {} };
  const resources = { [urn(certificate.type, 'same')]: certificate, [urn(record.type, 'same')]: record };
  const state = await runAs('acme', ({ token }) => {
    return { outputs: token.endsWith('readStackOutputs') ? { url: 'https://shop.example' } : resources };
  });
  expect(state.outputs).toEqual({ url: 'https://shop.example' });
  expect([...state.names]).toEqual(['same']);
  expect([...state.typed]).toEqual([
    [`${certificate.type}::same`, certificate],
    [`${record.type}::same`, record],
  ]);
});

test('a state that cannot be read stops the run, and the message names the stack', async () => {
  const reading = runAs('acme', () => {
    throw new Error('the backend is not reachable');
  });
  await expect(reading).rejects.toThrow(/the stack acme\/shop\/dev could not be read.*nothing was changed/);
});

test('a state that the engine is just writing is read again', async () => {
  let calls = 0;
  const state = await runAs('acme', () => {
    calls += 1;
    if (calls <= 2) throw new Error('failed to load checkpoint: EOF');
    return { outputs: {} };
  });
  expect([...state.names]).toEqual([]);
  expect(calls).toBeGreaterThan(3);
});
