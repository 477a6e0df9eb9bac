// The stack's own state is read by the stack's whole name; without it the state of another organisation's would be read.
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { readStackState } from '../../src/components/read-state.ts';

interface Call {
  readonly token: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

async function readWith(call: (call: Call) => Record<string, unknown>) {
  const newResource = () => ({ id: '', state: {} });
  await pulumi.runtime.setMocks({ newResource, call }, 'shop', 'dev', false, 'acme');
  return readStackState();
}

test('organisation, project and stack', async () => {
  const calls: object[] = [];
  await readWith(({ token, inputs }) => {
    calls.push({ token, inputs });
    return { outputs: {} };
  });
  expect(calls).toEqual([
    { token: 'pulumi:pulumi:readStackOutputs', inputs: { name: 'acme/shop/dev' } },
    { token: 'pulumi:pulumi:readStackResourceOutputs', inputs: { stackName: 'acme/shop/dev' } },
  ]);
});

test('outputs as they are, and resources by type and logical name', async () => {
  const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  const certificate = { type: 'aws:acm/certificate:Certificate', outputs: { arn: 'arn:a' } };
  const record = { type: 'cloudflare:index/dnsRecord:DnsRecord', outputs: {} };
  const resources = { [urn(certificate.type, 'same')]: certificate, [urn(record.type, 'same')]: record };
  const state = await readWith(({ token }) => {
    return { outputs: token.endsWith('readStackOutputs') ? { url: 'https://shop.example' } : resources };
  });
  const all = [certificate, record].map((one) => [`${one.type}::same`, one] as const);
  const outputs = { url: 'https://shop.example' };
  expect(state).toEqual({ outputs, names: new Set(['same']), typed: new Map(all) });
});

test('a state that cannot be read stops the run, and the message names the stack', async () => {
  const reading = readWith(() => {
    throw new Error('the backend is not reachable');
  });
  await expect(reading).rejects.toThrow(/the stack acme\/shop\/dev could not be read.*nothing was changed/);
});

test('a state that the engine is just writing is read again', async () => {
  let calls = 0;
  const state = await readWith(() => {
    calls += 1;
    if (calls <= 2) throw new Error('failed to load checkpoint: EOF');
    return { outputs: {} };
  });
  expect([...state.names]).toEqual([]);
  expect(calls).toBeGreaterThan(3);
});
