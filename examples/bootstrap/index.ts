// The AWS roles of GitHub's workflows: one that previews, one that plans, and one for each environment that deploys.
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';
import { boundaryName, boundaryStatements } from './boundary.ts';
import {
  deployStatements,
  type Environment,
  type Place,
  planStatements,
  policyDocument,
  policyDocuments,
  previewStatements,
  type Statement,
} from './policy.ts';
import { readState, type StateArgs, writeState } from './state.ts';
import { checkedRepository, deploysTo, ISSUER, PLANS, PREVIEWS, trustPolicy } from './trust.ts';
import {
  checkBackupVaults,
  checkedByEnvironment,
  checkedEnvironments,
  checkZoneRoles,
  checkZones,
} from './zones.ts';

/** The project that the workflows deploy. */
const PROJECT = 'petstore';
/** A certificate can take over an hour. */
const DEPLOY_SECONDS = 7200;

const config = new pulumi.Config();
const repository = checkedRepository(config.require('subject'));
const stacks = checkedEnvironments(config.requireObject<string[]>('environments'));
function byEnvironment<Value>(key: string, check: (place: string, value: Value) => void) {
  return checkedByEnvironment(key, config.requireObject<Record<string, Value>>(key), stacks, check);
}
const zones = byEnvironment('zones', checkZones);
const zoneRoles = byEnvironment('zoneRoles', checkZoneRoles);
const vaults = byEnvironment('backupVaults', checkBackupVaults);
const environments = stacks.map(
  (stack): Environment => ({ stack, zones: zones[stack] ?? {}, zoneRoles: zoneRoles[stack] ?? [] }),
);
const backend = config.require('backend');

const { accountId } = await aws.getCallerIdentity();
const keys = await keysOfStacks(config.require('secretsKey'));
const place: Place = { account: accountId, region: aws.config.requireRegion(), project: PROJECT };
const state: StateArgs = { backend, project: PROJECT, keys, account: accountId };

// An account has one provider for each issuer: this program uses it if another project has created it.
const provider = config.requireBoolean('newProvider')
  ? new aws.iam.OpenIdConnectProvider('github', {
      url: `https://${ISSUER}`,
      clientIdLists: ['sts.amazonaws.com'],
    })
  : aws.iam.getOpenIdConnectProviderOutput({ url: `https://${ISSUER}` });

/** Of one key, the role of each stack would decrypt the state of all. */
async function keysOfStacks(start: string): Promise<Readonly<Record<string, string>>> {
  const found = stacks.map(async (stack) => {
    const { targetKeyArn } = await aws.kms.getAlias({ name: `${start}-${stack}` });
    return [stack, targetKeyArn] as const;
  });
  const keys = Object.fromEntries(await Promise.all(found));
  if (new Set(Object.values(keys)).size === stacks.length) return keys;
  throw new Error(
    `bootstrap:secretsKey: two of ${stacks.map((stack) => `${start}-${stack}`).join(', ')} are one key: create a key for each stack`,
  );
}

interface RoleArgs {
  readonly context: string;
  readonly resources: readonly Statement[];
  readonly state: readonly Statement[];
  readonly seconds?: number;
}

function role(name: string, { context, resources, state, seconds }: RoleArgs): aws.iam.Role {
  const created = new aws.iam.Role(name, {
    name,
    assumeRolePolicy: provider.arn.apply((arn) => trustPolicy(arn, repository, context)),
    maxSessionDuration: seconds,
  });
  for (const [index, policy] of policyDocuments([...resources, ...state]).entries()) {
    const part = `${name}-${index + 1}`;
    const opts = { parent: created };
    const { arn } = new aws.iam.Policy(part, { name: part, policy }, opts);
    new aws.iam.RolePolicyAttachment(part, { role: created.name, policyArn: arn }, opts);
  }
  return created;
}

/** For the repository's variable AWS_PREVIEW_ROLE_STAGING or AWS_PREVIEW_ROLE_PRODUCTION. */
export const previewRole = role('petstore-preview', {
  context: PREVIEWS,
  resources: previewStatements(place, environments),
  state: readState(state),
}).arn;

/** For the repository's variable AWS_PLAN_ROLE_STAGING or AWS_PLAN_ROLE_PRODUCTION. */
export const planRole = role('petstore-plan', {
  context: PLANS,
  resources: planStatements(place, environments),
  state: readState(state),
}).arn;

/** For `petstore:permissionsBoundary` of each stack: the deploying roles create no role without it. */
export const boundaries = Object.fromEntries(
  stacks.map((stack) => [
    stack,
    new aws.iam.Policy(boundaryName(PROJECT, stack), {
      name: boundaryName(PROJECT, stack),
      description: `The most that a function of ${PROJECT} ${stack} may do`,
      policy: policyDocument(boundaryStatements(place, stack, vaults[stack])),
    }).arn,
  ]),
);

/** For the variable AWS_DEPLOY_ROLE of each environment. */
export const deployRoles = Object.fromEntries(
  environments.map((environment) => [
    environment.stack,
    role(`petstore-deploy-${environment.stack}`, {
      context: deploysTo(environment.stack),
      resources: deployStatements(place, environment),
      state: writeState(state, environment.stack),
      seconds: DEPLOY_SECONDS,
    }).arn,
  ]),
);
