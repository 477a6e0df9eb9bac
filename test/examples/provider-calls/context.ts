// What AWS tells IAM about a call: the condition keys of the request, as each service's page in the Service Authorization
// Reference has them.
import { ACCOUNT, type Call, hostOf, type Owner, REGION } from './call.ts';

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
  /** Of an item, that a request to DynamoDB names. */
  readonly attributes?: readonly string[];
  /** The service of a service-linked role. */
  readonly linkedTo?: string;
  /** Of a key; by default the key of AWS Backup. */
  readonly aliases?: readonly string[];
}

export type Keys = Readonly<Record<string, string | string[]>>;

export const boundaryOf = ({ project, stack }: Owner): string =>
  `arn:aws:iam::${ACCOUNT}:policy/${project}-${stack}-boundary`;

/** Carries the tags that a resource is created with, or that are set. */
const WITH_TAGS =
  /^(apigateway:(POST|PUT|TagResource)|[a-z0-9]+:(Create\w+|TagResource|TagRole|AddTagsToCertificate|RequestCertificate|PutMetricAlarm|PutRule))$/;
/** Creates what is not there: neither tags nor an account. An alias is part of its function. The others of a creation are for what was created. */
const OF_NOTHING =
  /^(apigateway:(TagResource|PUT)|[a-z0-9]+:(Create(?!Alias)\w+|TagResource|AddTagsToCertificate|RequestCertificate|PutMetricAlarm|PutRule))$/;
const COLLECTION = /::\/(apis|domainnames)$/;
/** The services that pass no tags of these resources: S3, unless a bucket is set up for it, and IAM for PassRole. */
const WITHOUT_RESOURCE_TAGS = /^(s3|iam|route53):/;

export function keysOf(call: Call, circumstances: Circumstances): Keys {
  const { action, on } = call;
  const { owner, account = ACCOUNT, boundary = boundaryOf(owner), record = {} } = circumstances;
  const isNew = isOfNothing(call, circumstances);
  return {
    'aws:RequestedRegion': /^(cloudfront|iam|route53):/.test(action)
      ? 'us-east-1'
      : on.split(':')[3] || REGION,
    ...(WITH_TAGS.test(action) && tagKeys('aws:RequestTag', circumstances.request ?? owner)),
    ...(!isNew && !WITHOUT_RESOURCE_TAGS.test(action) && resourceTags(circumstances)),
    ...(action !== 's3:CreateBucket' && { 'aws:ResourceAccount': account }),
    ...(action.startsWith('iam:') && boundary !== 'none' && { 'iam:PermissionsBoundary': boundary }),
    'iam:PassedToService': circumstances.passedTo ?? 'lambda.amazonaws.com',
    'iam:AWSServiceName': circumstances.linkedTo ?? linkedService(on),
    ...(action.startsWith('kms:') && {
      'kms:ResourceAliases': [...(circumstances.aliases ?? ['alias/aws/backup'])],
    }),
    ...(action.startsWith('dynamodb:') && { 'dynamodb:Attributes': [...(circumstances.attributes ?? [])] }),
    ...(action === 'route53:ChangeResourceRecordSets' && recordKeys(record, hostOf(owner))),
  };
}

/** `arn:aws:iam::<account>:role/aws-service-role/<service>/<name>`. */
function linkedService(on: string): string {
  return /:role\/aws-service-role\/([^/]+)\//.exec(on)?.[1] ?? '';
}

/** API Gateway has no tags of the tagged resource for the path /tags, as far as its reference says. */
function isOfNothing({ action, on }: Call, { creates = false }: Circumstances): boolean {
  if (/^apigateway:(POST|PUT)$/.test(action) && on.includes('::/tags/')) return true;
  if (on === '*' || COLLECTION.test(on)) return true;
  return creates && OF_NOTHING.test(action);
}

/** An empty list is a key that is absent. */
function recordKeys({ names, types = ['CNAME'] }: NonNullable<Circumstances['record']>, host: string): Keys {
  const keys = { NormalizedRecordNames: names ?? [host], RecordTypes: types, Actions: ['UPSERT'] };
  const present = Object.entries(keys).filter(([, values]) => values.length > 0);
  return Object.fromEntries(
    present.map(([key, values]) => [`route53:ChangeResourceRecordSets${key}`, [...values]]),
  );
}

function resourceTags({ tags, owner }: Circumstances): Keys {
  return tags === 'none' ? {} : tagKeys('aws:ResourceTag', tags ?? owner);
}

function tagKeys(prefix: string, { project, stack }: Owner): Keys {
  return { [`${prefix}/project`]: project, [`${prefix}/stack`]: stack, [`${prefix}/managed-by`]: 'pulumi' };
}
