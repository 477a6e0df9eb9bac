// Certificates, tables, policies, functions, alarms and what is in buckets.
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

const ACM = 'internal/service/acm/certificate.go';
const withDots = (names: unknown) => (names as string[]).map((name) => `${name}.`);

const certificates: readonly FormRow[] = [
  row('aws:acm/certificate:Certificate', {
    what: 'a name with capitals',
    ...{ declares: { domainName: 'One.pets.localhost' }, shows: 'replace' },
    gives: { domainName: 'one.pets.localhost', subjectAlternativeNames: ['one.pets.localhost'] },
    source: `ACM keeps lower case (go-to-k/cdk-real-drift#1620); ${ACM}: domain_name is ForceNew`,
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'alternative names in another order, the domain name among them',
    declares: { subjectAlternativeNames: ['two.pets.localhost', 'three.pets.localhost'] },
    next: {
      subjectAlternativeNames: ['three.pets.localhost', 'one.pets.localhost', 'two.pets.localhost'],
    },
    ...{ shows: 'same', source: `${ACM}: CustomizeDiff, sanSet.Add` },
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'no key algorithm, alternative names and options, where there were some',
    declares: {
      ...{ keyAlgorithm: 'EC_prime256v1', subjectAlternativeNames: ['two.pets.localhost'] },
      options: { certificateTransparencyLoggingPreference: 'DISABLED' },
    },
    gives: { options: { certificateTransparencyLoggingPreference: 'DISABLED', export: 'DISABLED' } },
    next: {},
    ...{ shows: 'same', source: `${ACM}: all are Optional and Computed` },
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'no key algorithm and no options',
    declares: {},
    gives: {
      keyAlgorithm: 'RSA_2048',
      options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'DISABLED' },
    },
    ...{ shows: 'same', source: 'RequestCertificate in the API reference: KeyAlgorithm, Options' },
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'options without export, where it was among them',
    declares: { options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'ENABLED' } },
    next: { options: { certificateTransparencyLoggingPreference: 'ENABLED' } },
    ...{ shows: 'same', source: `${ACM}: export is Optional and Computed` },
  }),
  row('aws:acm/certificateValidation:CertificateValidation', {
    what: 'names in another order',
    declares: {},
    next: ({ validationRecordFqdns }) => ({
      validationRecordFqdns: [...(validationRecordFqdns as string[])].reverse(),
    }),
    ...{ shows: 'same', source: 'internal/service/acm/certificate_validation.go: a TypeSet' },
  }),
  row('aws:acm/certificateValidation:CertificateValidation', {
    what: 'names with a final dot, where they had none',
    declares: {},
    next: ({ validationRecordFqdns: names }) => ({ validationRecordFqdns: withDots(names) }),
    ...{ shows: 'replace', source: 'internal/service/acm/certificate_validation.go: texts, ForceNew' },
  }),
];

const TABLE = 'internal/service/dynamodb/table.go';
const indexed = {
  attributes: [
    { name: 'id', type: 'S' },
    { name: 'status', type: 'S' },
  ],
};
const index = { name: 'by-status', projectionType: 'ALL' };
const keySchemas = [
  { attributeName: 'status', keyType: 'HASH' },
  { attributeName: 'id', keyType: 'RANGE' },
];

const WITHOUT_ATTRIBUTE = expect.not.objectContaining({ attributeName: 'expires' });

const tables: readonly FormRow[] = [
  row('aws:dynamodb/table:Table', {
    what: 'an index by keySchemas, where it was by hashKey and rangeKey',
    declares: {
      ...indexed,
      globalSecondaryIndexes: [{ ...index, hashKey: 'status', rangeKey: 'id' }],
    },
    gives: { globalSecondaryIndexes: [{ ...index, hashKey: 'status', rangeKey: 'id', keySchemas }] },
    next: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas }] },
    ...{ shows: 'same', source: `${TABLE}: customDiffGlobalSecondaryIndex` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'an index of other keys',
    declares: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas }] },
    next: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas: keySchemas.slice(0, 1) }] },
    ...{ shows: 'update', source: `${TABLE}: customDiffGlobalSecondaryIndex` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'attributes and the attributes of an index in another order',
    declares: {
      ...indexed,
      globalSecondaryIndexes: [
        { ...index, keySchemas, projectionType: 'INCLUDE', nonKeyAttributes: ['a', 'b'] },
      ],
    },
    next: {
      attributes: indexed.attributes.toReversed(),
      globalSecondaryIndexes: [
        { ...index, keySchemas, projectionType: 'INCLUDE', nonKeyAttributes: ['b', 'a'] },
      ],
    },
    ...{ shows: 'same', source: `${TABLE}: both are TypeSets` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'recovery, encryption and time to live that are off, then left out',
    declares: {
      ...{ pointInTimeRecovery: { enabled: false }, serverSideEncryption: { enabled: false } },
      ttl: { enabled: false, attributeName: 'expires' },
    },
    gives: { pointInTimeRecovery: { enabled: false }, ttl: WITHOUT_ATTRIBUTE },
    lacks: ['serverSideEncryption'],
    next: {},
    ...{
      shows: 'same',
      source: `${TABLE}: isTableOptionDisabled, SuppressMissingOptionalConfigurationBlock`,
    },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'time to live that is off, with its attribute; recovery without a period',
    declares: { ttl: { enabled: false, attributeName: 'expires' }, pointInTimeRecovery: { enabled: true } },
    gives: { pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: 35 } },
    ...{ shows: 'same', source: `${TABLE}: DiffSuppressFunc of attribute_name` },
  }),
];

const tableOptions: readonly FormRow[] = [
  row('aws:dynamodb/table:Table', {
    what: 'recovery and time to live left out; encryption by the key that DynamoDB owns, by name',
    declares: {},
    gives: { pointInTimeRecovery: { enabled: false }, ttl: { enabled: false } },
    next: { serverSideEncryption: { enabled: false } },
    ...{ shows: 'same', source: `${TABLE}: isTableOptionDisabled` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'a period of recovery that is off',
    declares: { pointInTimeRecovery: { enabled: false, recoveryPeriodInDays: 7 } },
    ...{ shows: 'same', source: `${TABLE}: DiffSuppressFunc of recovery_period_in_days` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'encryption left out, where it was on',
    ...{ declares: { serverSideEncryption: { enabled: true } }, next: {}, shows: 'same' },
    source: `${TABLE}: server_side_encryption is Optional and Computed`,
  }),
  row('aws:dynamodb/table:Table', {
    what: 'no capacity, where there was some',
    declares: { billingMode: 'PROVISIONED', readCapacity: 5, writeCapacity: 5 },
    next: { billingMode: 'PROVISIONED' },
    ...{ shows: 'same', source: `${TABLE}: both are Optional and Computed` },
  }),
];

const FUNCTION = 'internal/service/lambda/function.go';

const functions: readonly FormRow[] = [
  row('aws:lambda/function:Function', {
    what: 'an environment without variables, and log levels left out',
    declares: { environment: { variables: {} }, loggingConfig: { logFormat: 'JSON' } },
    lacks: ['environment'],
    gives: { loggingConfig: { logFormat: 'JSON', applicationLogLevel: 'INFO', systemLogLevel: 'INFO' } },
    ...{ shows: 'same', source: `${FUNCTION}: suppressLoggingConfigUnspecifiedLogLevels, environment` },
  }),
  row('aws:lambda/function:Function', {
    what: 'no architecture, storage, tracing and logging, where there were some',
    declares: {
      ...{ architectures: ['arm64'], ephemeralStorage: { size: 1024 }, tracingConfig: { mode: 'Active' } },
      ...{ loggingConfig: { logFormat: 'JSON', logGroup: '/pets' }, sourceCodeHash: 'hash' },
    },
    next: {},
    ...{ shows: 'same', source: `${FUNCTION}: all are Optional and Computed` },
  }),
  row('aws:lambda/function:Function', {
    what: 'neither architecture, storage, tracing, logging nor environment',
    declares: { name: 'pets' },
    gives: {
      ...{
        architectures: ['x86_64'],
        ephemeralStorage: { size: 512 },
        tracingConfig: { mode: 'PassThrough' },
      },
      loggingConfig: { logFormat: 'Text', logGroup: '/aws/lambda/pets' },
    },
    next: { name: 'pets', environment: { variables: {} } },
    ...{ shows: 'same', source: 'CreateFunction in the API reference' },
  }),
  row('aws:lambda/function:Function', {
    what: 'logging without its group, where there was one',
    declares: { loggingConfig: { logFormat: 'JSON', logGroup: '/pets' } },
    next: { loggingConfig: { logFormat: 'JSON' } },
    ...{ shows: 'same', source: `${FUNCTION}: log_group is Optional and Computed` },
  }),
  row('aws:lambda/permission:Permission', {
    what: "the function's ARN",
    ...{ declares: {}, shows: 'same' },
    source: 'internal/service/lambda/permission.go: "Save Lambda function name in the same format"',
  }),
  row('aws:lambda/permission:Permission', {
    what: 'an account by its number',
    ...{ declares: { principal: '123456789012' }, shows: 'replace' },
    gives: { principal: 'arn:aws:iam::123456789012:root' },
    source: 'hashicorp/terraform-provider-aws#30722; internal/service/lambda/permission.go',
  }),
];

const topics = ['arn:aws:sns:eu-west-1:123456789012:a', 'arn:aws:sns:eu-west-1:123456789012:b'];

const watched: readonly FormRow[] = [
  row('aws:cloudwatch/logGroup:LogGroup', {
    what: 'no class, where there was one',
    ...{ declares: { logGroupClass: 'INFREQUENT_ACCESS' }, next: {}, shows: 'same' },
    source: 'internal/service/logs/group.go: log_group_class is Optional and Computed',
  }),
  row('aws:cloudwatch/logGroup:LogGroup', {
    what: 'no class',
    ...{ declares: {}, gives: { logGroupClass: 'STANDARD' }, shows: 'same' },
    source: 'CreateLogGroup in the API reference: the default of logGroupClass',
  }),
  row('aws:cloudwatch/logGroup:LogGroup', {
    what: 'how long a group for deliveries keeps what it has',
    ...{ declares: { logGroupClass: 'DELIVERY', retentionInDays: 30 }, shows: 'same' },
    gives: { retentionInDays: 2 },
    source: 'internal/service/logs/group.go: DiffSuppressFunc of retention_in_days',
  }),
  row('aws:cloudwatch/metricAlarm:MetricAlarm', {
    what: 'actions in another order, and an empty description',
    declares: { alarmActions: topics, okActions: topics, insufficientDataActions: topics },
    next: {
      ...{ alarmActions: topics.toReversed(), okActions: topics.toReversed() },
      ...{ insufficientDataActions: topics.toReversed(), alarmDescription: '' },
    },
    ...{ shows: 'same', source: 'internal/service/cloudwatch/metric_alarm.go: TypeSets' },
  }),
];

export const aws: readonly FormRow[] = [
  ...[...policies, ...buckets, ...certificates],
  ...[...tables, ...tableOptions, ...functions, ...watched],
];
