// What the roles of the bootstrap example must not do: a preview reads no content; a deployment changes its own names only, and gives
// no role more than the permissions boundary.
import { describe, expect, test } from 'vitest';
import { backupPermissionsOf } from '../../infra/api/backups.ts';
import { permissionsOf } from '../../infra/api/pets-api.ts';
import { bootstrap, keyArn, PREVIEW, ROLES } from './bootstrap-program.ts';
import {
  ACCOUNT,
  arn,
  boundaryOf,
  type Call,
  type Circumstances,
  calls,
  type Owner,
  PRODUCTION,
  permitted,
  refused,
  STAGING,
} from './iam.ts';
import { BEYOND_DEPLOYMENTS, bucketOf, changes, reads, ZONE_ID } from './provider-calls.ts';

const roles = await bootstrap();

const previewing = (all: readonly Call[], circumstances: Circumstances) =>
  permitted(roles.statements(PREVIEW), all, circumstances);
const deploying = (owner: Owner, all: readonly Call[], more: Partial<Circumstances> = {}) =>
  permitted(roles.statements(`petstore-deploy-${owner.stack}`), all, { owner, ...more });
/** By the boundary of the stack's roles. */
const within = (owner: Owner, all: readonly Call[], more: Partial<Circumstances> = {}, of = roles) =>
  permitted(of.boundary(owner.stack), all, { owner, ...more });

const TABLE = arn('dynamodb', 'table/api-store-pets-0a1b2c3');
const BOTH = [
  [STAGING, PRODUCTION],
  [PRODUCTION, STAGING],
] as const;

const LOGS = arn('logs', 'log-group:api-function-logs-0a1b2c3');
const FUNCTION = arn('lambda', 'function:api-function-0a1b2c3');
const STATE = 'arn:aws:s3:::state-bucket/.pulumi';

test.each<[string, ...(readonly [service: string, on: string, ...actions: string[]])[]]>([
  [
    'objects of other buckets',
    ['s3', 'arn:aws:s3:::payroll/2026.csv', 'GetObject', 'GetObjectVersion'],
    ['s3', 'arn:aws:s3:::payroll', 'ListBucket'],
    ['s3', 'arn:aws:s3:::docs-0a1b2c3/index.html', 'GetObject'],
  ],
  [
    'state of other projects, and no backups',
    ['s3', `${STATE}/stacks/orders/production.json`, 'GetObject'],
    ['s3', `${STATE}/backups/petstore/production/a.json`, 'GetObject'],
    ['s3', `${STATE}/stacks/petstore/production.json`, 'PutObject', 'DeleteObject'],
  ],
  ['items', ['dynamodb', TABLE, 'GetItem', 'BatchGetItem', 'Query', 'Scan', 'ExportTableToPointInTime']],
  ['logs', ['logs', LOGS, 'FilterLogEvents', 'StartQuery'], ['logs', `${LOGS}:log-stream:a`, 'GetLogEvents']],
  ['answers of the function', ['lambda', FUNCTION, 'InvokeFunction']],
  [
    'secrets',
    ['secretsmanager', arn('secretsmanager', 'secret:a'), 'GetSecretValue'],
    ['ssm', arn('ssm', 'parameter/a'), 'GetParameter'],
    ['kms', arn('kms', 'key/other'), 'Decrypt'],
    ['kms', keyArn('alias/petstore-state-production'), 'Encrypt', 'GenerateDataKey'],
  ],
  ['code of functions with other names', ['lambda', arn('lambda', 'function:payroll'), 'GetFunction']],
])('it reads no %s', async (_, ...content) => {
  const all = content.flatMap(([service, on, ...actions]) => calls(service, on, ...actions));
  expect(await previewing(all, { owner: PRODUCTION })).toEqual([]);
});

describe.each([
  [STAGING, 'api.staging.petstore.dev', 'api.petstore.dev'],
  [PRODUCTION, 'api.petstore.dev', 'api.staging.petstore.dev'],
])('$stack', (mine, own, foreign) => {
  const change = (id: string) =>
    calls('route53', `arn:aws:route53:::hostedzone/${id}`, 'ChangeResourceRecordSets');

  test.each<[NonNullable<Circumstances['record']>, number]>([
    [{ names: [own] }, 1],
    [{ names: [`_0a1b.${own}`] }, 1],
    [{ names: [own], types: ['A', 'AAAA', 'HTTPS'] }, 1],
    [{ names: [foreign] }, 0],
    [{ names: [own, foreign] }, 0],
    [{ names: ['petstore.dev'] }, 0],
    [{ names: ['\\052.petstore.dev'] }, 0],
    [{ names: [own], types: ['MX'] }, 0],
    [{ names: [own], types: ['A', 'NS'] }, 0],
    [{ names: [] }, 0],
    [{ types: [] }, 0],
  ])('of its zone it changes %j: %i', async (record, expected) => {
    expect(await deploying(mine, change(ZONE_ID), { record })).toHaveLength(expected);
    expect(await deploying(mine, change('ZOTHER'), { record })).toEqual([]);
  });
});

test('without zones, a role has all other rights, and none for records', async () => {
  const { statements } = await bootstrap({ 'bootstrap:zones': '{}' });
  const isOfRecords = (call: Call) => call.on.includes(':hostedzone/');
  const all = [...reads(STAGING), ...changes(STAGING)];
  const [records, others] = [all.filter(isOfRecords), all.filter((call) => !isOfRecords(call))];
  const role = statements('petstore-deploy-staging');
  expect(await permitted(role, records, { owner: STAGING })).toEqual([]);
  expect(await refused(role, others, { owner: STAGING })).toEqual([]);
});

test.each(ROLES)('%s uses no bucket in another account, of the site or of the state', async (role) => {
  const owner = role.endsWith('production') ? PRODUCTION : STAGING;
  const state = calls('s3', 'arn:aws:s3:::state-bucket/.pulumi/meta.yaml', 'GetObject');
  const list = calls('s3', 'arn:aws:s3:::state-bucket', 'ListBucket', 'GetBucketLocation');
  const own = [...reads(owner), ...changes(owner)].filter(({ action }) => action.startsWith('s3:'));
  expect(await permitted(roles.statements(role), [...state, ...list], { owner })).toHaveLength(3);
  const wanted = [...own, ...state, ...list];
  expect(await permitted(roles.statements(role), wanted, { owner, account: '210987654321' })).toEqual([]);
});

test.each([
  'petstore-production-docs-0a1b2c3',
  'petstore-staging-eu-docs-0a1b2c3',
  'petstore-staging-docs-archive-0a1b2c3',
  'state-bucket',
  'docs-0a1b2c3',
])('staging writes no bucket %j', async (name) => {
  const objects = calls('s3', `arn:aws:s3:::${name}/index.html`, 'PutObject', 'DeleteObject', 'GetObject');
  const bucket = calls('s3', `arn:aws:s3:::${name}`, 'PutBucketPolicy', 'DeleteBucket', 'CreateBucket');
  expect(await deploying(STAGING, [...objects, ...bucket])).toEqual([]);
});

const roleCalls = (name: string, ...names: string[]) =>
  calls('iam', arn('iam', `role/${name}`, ''), ...names);

describe.each(BOTH)('$stack', (mine, other) => {
  const own = (...names: string[]) => roleCalls(`petstore-${mine.stack}-api-function-role-0a1b2c3`, ...names);
  const widening = own('CreateRole', 'PutRolePolicy', 'UpdateAssumeRolePolicy', 'PutRolePermissionsBoundary');

  test.each([
    ['with the boundary', boundaryOf(mine), widening.length],
    ['without a boundary', 'none', 0],
    ["with another stack's boundary", boundaryOf(other), 0],
    ['with a boundary that allows everything', 'arn:aws:iam::aws:policy/AdministratorAccess', 0],
  ])('widens its role %s: %s permits %i calls', async (_, boundary, expected) => {
    expect(await deploying(mine, widening, { boundary })).toHaveLength(expected);
  });

  test('takes the boundary from no role, attaches no policy to any, and changes no boundary', async () => {
    const versions = ['CreatePolicy', 'CreatePolicyVersion', 'SetDefaultPolicyVersion'];
    const deletions = ['DeletePolicyVersion', 'DeletePolicy'];
    const all = [mine, other].map(boundaryOf).flatMap((one) => calls('iam', one, ...versions, ...deletions));
    const attaching = own('DeleteRolePermissionsBoundary', 'AttachRolePolicy');
    expect(await deploying(mine, [...all, ...attaching])).toEqual([]);
  });

  test('uses no role of the bootstrap, and none of anybody else', async () => {
    const names = [
      ...ROLES,
      `petstore-${other.stack}-api-function-role-0a1b2c3`,
      `petstore-${mine.stack}-eu-api-function-role-0a1b2c3`,
      `petstore-${mine.stack}-api-function-role-admin-0a1b2c3`,
      'api-function-role-0a1b2c3',
      'admin',
    ];
    const changes = ['CreateRole', 'DeleteRole', 'PutRolePolicy', 'TagRole', 'UpdateAssumeRolePolicy'];
    const all = [
      ...names.flatMap((name) => roleCalls(name, 'GetRole', 'PassRole', ...changes)),
      ...calls('sts', arn('iam', 'role/petstore-deploy-production', ''), 'AssumeRole'),
      ...calls('iam', arn('iam', 'user/admin', ''), 'CreateUser', 'CreateAccessKey', 'PutUserPolicy'),
    ];
    expect(await deploying(mine, all)).toEqual([]);
  });

  test('creates no service-linked role but those of API Gateway and AWS Backup', async () => {
    const linked = (service: string) =>
      roleCalls(`aws-service-role/${service}/AWSServiceRole`, 'CreateServiceLinkedRole');
    const gateway = 'ops.apigateway.amazonaws.com';
    for (const service of [gateway, 'backup.amazonaws.com'])
      expect(await deploying(mine, linked(service))).toHaveLength(1);
    expect(await deploying(mine, linked('ecs.amazonaws.com'))).toEqual([]);
    expect(await deploying(mine, linked(gateway), { linkedTo: 'ecs.amazonaws.com' })).toEqual([]);
  });

  test.each([
    ['api-function-role', 'lambda.amazonaws.com'],
    ['checks-role', 'lambda.amazonaws.com'],
    ['api-release-role', 'codedeploy.amazonaws.com'],
    ['api-backup-role', 'backup.amazonaws.com'],
  ])('passes its %s to %s alone', async (role, service) => {
    const pass = roleCalls(`petstore-${mine.stack}-${role}-0a1b2c3`, 'PassRole');
    expect(await deploying(mine, pass, { passedTo: service })).toHaveLength(1);
    for (const another of ['lambda', 'codedeploy', 'backup', 'ec2'].map((name) => `${name}.amazonaws.com`)) {
      if (another !== service) expect(await deploying(mine, pass, { passedTo: another })).toEqual([]);
    }
  });
});

describe.each(BOTH)('the backups of $stack', (mine, other) => {
  test('are deleted, restored and unlocked by no deployment, and use the key of AWS Backup alone', async () => {
    expect(await deploying(mine, BEYOND_DEPLOYMENTS)).toEqual([]);
    const grant = calls('kms', arn('kms', 'key/1234abcd'), 'CreateGrant', 'Decrypt');
    expect(await deploying(mine, grant)).toHaveLength(2);
    for (const aliases of [['alias/petstore-secrets'], []])
      expect(await deploying(mine, grant, { aliases })).toEqual([]);
  });

  /** What the role of AWS Backup is permitted for copies to this vault, on possible resources. */
  const needed = (destination: string): Call[] =>
    backupPermissionsOf({
      ...{ tables: [TABLE], vault: arn('backup', 'backup-vault:api-backup-vault-0a1b2c3'), destination },
    }).flatMap(({ Action, Resource }) =>
      Action.flatMap((action) =>
        Resource.map((on) => ({
          action,
          on: on.replace(':*:', ':eu-central-1:').replace(/:\*$/, ':0a1b2c3d'),
        })),
      ),
    );
  test('have a role within the boundary, for another region', async () => {
    const all = needed(arn('backup', 'backup-vault:api-backup-copies-0a1b2c3', 'eu-central-1'));
    expect(await within(mine, all)).toHaveLength(new Set(all.map((one) => JSON.stringify(one))).size);
    const onTables = all.filter(({ action }) => /^dynamodb|CopyInto/.test(action));
    expect(await within(mine, onTables, { tags: other })).toEqual([]);
  });

  test('go to no other account, unless the bootstrap names its vault', async () => {
    const theirs = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';
    const copies = needed(theirs).filter(({ on }) => on === theirs);
    expect(copies).toHaveLength(2);
    expect(await within(mine, copies, { tags: 'none' })).toEqual([]);
    const named = await bootstrap({ 'bootstrap:backupVaults': JSON.stringify({ [mine.stack]: [theirs] }) });
    expect(await within(mine, copies, { tags: 'none' }, named)).toHaveLength(2);
  });
});

describe.each(BOTH)('the boundary of $stack', (mine, other) => {
  const of = (name: string) => TABLE.replace('pets', name);
  const tables = { pets: TABLE, keys: of('keys'), idempotency: of('idempotency'), orders: of('orders') };
  const needed = permissionsOf({ ...tables, logs: LOGS }, { beta: true, tracing: true }).flatMap(
    ({ Action, Resource }) =>
      Action.map((action) => ({ action, on: Resource.replace(/:\*$/, ':log-stream:a') })),
  );

  test('permits all that the function and a release do, and nothing else', async () => {
    expect(await within(mine, needed)).toHaveLength(needed.length);
    const released = calls('lambda', FUNCTION, 'GetAlias', 'UpdateAlias');
    expect(await within(mine, released)).toHaveLength(2);
    expect(await within(mine, released, { tags: other })).toEqual([]);
    const role = `petstore-${mine.stack}-api-function-role-0a1b2c3`;
    const beyond = [
      ...calls('dynamodb', TABLE, 'DeleteTable', 'Scan', 'DeleteItem'),
      ...calls('logs', LOGS, 'DeleteLogGroup', 'FilterLogEvents'),
      ...calls('s3', `${bucketOf(mine)}/index.html`, 'PutObject'),
      ...roleCalls(role, 'CreateRole', 'PassRole', 'PutRolePolicy'),
      ...calls('sts', `arn:aws:iam::${ACCOUNT}:role/admin`, 'AssumeRole'),
    ];
    expect(await within(mine, beyond)).toEqual([]);
  });

  test("permits no item of another stack's tables, of another project's, or of one without tags", async () => {
    const items = needed.filter(({ action }) => action.startsWith('dynamodb:'));
    for (const tags of [other, { ...mine, project: 'orders' }, 'none'] as const)
      expect(await within(mine, items, { tags })).toEqual([]);
  });
});
