// Explicit providers: the roles that they assume, as STS and the AWS provider judge them; and what the state has of them.
import { Provider as CloudflareProvider } from '@pulumi/cloudflare/provider.js';
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { stackState } from '../../src/engine/deployment.ts';
import { Engine } from '../../src/engine/engine.ts';
import { createIam } from '../../src/iam/index.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { Registry } from '../../src/resources/registry.ts';
import { Store } from '../../src/store.ts';
import { resource, testContext } from '../support/cloud.ts';

const ACCOUNT = '123456789012';
const TEAM = 'arn:aws:iam::210987654321:role/dns/orders';
const OWN = `arn:aws:iam::${ACCOUNT}:role/dns`;

function accounts() {
  const context = testContext();
  const identity = createIam(context);
  identity.seedRoles([TEAM]);
  const registry = new Registry([identity]);
  const assume =
    (roleArn: string, sessionName = 'orders-test') =>
    () =>
      registry.configure('aws', { assumeRoles: JSON.stringify([{ roleArn, sessionName }]) });
  return { context, assume };
}

test('a provider assumes a role of another account that trusts this one, and no other', () => {
  const { assume } = accounts();
  expect(assume(TEAM)).not.toThrow();
  const denied = `User: arn:aws:iam::${ACCOUNT}:root is not authorized to perform: sts:AssumeRole on resource:`;
  expect(assume(`${TEAM}-other`)).toThrow(`AccessDenied: ${denied} ${TEAM}-other`);
  expect(assume(TEAM, 'or ders')).toThrow("Value 'or ders' at 'roleSessionName'");
});

test('a provider assumes a role of the account itself', async () => {
  const { context, assume } = accounts();
  expect(assume(OWN)).toThrow(`IAM Role (${OWN}) cannot be assumed.`);
  const role = { name: 'dns', assumeRolePolicy: '{}' };
  await resource(createRecorded(context), 'aws:iam/role:Role').create(role);
  expect(assume(OWN)).not.toThrow();
});

test("a provider's token is not in the state", async () => {
  const store = new Store();
  const state = stackState(store);
  const registry = new Registry([]);
  const signal = AbortSignal.timeout(20_000);
  const engine = new Engine({ registry, store, region: 'eu-west-1', signal });
  const program = async () => {
    new CloudflareProvider('dns', { apiToken: pulumi.secret('s3cret') });
    return {};
  };
  const { failures } = await engine.deploy(program, { project: 'p', stack: 'test' });
  expect(failures).toEqual([]);
  expect(state.values().map(({ name }) => name)).toContain('dns');
  expect(JSON.stringify(state.values())).not.toContain('s3cret');
  const { changes } = await engine.deploy(async () => ({}), { project: 'p', stack: 'test' });
  expect(changes).toEqual([]);
  expect(state.values().map(({ name }) => name)).not.toContain('dns');
});
