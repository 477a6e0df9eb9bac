// Policies, and objects of buckets.
import { expect } from 'vitest';
import { allow, LAMBDA_TRUST } from '../../support/role.ts';
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const reordered = (json: unknown) => {
  const { Version, Statement } = JSON.parse(String(json)) as { Version: string; Statement: object[] };
  const statements = Statement.map((one) => Object.fromEntries(Object.entries(one).reverse()));
  return JSON.stringify({ Statement: statements, Version }, null, 2);
};

const TRUST_IN_ORDER =
  '{"Statement":[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}],"Version":"2012-10-17"}';

const SUPPRESSED = 'internal/verify/json.go: SuppressEquivalentPolicyDiffs';

const policies: readonly FormRow[] = [
  row('aws:iam/role:Role', {
    what: 'a policy with its keys in another order, and spaces',
    declares: { assumeRolePolicy: reordered(LAMBDA_TRUST), description: '' },
    gives: { assumeRolePolicy: TRUST_IN_ORDER },
    next: { assumeRolePolicy: LAMBDA_TRUST },
    ...{ shows: 'same', source: SUPPRESSED },
  }),
  row('aws:iam/rolePolicy:RolePolicy', {
    what: 'one action in a list, then as text; two resources in another order',
    declares: { policy: allow(['dynamodb:GetItem'], ['arn:one', 'arn:two']) },
    gives: {
      policy:
        '{"Version":"2012-10-17","Statement":[{"Action":["dynamodb:GetItem"],"Effect":"Allow","Resource":["arn:one","arn:two"]}]}',
    },
    next: {
      policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: { Resource: ['arn:two', 'arn:one'], Action: 'dynamodb:GetItem', Effect: 'Allow' },
      }),
    },
    ...{ shows: 'same', source: `${SUPPRESSED}, awspolicyequivalence` },
  }),
  row('aws:iam/rolePolicy:RolePolicy', {
    what: 'an action that is another in capitals',
    declares: { policy: allow(['dynamodb:GetItem'], ['*']) },
    next: { policy: allow(['dynamodb:PutItem'], ['*']) },
    ...{ shows: 'update', source: SUPPRESSED },
  }),
  row('aws:iam/rolePolicyAttachment:RolePolicyAttachment', {
    what: 'the same again',
    ...{ declares: {}, shows: 'same' },
    source: 'internal/service/iam/role_policy_attachment.go: both attributes are kept as declared',
  }),
  row('aws:s3/bucketPolicy:BucketPolicy', {
    what: 'a policy with its keys in another order, and spaces',
    declares: ({ policy }) => ({ policy: reordered(policy) }),
    gives: { policy: expect.stringMatching(/^\{"Statement":\[\{"Action":.*\}\],"Version":"2012-10-17"\}$/) },
    next: ({ policy }) => ({ policy: reordered(policy) }),
    ...{ shows: 'same', source: `${SUPPRESSED}; internal/service/s3/bucket_policy.go` },
  }),
];

const S3 = 'internal/service/s3';

const buckets: readonly FormRow[] = [
  row('aws:s3/bucket:Bucket', {
    what: 'no tags, where there were none by name',
    ...{ declares: { tags: {} }, next: { tags: undefined }, shows: 'same' },
    source: 'terraform-plugin-sdk, helper/schema/schema.go: diffMap',
  }),
  row('aws:s3/bucketObjectv2:BucketObjectv2', {
    what: 'no content type, where there was one',
    ...{ declares: { contentType: 'text/html' }, next: { contentType: undefined }, shows: 'same' },
    source: `${S3}/object.go: content_type is Optional and Computed`,
  }),
  row('aws:s3/bucketObjectv2:BucketObjectv2', {
    what: 'no content type',
    ...{ declares: {}, gives: { contentType: 'binary/octet-stream' }, shows: 'same' },
    source: 'PutObject in the API reference: the default of Content-Type',
  }),
  row('aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock', {
    what: 'false, where it was left out',
    ...{ declares: { ignorePublicAcls: undefined }, next: { ignorePublicAcls: false }, shows: 'same' },
    source: `${S3}/bucket_public_access_block.go: the default is false`,
  }),
  row('aws:s3/bucketOwnershipControls:BucketOwnershipControls', {
    ...{ what: 'the same again', declares: {}, shows: 'same' },
    source: `${S3}/bucket_ownership_controls.go: an enumeration`,
  }),
];

export const policyForms: readonly FormRow[] = [...policies, ...buckets];
