// What IAM decides about the calls of a role, by another implementation of IAM, with the condition keys that AWS gives it: those of
// each service's page in the Service Authorization Reference.
import { runSimulation, runUnsafeSimulation, type Simulation } from '@cloud-copilot/iam-simulate';
import type { Statement } from '../../infra/rights/policy.ts';

export const ACCOUNT = '123456789012';
export const REGION = 'eu-west-1';

/** An IAM action, and the resource that it is authorized for. */
export interface Call {
  readonly action: string;
  /** The ARN of a possible resource of the stack; `*` where the action has no resource in IAM. */
  readonly on: string;
}

/** `calls('dynamodb', arn, 'GetItem', …)` of one service. */
export function calls(service: string, on: string, ...names: readonly string[]): Call[] {
  return names.map((name) => ({ action: `${service}:${name}`, on }));
}

export function arn(service: string, resource: string, region = REGION): string {
  return `arn:aws:${service}:${region}:${ACCOUNT}:${resource}`;
}

/**
 * Whose resource a call is for. The function, tables, logs and alarms of all stacks have the same names but for Pulumi's
 * seven characters; the role, the bucket and the hosts have the stack's.
 */
export interface Owner {
  readonly project: string;
  readonly stack: string;
}

export const STAGING: Owner = { project: 'petstore', stack: 'staging' };
export const PRODUCTION: Owner = { project: 'petstore', stack: 'production' };
export const OTHER_PROJECT: Owner = { project: 'orders', stack: 'staging' };

/** The names of records that the example's environments have in one hosted zone. */
export function hostOf({ project, stack }: Owner): string {
  if (project !== 'petstore') return `api.${project}.example`;
  return stack === 'production' ? 'api.petstore.dev' : `api.${stack}.petstore.dev`;
}

export const boundaryOf = ({ project, stack }: Owner): string =>
  `arn:aws:iam::${ACCOUNT}:policy/${project}-${stack}-boundary`;

export interface Circumstances {
  /** Whose resource it is. */
  readonly owner: Owner;
  /** Whether the call is one of those that create the resource. */
  readonly creates?: boolean;
  /** The tags of the resource, where it has other ones than its owner's; `none`: it has no tags. */
  readonly tags?: 'none' | Owner;
  /** The account of the resource. */
  readonly account?: string;
  /** The boundary of the role, or the one in the request; `none`: there is none. */
  readonly boundary?: string;
  /** The tags of the request. */
  readonly request?: Owner;
  readonly record?: { readonly names?: readonly string[]; readonly types?: readonly string[] };
  readonly passedTo?: string;
  /** The service of a service-linked role. */
  readonly linkedTo?: string;
  /** What a call of DynamoDB writes. */
  readonly attributes?: readonly string[];
  /** Of a key; by default the key of AWS Backup. */
  readonly aliases?: readonly string[];
}

/** `action on ARN` of the calls that these statements permit, without repetitions. */
export async function permitted(
  statements: readonly Statement[],
  all: readonly Call[],
  circumstances: Circumstances,
): Promise<string[]> {
  const decisions = all.map(async (call) =>
    (await isAllowed(statements, call, circumstances)) ? [`${call.action} on ${call.on}`] : [],
  );
  return [...new Set((await Promise.all(decisions)).flat())];
}

/** The same of those that they do not permit. */
export async function refused(...[statements, all, circumstances]: Parameters<typeof permitted>) {
  const allowed = await permitted(statements, all, circumstances);
  return all.map(({ action, on }) => `${action} on ${on}`).filter((text) => !allowed.includes(text));
}

const EVERYTHING = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
const ORGANIZATION = [{ orgIdentifier: 'r-1', policies: [{ name: 'all', policy: EVERYTHING }] }];
/** A key's own policy decides whether identity policies count at all; by default they do. */
const EVERYBODY = { AWS: `arn:aws:iam::${ACCOUNT}:root` };
const KEY_POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: EVERYBODY, Action: 'kms:*', Resource: '*' }],
};

/** Throws for an action or a resource type that does not exist. */
async function isAllowed(statements: readonly Statement[], call: Call, circumstances: Circumstances) {
  const { action, on } = call;
  // The simulation evaluates the conditions of each statement, and one of another service's actions decides nothing.
  const services = ['*', action.split(':')[0]];
  const ofService = statements.filter(({ Action }) =>
    Action.some((name) => services.includes(name.split(':')[0])),
  );
  const simulation: Simulation = {
    request: {
      ...{ principal: `arn:aws:iam::${ACCOUNT}:role/orders`, action },
      ...{ resource: { resource: on, accountId: ACCOUNT }, contextVariables: keysOf(call, circumstances) },
    },
    identityPolicies: [{ name: 'p', policy: { Version: '2012-10-17', Statement: ofService } }],
    ...{ serviceControlPolicies: ORGANIZATION, resourceControlPolicies: [] },
    ...(action.startsWith('kms:') && { resourcePolicy: KEY_POLICY }),
  };
  // API Gateway has two APIs with one prefix; the data of the simulation has only the paths of the first. AWS Backup's
  // reference has an ARN of recovery points that every ARN of its own matches too. The data, of 2026-09, is older than protections.
  if (/^(apigateway|backup):|RecordSetProtections$/.test(action))
    return runUnsafeSimulation(simulation, {}) === 'Allowed';
  const result = await runSimulation(simulation, {});
  if (result.resultType === 'error') throw new Error(JSON.stringify(result.errors));
  return result.overallResult === 'Allowed';
}

/** Carries the tags that a resource is created with, or that are set. */
const WITH_TAGS =
  /^(apigateway:(POST|PUT|TagResource)|[a-z0-9]+:(Create\w+|TagResource|TagRole|AddTagsToCertificate|RequestCertificate|PutMetricAlarm|PutRule))$/;
/** Creates what is not there: neither tags nor an account. An alias is part of its function. The others of a creation are for what was created. */
const OF_NOTHING =
  /^(apigateway:(TagResource|PUT)|[a-z0-9]+:(Create(?!Alias)\w+|TagResource|AddTagsToCertificate|RequestCertificate|PutMetricAlarm|PutRule))$/;
const COLLECTION = /::\/(apis|domainnames)$/;
/** The services that pass no tags of these resources: S3, unless a bucket is set up for it, and IAM for PassRole. */
const WITHOUT_RESOURCE_TAGS = /^(s3|iam|route53):/;

type Keys = Readonly<Record<string, string | string[]>>;

function keysOf(call: Call, circumstances: Circumstances): Keys {
  const { action, on } = call;
  const { owner, account = ACCOUNT, boundary = boundaryOf(owner), tags = owner } = circumstances;
  const { aliases = ['alias/aws/backup'] } = circumstances;
  const isGlobal = /^(cloudfront|iam|route53):/.test(action);
  const hasTags = tags !== 'none' && !isOfNothing(call, circumstances) && !WITHOUT_RESOURCE_TAGS.test(action);
  const [, linked = ''] = /:role\/aws-service-role\/([^/]+)\//.exec(on) ?? [];
  return {
    'aws:RequestedRegion': isGlobal ? 'us-east-1' : on.split(':')[3] || REGION,
    ...(WITH_TAGS.test(action) && tagKeys('aws:RequestTag', circumstances.request ?? owner)),
    ...(hasTags && tagKeys('aws:ResourceTag', tags)),
    ...(action !== 's3:CreateBucket' && { 'aws:ResourceAccount': account }),
    ...(action.startsWith('iam:') && boundary !== 'none' && { 'iam:PermissionsBoundary': boundary }),
    'iam:PassedToService': circumstances.passedTo ?? 'lambda.amazonaws.com',
    'iam:AWSServiceName': circumstances.linkedTo ?? linked,
    ...(action.startsWith('kms:') && { 'kms:ResourceAliases': [...aliases] }),
    ...(circumstances.attributes && { 'dynamodb:Attributes': [...circumstances.attributes] }),
    ...(action === 'route53:ChangeResourceRecordSets' && recordKeys(circumstances)),
  };
}

/** API Gateway has no tags of the tagged resource for the path /tags, as far as its reference says. */
function isOfNothing({ action, on }: Call, { creates = false }: Circumstances): boolean {
  if (/^apigateway:(POST|PUT)$/.test(action) && on.includes('::/tags/')) return true;
  if (on === '*' || COLLECTION.test(on)) return true;
  return creates && OF_NOTHING.test(action);
}

/** An empty list is a key that is absent. */
function recordKeys({ owner, record = {} }: Circumstances): Keys {
  const { names = [hostOf(owner)], types = ['CNAME'] } = record;
  const keys = { NormalizedRecordNames: names, RecordTypes: types, Actions: ['UPSERT'] };
  const present = Object.entries(keys).filter(([, values]) => values.length > 0);
  return Object.fromEntries(
    present.map(([key, values]) => [`route53:ChangeResourceRecordSets${key}`, [...values]]),
  );
}

function tagKeys(prefix: string, { project, stack }: Owner): Keys {
  return { [`${prefix}/project`]: project, [`${prefix}/stack`]: stack, [`${prefix}/managed-by`]: 'pulumi' };
}
