// The AWS roles of GitHub's workflows: one that previews, one that plans, and one for each environment that deploys.
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';
import {
  boundaryName,
  boundaryStatements,
  deployStatements,
  type Place,
  planStatements,
  policyDocument,
  policyDocuments,
  previewStatements,
  type Statement,
} from '../../infra/rights/policy.ts';
import { deploysTo, ISSUER, PLANS, PREVIEWS, readConfig, trustPolicy } from './config.ts';
import { readState, type StateArgs, writeState } from './state.ts';

/** The project that the workflows deploy. */
const PROJECT = 'petstore';
/** A certificate can take over an hour. */
const DEPLOY_SECONDS = 7200;
/** IAM's quota for a role: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const MOST_POLICIES = 10;

const { repository, backend, secretsKey, newProvider, environments } = readConfig();
const { accountId } = await aws.getCallerIdentity();
const keys = await keysOfStacks();
const place: Place = { account: accountId, region: aws.config.requireRegion(), project: PROJECT };
const state: StateArgs = { backend, project: PROJECT, keys, account: accountId };

// An account has one provider for each issuer: this program uses it if another project has created it.
const provider = newProvider
  ? new aws.iam.OpenIdConnectProvider('github', {
      url: `https://${ISSUER}`,
      clientIdLists: ['sts.amazonaws.com'],
    })
  : aws.iam.getOpenIdConnectProviderOutput({ url: `https://${ISSUER}` });

/** Of one key, the role of each stack would decrypt the state of all. */
async function keysOfStacks(): Promise<Readonly<Record<string, string>>> {
  const found = environments.map(async ({ stack }) => {
    const { targetKeyArn } = await aws.kms.getAlias({ name: `${secretsKey}-${stack}` });
    return [stack, targetKeyArn] as const;
  });
  const keys = Object.fromEntries(await Promise.all(found));
  if (new Set(Object.values(keys)).size === environments.length) return keys;
  const aliases = environments.map(({ stack }) => `${secretsKey}-${stack}`);
  throw new pulumi.RunError(
    `bootstrap:secretsKey: two of ${aliases.join(', ')} are one key: create a key for each stack`,
  );
}

function role(name: string, context: string, statements: readonly Statement[], seconds?: number) {
  const created = new aws.iam.Role(name, {
    name,
    assumeRolePolicy: provider.arn.apply((arn) => trustPolicy(arn, repository, context)),
    maxSessionDuration: seconds,
  });
  const documents = policyDocuments(statements);
  if (documents.length > MOST_POLICIES)
    throw new pulumi.RunError(
      `bootstrap:zones: ${name} would have ${documents.length} policies, and IAM attaches ${MOST_POLICIES} to a role: name the hosts of a zone together, such as *.petstore.dev`,
    );
  for (const [index, policy] of documents.entries()) {
    const part = `${name}-${index + 1}`;
    const opts = { parent: created };
    const { arn } = new aws.iam.Policy(part, { name: part, policy }, opts);
    new aws.iam.RolePolicyAttachment(part, { role: created.name, policyArn: arn }, opts);
  }
  return created.arn;
}

const reading = [...previewStatements(place, environments), ...readState(state)];
const planning = [...planStatements(place, environments), ...readState(state)];

/** For the repository's variable AWS_PREVIEW_ROLE_STAGING or AWS_PREVIEW_ROLE_PRODUCTION. */
export const previewRole = role('petstore-preview', PREVIEWS, reading);

/** For the repository's variable AWS_PLAN_ROLE_STAGING or AWS_PLAN_ROLE_PRODUCTION. */
export const planRole = role('petstore-plan', PLANS, planning);

const byStack = (output: (one: (typeof environments)[number]) => pulumi.Output<string>) =>
  Object.fromEntries(environments.map((one) => [one.stack, output(one)]));

/** For `petstore:permissionsBoundary` of each stack: the deploying roles create no role without it. */
export const boundaries = byStack(({ stack, vaults }) => {
  const name = boundaryName(PROJECT, stack);
  const policy = policyDocument(boundaryStatements(place, stack, vaults));
  const description = `The most that a function of ${PROJECT} ${stack} may do`;
  return new aws.iam.Policy(name, { name, description, policy }).arn;
});

/** For the variable AWS_DEPLOY_ROLE of each environment. */
export const deployRoles = byStack((one) => {
  const statements = [...deployStatements(place, one), ...writeState(state, one.stack)];
  return role(`petstore-deploy-${one.stack}`, deploysTo(one.stack), statements, DEPLOY_SECONDS);
});
