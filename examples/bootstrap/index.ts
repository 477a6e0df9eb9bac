// The AWS roles of GitHub's workflows: one that previews, and one for each environment that deploys.
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';
import { deployStatements, type Place, policyDocument, previewStatements, type Statement } from './policy.ts';
import { readState, type StateArgs, writeState } from './state.ts';
import { checkedRepository, deploysTo, ISSUER, PREVIEWS, trustPolicy } from './trust.ts';

/** The project that the workflows deploy. */
const PROJECT = 'petstore';
/** A certificate can take over an hour. */
const DEPLOY_SECONDS = 7200;

const config = new pulumi.Config();
const repository = checkedRepository(config.require('subject'));
const environments = config.requireObject<string[]>('environments');
const backend = config.require('backend');

const { accountId } = await aws.getCallerIdentity();
const { targetKeyArn } = await aws.kms.getAlias({ name: config.require('secretsKey') });
const place: Place = { account: accountId, region: aws.config.requireRegion() };
const state: StateArgs = { backend, project: PROJECT, keyArn: targetKeyArn };

// An account has one provider for each issuer: this program uses it if another project has created it.
const provider = config.requireBoolean('newProvider')
  ? new aws.iam.OpenIdConnectProvider('github', {
      url: `https://${ISSUER}`,
      clientIdLists: ['sts.amazonaws.com'],
    })
  : aws.iam.getOpenIdConnectProviderOutput({ url: `https://${ISSUER}` });

interface RoleArgs {
  readonly contexts: readonly string[];
  readonly resources: readonly Statement[];
  readonly state: readonly Statement[];
  readonly seconds?: number;
}

function role(name: string, { contexts, resources, state, seconds }: RoleArgs): aws.iam.Role {
  const created = new aws.iam.Role(name, {
    name,
    assumeRolePolicy: provider.arn.apply((arn) => trustPolicy(arn, repository, contexts)),
    maxSessionDuration: seconds,
  });
  for (const [part, statements] of Object.entries({ resources, state })) {
    const policy = policyDocument(statements);
    new aws.iam.RolePolicy(
      `${name}-${part}`,
      { role: created.name, name: part, policy },
      { parent: created },
    );
  }
  return created;
}

/** For the repository's variable AWS_PREVIEW_ROLE. */
export const previewRole = role('petstore-preview', {
  contexts: PREVIEWS,
  resources: previewStatements(place),
  state: readState(state),
}).arn;

/** For the variable AWS_DEPLOY_ROLE of each environment. */
export const deployRoles = Object.fromEntries(
  environments.map((environment) => [
    environment,
    role(`petstore-deploy-${environment}`, {
      contexts: deploysTo(environment),
      resources: deployStatements(place, environment),
      state: writeState(state, environment),
      seconds: DEPLOY_SECONDS,
    }).arn,
  ]),
);
