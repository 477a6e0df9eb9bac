// The roles of the bootstrap example: who may assume them, and that they have exactly the rights that the program needs.
import { describe, expect, test } from 'vitest';
import type { Statement } from '../../infra/rights/policy.ts';
import { RIGHTS } from '../../infra/rights/policy.ts';
import { goldenResources } from '../infra/golden-resources.ts';
import { bootstrap, keyArn, READING, ROLES } from './bootstrap-program.ts';
import { ACCOUNT, arn, type Call, calls, STAGING as OWN, PRODUCTION, permitted } from './iam.ts';

const STAGING = 'petstore-deploy-staging';
/** Characters of a managed policy, and policies of a role: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const POLICY_LIMIT = 6144;
const ATTACHED_LIMIT = 10;

const roles = await bootstrap();

const actionsOf = (statements: readonly Statement[]) => statements.flatMap(({ Action }) => Action);
const ofAction = (role: string, action: string) =>
  roles.statements(role).filter(({ Action }) => Action.includes(action));
/** IAM's wildcards: `*` for any characters, `?` for one. */
const matches = (pattern: string, text: string) =>
  new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`).test(text);

/** What a stack has with petstore:backup (test/infra/program.test.ts), which neither of the two files sets. */
const BY_SETTING = ['aws:backup/vault:Vault', 'aws:backup/plan:Plan', 'aws:backup/selection:Selection'];

test('there are rights for each type of AWS resource that the program declares, and for no other', () => {
  const registered = ['staging', 'production'].flatMap((stack) => goldenResources(stack));
  const types = registered.map(({ type }) => type).filter((type) => type.startsWith('aws:'));
  expect(Object.keys(RIGHTS).sort()).toEqual([...new Set([...types, ...BY_SETTING])].sort());
});

test('an existing provider of the account is used', async () => {
  const { registrations, trust } = await bootstrap({ 'bootstrap:newProvider': 'false' });
  expect(registrations.filter(({ type }) => /OpenIdConnectProvider/.test(type))).toEqual([]);
  const Federated = `arn:aws:iam::${ACCOUNT}:oidc-provider/token.actions.githubusercontent.com`;
  expect(trust(STAGING).Principal).toEqual({ Federated });
});

/** Of so many hosts, each with what is below it. */
const recordsOf = (hosts: number) =>
  Array.from({ length: hosts }, (_, n) => `shop-number-${n}.petstore.dev`).flatMap((one) => [
    one,
    `*.${one}`,
  ]);

test('each name of a zone with many may be changed, and no other', async () => {
  const zones = { staging: { Z1: recordsOf(83) } };
  const { statements } = await bootstrap({ 'bootstrap:zones': JSON.stringify(zones) });
  const values = statements(STAGING)
    .filter(({ Action }) => Action.includes('route53:ChangeResourceRecordSets'))
    .flatMap(({ Condition = {} }) => Object.values(Condition['ForAllValues:StringLike'] ?? {}).flat());
  expect(values.sort()).toEqual(recordsOf(83).sort());
});

describe.each(ROLES)('%s', (role) => {
  test("is within IAM's limits, with many zones, hosts and roles too, and names its actions", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `Z${String(n).padStart(20, '0')}`);
    const small = Object.fromEntries(ids.map((id) => [id, ['a.example', '*.a.example']]));
    const zones = { ...small, Z1: recordsOf(83) };
    const roleArn = (n: number) => `arn:aws:iam::210987654321:role/dns/of-one-of-many-zones-${n}`;
    const zoneRoles = Array.from({ length: 160 }, (_, n) => roleArn(n));
    const { sizes } = await bootstrap({
      'bootstrap:zones': JSON.stringify({ staging: zones }),
      'bootstrap:zoneRoles': JSON.stringify({ staging: zoneRoles }),
    });
    for (const all of [roles.sizes(role), sizes(role)]) {
      expect(all.length).toBeLessThanOrEqual(ATTACHED_LIMIT);
      expect(Math.max(...all)).toBeLessThanOrEqual(POLICY_LIMIT);
      expect(Math.min(...all)).toBeGreaterThan(0);
    }
    const isNamed = (action: string) => /^[a-z0-9-]+:[A-Za-z]+$/.test(action);
    expect(actionsOf(roles.statements(role)).filter((action) => !isNamed(action))).toEqual([]);
  });

  test.each([OWN, PRODUCTION])('state of $stack: reads and writes its own, or reads all', async (owner) => {
    const file = (path: string) => `arn:aws:s3:::state-bucket/.pulumi/${path}`;
    const [own, stack] = [role.endsWith(owner.stack), `petstore/${owner.stack}`];
    const count = async (all: Call[]) =>
      (await permitted(roles.statements(role), all, { owner, aliases: [] })).length;
    const decrypted = calls('kms', keyArn(`alias/petstore-state-${owner.stack}`), 'Decrypt');
    const read = [...calls('s3', file(`stacks/${stack}.json`), 'GetObject'), ...decrypted];
    expect(await count(read)).toBe(own || READING.includes(role) ? 2 : 0);
    const files = [`stacks/${stack}.json`, `backups/${stack}/a.json`, `history/${stack}/a.json`];
    const written = [...files, `locks/organization/${stack}/a.json`].map(file);
    const writing = written.flatMap((one) => calls('s3', one, 'PutObject', 'DeleteObject'));
    expect(await count(writing)).toBe(own ? 8 : 0);
  });
});

test.each(READING)('%s can only read, and of any resource only lists', (role) => {
  const reading = /^(apigateway:GET|kms:Decrypt|[a-z0-9-]+:(Get|List|Describe)[A-Z]\w+)$/;
  expect(actionsOf(roles.statements(role)).filter((action) => !reading.test(action))).toEqual([]);
  const ofAny = roles.statements(role).filter(({ Resource }) => Resource.includes('*'));
  expect(actionsOf(ofAny).sort()).toEqual([
    'acm:ListCertificates',
    'logs:DescribeLogGroups',
    'logs:DescribeQueryDefinitions',
    'route53:ListHostedZones',
    'sns:GetSubscriptionAttributes',
  ]);
});

test('the rights cover the names of the program, with the seven characters that Pulumi adds', () => {
  const covered = (action: string, type: string, start: string) => {
    const patterns = ofAction(STAGING, action).flatMap(({ Resource }) => Resource);
    const names = goldenResources('staging').flatMap((one) => (one.type === type ? [one.name] : []));
    expect(names).not.toEqual([]);
    const isCovered = (name: string) => patterns.some((one) => matches(one, `${start}${name}-0a1b2c3`));
    expect(names.filter((name) => !isCovered(name))).toEqual([]);
  };
  covered('logs:CreateLogGroup', 'aws:cloudwatch/logGroup:LogGroup', arn('logs', 'log-group:'));
  covered('cloudwatch:PutMetricAlarm', 'aws:cloudwatch/metricAlarm:MetricAlarm', arn('cloudwatch', 'alarm:'));
  covered('dynamodb:CreateTable', 'aws:dynamodb/table:Table', arn('dynamodb', 'table/'));
  covered('iam:CreateRole', 'aws:iam/role:Role', arn('iam', 'role/', ''));
  covered('lambda:CreateFunction', 'aws:lambda/function:Function', arn('lambda', 'function:'));
  covered('s3:CreateBucket', 'aws:s3/bucket:Bucket', 'arn:aws:s3:::');
});

test('a backend with a folder has the state there', async () => {
  const backend = 's3://state-bucket/teams/pets?region=eu-west-1';
  const { statements } = await bootstrap({ 'bootstrap:backend': backend });
  const state = 'arn:aws:s3:::state-bucket/teams/pets/.pulumi/stacks/petstore/staging.*';
  expect(JSON.stringify(statements(STAGING))).toContain(state);
});

const refusedZones: readonly (readonly [object, string])[] = [
  [{ test: {} }, 'zones: ✖ Unrecognized key: "test"'],
  [
    { staging: { 'petstore.dev': ['a.dev'] } },
    'not the id of a hosted zone, such as Z0123456789ABC\n  → at staging',
  ],
  [
    { staging: { Z1: ['Api.petstore.dev'] } },
    'is not a record name in lower case without a final dot, such as *.staging.petstore.dev\n  → at staging.Z1[0]',
  ],
  [{ staging: { Z1: ['api.petstore.dev.'] } }, 'is not a record name'],
  [{ staging: { Z1: ['*'] } }, 'is not a record name'],
  [{ staging: { Z1: ['*api.petstore.dev'] } }, 'is not a record name'],
  [{ staging: { Z1: [] } }, 'has no record names\n  → at staging.Z1'],
  [{ staging: { Z1: recordsOf(700) } }, 'name the hosts of a zone together, such as *.petstore.dev'],
];

test.each([
  ...['repo:octo/*', 'octo/pets', 'repo:octo/pets:*', ''].map((one) => ['subject', one, 'bootstrap:subject']),
  ...['Staging', 'a_b', 'a'.repeat(29), ''].map((one) => ['environments', `["${one}"]`, 'environments']),
  ['secretsKey', 'alias/shared', 'are one key'],
  ['zoneRoles', '{"staging":["arn:aws:iam::210987654321:role/*"]}', "is not a role's ARN\n  → at staging[0]"],
  ...['file:///tmp', 'state-bucket', 's3://*', 's3://ab/*'].map((value) => ['backend', value, 's3://BUCKET']),
  ...refusedZones.map(([value, reason]) => ['zones', JSON.stringify(value), reason]),
])('bootstrap:%s is refused: "%s"', async (key, value, reason) => {
  const refused = bootstrap({ 'bootstrap:zones': '{}', [`bootstrap:${key}`]: `${value}` });
  // Pulumi shows a RunError's message alone.
  const message = expect.stringContaining(reason ?? '');
  await expect(refused).rejects.toMatchObject({ __pulumiRunError: true, message });
});
