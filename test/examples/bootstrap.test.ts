// The roles of the bootstrap example: who may assume them, and that they have exactly the rights that the program needs.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '../../examples/bootstrap/policy.ts';
import { RIGHTS } from '../../examples/bootstrap/rights/index.ts';
import { goldenResources } from '../infra/golden-resources.ts';
import { ACCOUNT, type Bootstrap, bootstrap, KEY_ARN } from './bootstrap-program.ts';
import { arn } from './provider-calls/call.ts';

const PREVIEW = 'petstore-preview';
const STAGING = 'petstore-deploy-staging';
const ROLES = [PREVIEW, STAGING, 'petstore-deploy-production'];
/** Characters of a managed policy, and policies of a role: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const POLICY_LIMIT = 6144;
const ATTACHED_LIMIT = 10;

let roles: Bootstrap;

beforeAll(async () => {
  roles = await bootstrap();
});

const list = (value: string | readonly string[]): readonly string[] => [value].flat();
const actionsOf = (statements: readonly Statement[]) => statements.flatMap(({ Action }) => list(Action));
const ofAction = (role: string, action: string) =>
  roles.statements(role).filter(({ Action }) => list(Action).includes(action));

/** The types and names of what the program registers for a deployed stack. */
const registeredIn = (stack: string) => goldenResources(stack).map(({ type, name }) => [type, name] as const);
const registered = ['staging', 'production'].flatMap(registeredIn);

/** What a stack has with petstore:backup (test/infra/backups.test.ts), which neither of the two files sets. */
const BY_SETTING = ['aws:backup/vault:Vault', 'aws:backup/plan:Plan', 'aws:backup/selection:Selection'];

test('there are rights for each type of AWS resource that the program declares, and for no other', () => {
  const types = registered.map(([type]) => type).filter((type) => type.startsWith('aws:'));
  expect(Object.keys(RIGHTS).sort()).toEqual([...new Set([...types, ...BY_SETTING])].sort());
});

describe('trust', () => {
  const condition = (...contexts: string[]) => ({
    StringEquals: {
      'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
      'token.actions.githubusercontent.com:sub': contexts.map((context) => `repo:octo@1/pets@2:${context}`),
    },
  });

  test.each([
    [PREVIEW, condition('pull_request', 'ref:refs/heads/main')],
    [STAGING, condition('environment:staging')],
    ['petstore-deploy-production', condition('environment:production')],
  ])('%s', (role, Condition) => {
    expect(roles.trust(role)).toEqual({
      ...{ Effect: 'Allow', Principal: { Federated: 'arn:github' }, Action: 'sts:AssumeRoleWithWebIdentity' },
      Condition,
    });
  });

  test('an existing provider of the account is used', async () => {
    const { registrations, trust } = await bootstrap({ 'bootstrap:newProvider': 'false' });
    expect(registrations.filter(({ type }) => /OpenIdConnectProvider/.test(type))).toEqual([]);
    expect(trust(STAGING).Principal).toEqual({
      Federated: `arn:aws:iam::${ACCOUNT}:oidc-provider/token.actions.githubusercontent.com`,
    });
  });
});

describe.each(ROLES)('%s', (role) => {
  test('names its actions, has no placeholder left, and denies nothing: what is not allowed is not permitted', () => {
    const statements = roles.statements(role);
    expect(actionsOf(statements).filter((action) => !/^[a-z0-9-]+:[A-Za-z]+$/.test(action))).toEqual([]);
    expect(JSON.stringify(statements)).not.toMatch(/[{](account|region|stack)[}]/);
    expect(statements.filter(({ Effect }) => Effect !== 'Allow')).toEqual([]);
  });

  test("is within IAM's limits, with many zones too", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `Z${String(n).padStart(20, '0')}`);
    const zones = { staging: Object.fromEntries(ids.map((id) => [id, ['a.example', '*.a.example']])) };
    const { sizes } = await bootstrap({ 'bootstrap:zones': JSON.stringify(zones) });
    for (const all of [roles.sizes(role), sizes(role)]) {
      expect(all.length).toBeLessThanOrEqual(ATTACHED_LIMIT);
      expect(Math.max(...all)).toBeLessThanOrEqual(POLICY_LIMIT);
      expect(Math.min(...all)).toBeGreaterThan(0);
    }
  });

  test('has rights to one bucket of state and one key; writes the state of its own stack only', () => {
    const ofBackup = (one: Statement) => JSON.stringify(one.Condition ?? {}).includes('alias/aws/backup');
    expect(ofAction(role, 'kms:Decrypt').filter((one) => !ofBackup(one))).toMatchObject([
      { Resource: [KEY_ARN] },
    ]);
    const state = 'arn:aws:s3:::state-bucket/.pulumi';
    const objects = (action: string) =>
      ofAction(role, action).flatMap(({ Resource }) =>
        list(Resource).filter((one) => one.includes('state-')),
      );
    const stack = role.replace('petstore-deploy-', '');
    const written = [
      `${state}/stacks/petstore/${stack}.*`,
      `${state}/backups/petstore/${stack}/*`,
      `${state}/history/petstore/${stack}/*`,
      `${state}/locks/organization/petstore/${stack}/*`,
    ];
    expect(objects('s3:PutObject')).toEqual(role === PREVIEW ? [] : written);
    expect(objects('s3:DeleteObject')).toEqual(objects('s3:PutObject'));
    const read = [`${state}/meta.yaml`, `${state}/stacks/petstore/*`];
    expect(objects('s3:GetObject')).toEqual([...read, ...objects('s3:PutObject')]);
  });
});

test('the preview can only read, and no content of tables and logs', () => {
  const actions = actionsOf(roles.statements(PREVIEW));
  const reading = /^(apigateway:GET|kms:Decrypt|[a-z0-9]+:(Get|List|Describe)[A-Z]\w+)$/;
  expect(actions.filter((action) => !reading.test(action))).toEqual([]);
  expect(
    actions.filter((action) => /GetItem|:Query$|Scan|GetLogEvents|FilterLog|StartQuery/.test(action)),
  ).toEqual([]);
});

test('rights to any resource are for creating with a generated id, and for lists', () => {
  const any = (role: string) =>
    actionsOf(roles.statements(role).filter(({ Resource }) => list(Resource).includes('*')));
  expect(any(PREVIEW).sort()).toEqual([
    'acm:ListCertificates',
    'logs:DescribeLogGroups',
    'logs:DescribeQueryDefinitions',
    'route53:ListHostedZones',
    'sns:GetSubscriptionAttributes',
  ]);
  expect(any(STAGING).sort()).toEqual([
    'acm:ListCertificates',
    'acm:RequestCertificate',
    'backup-storage:MountCapsule',
    'cloudfront:CreateDistribution',
    'cloudfront:CreateFunction',
    'cloudfront:CreateOriginAccessControl',
    'cloudfront:CreateResponseHeadersPolicy',
    'logs:CreateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:DeleteQueryDefinition',
    'logs:DescribeLogGroups',
    'logs:DescribeQueryDefinitions',
    'logs:DescribeResourcePolicies',
    'logs:GetLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutQueryDefinition',
    'logs:PutResourcePolicy',
    'logs:UpdateLogDelivery',
    'route53:ListHostedZones',
    'sns:GetSubscriptionAttributes',
    'sns:SetSubscriptionAttributes',
    'sns:Unsubscribe',
  ]);
});

/** The service, the action that creates a resource, and its ARN without the physical name, which Pulumi generates. */
const ARNS: Readonly<Record<string, readonly [action: string, arn: string]>> = {
  'aws:cloudwatch/logGroup:LogGroup': ['logs:CreateLogGroup', arn('logs', 'log-group:')],
  'aws:cloudwatch/metricAlarm:MetricAlarm': ['cloudwatch:PutMetricAlarm', arn('cloudwatch', 'alarm:')],
  'aws:dynamodb/table:Table': ['dynamodb:CreateTable', arn('dynamodb', 'table/')],
  'aws:iam/role:Role': ['iam:CreateRole', arn('iam', 'role/', '')],
  'aws:lambda/function:Function': ['lambda:CreateFunction', arn('lambda', 'function:')],
  'aws:s3/bucket:Bucket': ['s3:CreateBucket', 'arn:aws:s3:::'],
};

/** IAM's wildcards: `*` for any characters, `?` for one. */
const matches = (pattern: string, text: string) =>
  new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`).test(text);

test.each(Object.entries(ARNS))(
  'the rights cover every %s of the program by its name',
  (wanted, [action, start]) => {
    const patterns = ofAction(STAGING, action).flatMap(({ Resource }) => list(Resource));
    const arns = registeredIn('staging').flatMap(([type, name]) =>
      type === wanted ? `${start}${name}-0a1b2c3` : [],
    );
    expect(arns.length).toBeGreaterThan(0);
    expect(arns.filter((one) => !patterns.some((pattern) => matches(pattern, one)))).toEqual([]);
  },
);

test('a backend with a folder has the state there; another URL than a bucket is refused', async () => {
  const { statements } = await bootstrap({
    'bootstrap:backend': 's3://state-bucket/teams/pets?region=eu-west-1',
  });
  expect(JSON.stringify(statements(STAGING))).toContain(
    'arn:aws:s3:::state-bucket/teams/pets/.pulumi/stacks/petstore/staging.*',
  );
});

test.each([
  ...['repo:octo/*', 'octo/pets', 'repo:octo/pets:*', ''].map((value) => ['subject', value]),
  ...['Staging', 'a_b', 'a'.repeat(29), ''].map((name) => ['environments', JSON.stringify([name])]),
  ...['file:///tmp', 'state-bucket'].map((value) => ['backend', value]),
] as [string, string][])('bootstrap:%s is refused: "%s"', async (key, value) => {
  const reason = key === 'backend' ? /s3:\/\/BUCKET/ : `bootstrap:${key}`;
  await expect(bootstrap({ 'bootstrap:zones': '{}', [`bootstrap:${key}`]: value })).rejects.toThrow(reason);
});
