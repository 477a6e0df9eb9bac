// Recorded types about who may do what. The tests of rights simulate their policies; nothing here decides by them.
import { randomUUID } from 'node:crypto';
import type { OriginAccessControlArgs } from '@pulumi/aws/cloudfront/originAccessControl.js';
import type { RoleArgs } from '@pulumi/aws/iam/role.js';
import type { RolePolicyArgs } from '@pulumi/aws/iam/rolePolicy.js';
import type { FunctionEventInvokeConfigArgs } from '@pulumi/aws/lambda/functionEventInvokeConfig.js';
import type { BucketOwnershipControlsArgs } from '@pulumi/aws/s3/bucketOwnershipControls.js';
import type { BucketPolicyArgs } from '@pulumi/aws/s3/bucketPolicy.js';
import type { BucketPublicAccessBlockArgs } from '@pulumi/aws/s3/bucketPublicAccessBlock.js';
import { namesOf, type RecordedTypes } from './recorded-type.ts';

export const ROLE = 'aws:iam/role:Role';

export const ACCESS: RecordedTypes = {
  [ROLE]: {
    inputs: namesOf<RoleArgs>()(
      ['name', 'assumeRolePolicy'],
      ['description', 'path', 'maxSessionDuration', 'forceDetachPolicies', 'permissionsBoundary', 'tags'],
    ),
    replaceOn: ['name', 'path'],
    autoname: 'name',
    id: ({ name }) => `${name}`,
    computed: (name, { path = '/' }, { accountId }) => ({
      arn: `arn:aws:iam::${accountId}:role${path}${name}`,
    }),
  },
  'aws:iam/rolePolicy:RolePolicy': {
    inputs: namesOf<RolePolicyArgs>()(['name', 'role', 'policy']),
    replaceOn: ['name', 'role'],
    autoname: 'name',
    id: ({ role, name }) => `${role}:${name}`,
  },
  'aws:s3/bucketPolicy:BucketPolicy': {
    inputs: namesOf<BucketPolicyArgs>()(['bucket', 'policy'], ['region']),
    replaceOn: ['bucket'],
    id: ({ bucket }) => `${bucket}`,
  },
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': {
    inputs: namesOf<BucketOwnershipControlsArgs>()(['bucket', 'rule'], ['region']),
    replaceOn: ['bucket'],
    id: ({ bucket }) => `${bucket}`,
  },
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': {
    inputs: namesOf<BucketPublicAccessBlockArgs>()(
      ['bucket'],
      ['blockPublicAcls', 'blockPublicPolicy', 'ignorePublicAcls', 'restrictPublicBuckets', 'region'],
    ),
    replaceOn: ['bucket'],
    id: ({ bucket }) => `${bucket}`,
  },
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    inputs: namesOf<OriginAccessControlArgs>()(
      ['name', 'originAccessControlOriginType', 'signingBehavior', 'signingProtocol'],
      ['description'],
    ),
    replaceOn: [],
    autoname: 'name',
    id: () => `E${randomUUID().replaceAll('-', '').slice(0, 13).toUpperCase()}`,
    computed: (id, _inputs, { accountId }) => ({
      arn: `arn:aws:cloudfront::${accountId}:origin-access-control/${id}`,
    }),
  },
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': {
    inputs: namesOf<FunctionEventInvokeConfigArgs>()(
      ['functionName'],
      ['qualifier', 'region', 'maximumRetryAttempts', 'maximumEventAgeInSeconds'],
    ),
    replaceOn: ['functionName', 'qualifier'],
    id: ({ functionName, qualifier }) =>
      qualifier === undefined ? `${functionName}` : `${functionName}:${qualifier}`,
  },
};
