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
  statement,
} from '../../infra/rights/policy.ts';
import { actions, IN_ACCOUNT } from '../../infra/rights/right.ts';
import { deploysTo, ISSUER, PLANS, PREVIEWS, readConfig, trustPolicy } from './config.ts';

const PROJECT = 'petstore';
/** A certificate can take over an hour. */
const DEPLOY_SECONDS = 7200;
/** IAM's quota for a role: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const MOST_POLICIES = 10;

const { repository, backend, secretsKey, newProvider, environments } = readConfig();
const { accountId } = await aws.getCallerIdentity();
const keys = await keysOfStacks();
const place: Place = { account: accountId, region: aws.config.requireRegion(), project: PROJECT };

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

const stateBucket = `arn:aws:s3:::${new URL(backend).hostname}`;

/** In the folder of the argument of `pulumi login`: `s3://bucket`, `s3://bucket/folder?region=eu-west-1`. */
function inState(path: string): string {
  const folder = new URL(backend).pathname.replaceAll(/^\/+|\/+$/g, '');
  return [stateBucket, folder, '.pulumi', path].filter(Boolean).join('/');
}

function inAccount(names: string, on: readonly string[]): Statement {
  return statement({ actions: actions('s3', names), on, when: IN_ACCOUNT }, { account: accountId });
}

function readState(files: string, decrypting: readonly string[]): Statement[] {
  return [
    // The whole bucket: without the right to list, S3 reports a missing file as forbidden.
    inAccount('ListBucket GetBucketLocation', [stateBucket]),
    inAccount('GetObject', [inState('meta.yaml'), inState(`stacks/${PROJECT}/${files}`)]),
    { Effect: 'Allow', Action: ['kms:Decrypt'], Resource: decrypting },
  ];
}

/** An update reads, decrypts and locks its own stack, and writes backups and a history. */
function writeState(stack: string): Statement[] {
  const own = `${PROJECT}/${stack}`;
  const files = [`stacks/${own}.*`, `backups/${own}/*`, `history/${own}/*`, `locks/organization/${own}/*`];
  return [
    ...readState(`${stack}.*`, [keys[stack] ?? '']),
    inAccount('GetObject PutObject DeleteObject', files.map(inState)),
  ];
}

// All stacks of the project: `pulumi stack ls` reads each. A preview takes no lock (`Preview` in pulumi's
// pkg/backend/diy/backend.go).
const allState = readState('*', Object.values(keys));
const reading = [...previewStatements(place, environments), ...allState];
const planning = [...planStatements(place, environments), ...allState];

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
  const statements = [...deployStatements(place, one), ...writeState(one.stack)];
  return role(`petstore-deploy-${one.stack}`, deploysTo(one.stack), statements, DEPLOY_SECONDS);
});
