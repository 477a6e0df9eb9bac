// The AWS roles of GitHub's workflows: one that previews, one that plans, and one for each environment that deploys.
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';
import { z } from 'zod';
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

// The config: a value that would match nothing, or more than it seems to, is refused.

const matching = (form: RegExp, what: string) => z.string().regex(form, `is not ${what}`);

/** No pattern that could match another repository. */
const REPOSITORY = matching(
  /^repo:[\w-]+(@\d+)?\/[\w.-]+(@\d+)?$/,
  "the start of a repository's token subjects: set it to the output of gh api repos/OWNER/NAME/actions/oidc/customization/sub --jq .sub_claim_prefix",
);
/** In an ARN, * and ? match anything, and $ begins a variable. */
const BACKEND = matching(
  /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[^*?$]*)?(\?.*)?$/,
  'a bucket: set it to the argument of `pulumi login`, s3://BUCKET',
);
/** The name of a stack is part of the names of its bucket and its role, which IAM recognises it by. */
const STACK = matching(/^[a-z0-9][a-z0-9-]{0,27}$/, '1 to 28 lower-case letters, digits and hyphens');
const ZONE_ID = /^Z[A-Z0-9]{1,31}$/;
/** As Route 53 normalises names for IAM: lower case, no final dot; another character would be an escape code. */
const RECORD = matching(
  /^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9-]+$/,
  'a record name in lower case without a final dot, such as *.staging.petstore.dev',
);
/** By the zone's id: patterns of record names, `staging.petstore.dev` and `*.staging.petstore.dev`. */
const ZONES = z
  .record(z.string(), z.array(RECORD).min(1, 'has no record names'))
  .refine(
    (zones) => Object.keys(zones).every((id) => ZONE_ID.test(id)),
    'has a key that is not the id of a hosted zone, such as Z0123456789ABC',
  );
/** IAM, CreateRole. No wildcard: it would be every role of that form, in an account of others. */
const ROLE = matching(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/, "a role's ARN");
/** AWS Backup, CreateBackupVault. No wildcard either. */
const VAULT = matching(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/, "a backup vault's ARN");

/** `zoneRoles` and `vaults` are of other accounts. */
function readConfig() {
  const config = new pulumi.Config();
  function checked<Value>(key: string, form: z.ZodType<Value>, given: unknown): Value {
    const { data, error } = form.safeParse(given);
    if (error !== undefined) throw new pulumi.RunError(`bootstrap:${key}: ${z.prettifyError(error)}`);
    return data as Value;
  }
  const stacks = checked('environments', z.array(STACK), config.requireObject('environments'));
  const byStack = <Value>(key: string, form: z.ZodType<Value>) => {
    const forms = Object.fromEntries(stacks.map((stack) => [stack, form.optional()]));
    const given = checked(key, z.strictObject(forms), config.requireObject(key));
    return given as Record<string, Value | undefined>;
  };
  const zones = byStack('zones', ZONES);
  const zoneRoles = byStack('zoneRoles', z.array(ROLE));
  const vaults = byStack('backupVaults', z.array(VAULT));
  return {
    repository: checked('subject', REPOSITORY, config.require('subject')),
    backend: checked('backend', BACKEND, config.require('backend')),
    secretsKey: config.require('secretsKey'),
    newProvider: config.requireBoolean('newProvider'),
    environments: stacks.map((stack) => {
      const own = { zones: zones[stack] ?? {}, zoneRoles: zoneRoles[stack] ?? [] };
      return { stack, ...own, vaults: vaults[stack] ?? [] };
    }),
  };
}

const ISSUER = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';
const MAIN = 'refs/heads/main';

/** Jobs without an environment: in runs for pull requests, and on main. */
const PREVIEWS = 'pull_request';
const PLANS = `ref:${MAIN}`;

/** `repository`: the start of its tokens' subjects, `repo:OWNER/NAME` or, with ids, `repo:OWNER@1/NAME@2`. */
function trustPolicy(providerArn: string, repository: string, context: string): string {
  const StringEquals = {
    [`${ISSUER}:aud`]: AUDIENCE,
    [`${ISSUER}:sub`]: `${repository}:${context}`,
    // Whoever can push a branch can create an environment that has no rules, before its name has any. A pull request has a ref of
    // its own. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_iam-condition-keys.html#condition-keys-wif
    ...(context !== PREVIEWS && { [`${ISSUER}:ref`]: MAIN }),
  };
  const Principal = { Federated: providerArn };
  const Action = 'sts:AssumeRoleWithWebIdentity';
  const Statement = [{ Effect: 'Allow', Principal, Action, Condition: { StringEquals } }];
  return JSON.stringify({ Version: '2012-10-17', Statement });
}

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
      clientIdLists: [AUDIENCE],
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
  return role(`petstore-deploy-${one.stack}`, `environment:${one.stack}`, statements, DEPLOY_SECONDS);
});
