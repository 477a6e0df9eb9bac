// Runs the bootstrap program against a backend that creates nothing; the result is what it registers.

import type { Registration } from '@petstore/local-cloud/engine/backend';
import * as pulumi from '@pulumi/pulumi';
import type { Statement } from '../../infra/rights/policy.ts';
import { record } from '../infra/recorder.ts';
import { ACCOUNT, REGION } from './iam.ts';

export const PREVIEW = 'petstore-preview';
export const READING = [PREVIEW, 'petstore-plan'];
export const ROLES = [...READING, 'petstore-deploy-staging', 'petstore-deploy-production'];

/** Of the key with that alias. */
export const keyArn = (alias: string): string =>
  `arn:aws:kms:${REGION}:${ACCOUNT}:key/of-${alias.replace('alias/', '')}`;
const PROVIDER = `arn:aws:iam::${ACCOUNT}:oidc-provider/token.actions.githubusercontent.com`;

const CONFIG: Readonly<Record<string, string>> = {
  'aws:region': REGION,
  'bootstrap:subject': 'repo:octo@1/pets@2',
  'bootstrap:backend': 's3://state-bucket',
  'bootstrap:secretsKey': 'alias/petstore-state',
  'bootstrap:environments': '["staging","production"]',
  'bootstrap:newProvider': 'true',
  'bootstrap:zoneRoles': '{}',
  'bootstrap:backupVaults': '{}',
  'bootstrap:zones': JSON.stringify({
    staging: { Z0123456789ABCDEFGHIJ: ['*.staging.petstore.dev'] },
    production: { Z0123456789ABCDEFGHIJ: ['api.petstore.dev', '*.api.petstore.dev'] },
  }),
};

const INVOKE_RESULTS: Readonly<Record<string, (inputs: Readonly<Record<string, unknown>>) => object>> = {
  'aws:index/getCallerIdentity:getCallerIdentity': () => ({ accountId: ACCOUNT }),
  'aws:kms/getAlias:getAlias': ({ name }) => ({
    targetKeyArn: keyArn(String(name).replace(/^alias\/shared-.*/, 'shared')),
  }),
  'aws:iam/getOpenIdConnectProvider:getOpenIdConnectProvider': () => ({ arn: PROVIDER }),
};

let runs = 0;

/** Throws what the program throws. */
export async function bootstrap(changed: Readonly<Record<string, string>> = {}) {
  // A module is evaluated once for each URL.
  const url = `../../examples/bootstrap/index.ts?run=${runs++}`;
  const program = async () => {
    pulumi.runtime.setAllConfig({ ...CONFIG, ...changed });
    return { ...(await import(url)) };
  };
  const { registrations } = await record(program, 'test', {
    project: 'bootstrap',
    invoke: (token, inputs) => INVOKE_RESULTS[token]?.(inputs) ?? {},
    computed: ({ name, inputs }) => ({ id: `id:${name}`, outputs: { ...inputs, arn: `arn:${name}` } }),
  });
  return { registrations, ...rolesOf(registrations) };
}

function rolesOf(registrations: readonly Registration[]) {
  const named = (name: string, type: string) =>
    registrations.find((one) => one.name === name && one.type === type)?.inputs ?? {};
  const policies = (role: string) =>
    registrations
      .filter(({ type, inputs }) => /RolePolicyAttachment$/.test(type) && inputs.role === role)
      .map(({ inputs }) => String(inputs.policyArn).replace('arn:', ''))
      .map((name) => String(named(name, 'aws:iam/policy:Policy').policy));
  return {
    /** Of all policies of a role. */
    statements: (role: string) =>
      policies(role).flatMap((policy) => (JSON.parse(policy) as { Statement: Statement[] }).Statement),
    /** Of the permissions boundary of a stack. */
    boundary(stack: string) {
      const { policy } = named(`petstore-${stack}-boundary`, 'aws:iam/policy:Policy');
      return (JSON.parse(String(policy)) as { Statement: Statement[] }).Statement;
    },
    /** The characters of each of a role's policies, which have no white space. */
    sizes: (role: string) => policies(role).map(({ length }) => length),
    trust(role: string): { readonly Principal: object; readonly Condition: object } {
      const { assumeRolePolicy } = named(role, 'aws:iam/role:Role');
      return JSON.parse(String(assumeRolePolicy)).Statement[0];
    },
  };
}
