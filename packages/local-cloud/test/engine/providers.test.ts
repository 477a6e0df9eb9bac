// Explicit providers, in both drivers: the roles that they assume, as STS and the AWS provider judge them.
import { Provider as AwsProvider } from '@pulumi/aws/provider.js';
import { Provider as CloudflareProvider } from '@pulumi/cloudflare/provider.js';
import * as pulumi from '@pulumi/pulumi';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import { describe, expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { stackOutputs, stackState } from '../../src/engine/state.ts';
import { createIam, type Identity } from '../../src/iam/index.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { Registry } from '../../src/resources/registry.ts';
import { Store } from '../../src/store.ts';
import { connect } from '../contract/protocol.ts';
import { marshal } from '../contract/wire.ts';
import { resource, testContext } from '../support/cloud.ts';

const ACCOUNT = '123456789012';
const TEAM = 'arn:aws:iam::210987654321:role/dns/orders';
const OWN = `arn:aws:iam::${ACCOUNT}:role/dns`;

interface Driver {
  /** Configures a provider that assumes the role; the message of its refusal, or undefined. */
  configure(roleArn: string, sessionName?: string): Promise<string | undefined>;
}

function inProcess(identity: Identity): Driver {
  const store = new Store();
  const state = stackState(store);
  const signal = AbortSignal.timeout(20_000);
  const registry = new Registry([identity]);
  const engine = new Engine({ registry, state, outputs: stackOutputs(store), region: 'eu-west-1', signal });
  return {
    async configure(roleArn, sessionName = 'orders-test') {
      const program = async () => {
        new AwsProvider('dns', { region: 'eu-west-1', assumeRoles: [{ roleArn, sessionName }] });
        return {};
      };
      const { failures } = await engine.deploy(program, { project: 'p', stack: 'test' });
      await engine.refresh();
      return failures[0]?.error.message;
    },
  };
}

function overGrpc(identity: Identity): Driver {
  return {
    async configure(roleArn, sessionName = 'orders-test') {
      const protocol = await connect({ registry: new Registry([identity]) }, 'eu-west-1');
      const args = await marshal({ assumeRoles: JSON.stringify([{ roleArn, sessionName }]) });
      try {
        await protocol.call('configure', new provider.ConfigureRequest().setArgs(args));
        return undefined;
      } catch (error) {
        return (error as Error).message;
      } finally {
        await protocol.close();
      }
    },
  };
}

describe.each([
  ['in process', inProcess],
  ['over gRPC', overGrpc],
])('%s', (_, driverOf) => {
  test('assumes a role of another account that trusts this one, and no other', async () => {
    const identity = createIam(testContext());
    identity.seedRoles([TEAM]);
    const driver = driverOf(identity);
    expect(await driver.configure(TEAM)).toBeUndefined();
    expect(identity.assumedRoles).toEqual(['arn:aws:sts::210987654321:assumed-role/orders/orders-test']);
    const message = await driver.configure(`${TEAM}-other`);
    expect(message).toContain(`IAM Role (${TEAM}-other) cannot be assumed.`);
    expect(message).toContain(
      `AccessDenied: User: arn:aws:iam::${ACCOUNT}:root is not authorized to perform: sts:AssumeRole on resource: ${TEAM}-other`,
    );
    expect(identity.assumedRoles).toHaveLength(1);
  });

  test('assumes a role of the account itself', async () => {
    const context = testContext();
    const driver = driverOf(createIam(context));
    expect(await driver.configure(OWN)).toContain('cannot be assumed');
    await resource(createRecorded(context), 'aws:iam/role:Role').create({
      name: 'dns',
      assumeRolePolicy: '{}',
    });
    expect(await driver.configure(OWN)).toBeUndefined();
  });

  test('refuses a name that no session can have', async () => {
    const identity = createIam(testContext());
    identity.seedRoles([TEAM]);
    expect(await driverOf(identity).configure(TEAM, 'or ders')).toContain(
      "Value 'or ders' at 'roleSessionName'",
    );
  });
});

test("a provider's token is not in the state", async () => {
  const store = new Store();
  const state = stackState(store);
  const registry = new Registry([]);
  const signal = AbortSignal.timeout(20_000);
  const engine = new Engine({ registry, state, outputs: stackOutputs(store), region: 'eu-west-1', signal });
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
