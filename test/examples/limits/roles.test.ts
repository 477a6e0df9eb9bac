// A deployment gives no role more than the permissions boundary, and passes each of its own roles to the one service that assumes it.
import { beforeAll, describe, expect, test } from 'vitest';
import { backupPermissionsOf } from '../../../infra/api/backups.ts';
import { permissionsOf } from '../../../infra/api/permissions.ts';
import { type Bootstrap, bootstrap } from '../bootstrap-program.ts';
import { ACCOUNT, arn, boundaryOf, type Call, calls, PRODUCTION, permitted, STAGING } from '../iam.ts';
import { BEYOND_DEPLOYMENTS, bucketOf } from '../provider-calls.ts';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});

const roleCalls = (name: string, ...names: string[]) =>
  calls('iam', arn('iam', `role/${name}`, ''), ...names);
const BOOTSTRAPPED = ['petstore-preview', 'petstore-deploy-staging', 'petstore-deploy-production'];

describe.each([
  [STAGING, PRODUCTION],
  [PRODUCTION, STAGING],
])('$stack', (mine, other) => {
  const own = (...names: string[]) => roleCalls(`petstore-${mine.stack}-api-function-role-0a1b2c3`, ...names);
  const widening = own('CreateRole', 'PutRolePolicy', 'UpdateAssumeRolePolicy', 'PutRolePermissionsBoundary');
  const done = (all: readonly Call[], more: object = {}) =>
    permitted(roles.statements(`petstore-deploy-${mine.stack}`), all, { owner: mine, ...more });

  test.each([
    ['with the boundary', boundaryOf(mine), widening.length],
    ['without a boundary', 'none', 0],
    ["with another stack's boundary", boundaryOf(other), 0],
    ['with a boundary that allows everything', 'arn:aws:iam::aws:policy/AdministratorAccess', 0],
  ])('widens its role %s: %s permits %i calls', async (_, boundary, expected) => {
    expect(await done(widening, { boundary })).toHaveLength(expected);
  });

  test('takes the boundary from no role, attaches no policy to any, and changes no boundary', async () => {
    const versions = ['CreatePolicy', 'CreatePolicyVersion', 'SetDefaultPolicyVersion'];
    const deletions = ['DeletePolicyVersion', 'DeletePolicy'];
    const all = [mine, other].map(boundaryOf).flatMap((one) => calls('iam', one, ...versions, ...deletions));
    expect(await done([...all, ...own('DeleteRolePermissionsBoundary', 'AttachRolePolicy')])).toEqual([]);
  });

  test('uses no role of the bootstrap, and none of anybody else', async () => {
    const names = [
      ...BOOTSTRAPPED,
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
    expect(await done(all)).toEqual([]);
  });

  test('creates no service-linked role but those of API Gateway and AWS Backup', async () => {
    const linked = (service: string) =>
      roleCalls(`aws-service-role/${service}/AWSServiceRole`, 'CreateServiceLinkedRole');
    const gateway = 'ops.apigateway.amazonaws.com';
    for (const service of [gateway, 'backup.amazonaws.com'])
      expect(await done(linked(service))).toHaveLength(1);
    expect(await done(linked('ecs.amazonaws.com'))).toEqual([]);
    expect(await done(linked(gateway), { linkedTo: 'ecs.amazonaws.com' })).toEqual([]);
  });

  test.each([
    ['api-function-role', 'lambda.amazonaws.com'],
    ['checks-role', 'lambda.amazonaws.com'],
    ['api-release-role', 'codedeploy.amazonaws.com'],
    ['api-backup-role', 'backup.amazonaws.com'],
  ])('passes its %s to %s alone', async (role, service) => {
    const pass = roleCalls(`petstore-${mine.stack}-${role}-0a1b2c3`, 'PassRole');
    expect(await done(pass, { passedTo: service })).toHaveLength(1);
    for (const another of ['lambda', 'codedeploy', 'backup', 'ec2'].map((name) => `${name}.amazonaws.com`)) {
      if (another !== service) expect(await done(pass, { passedTo: another })).toEqual([]);
    }
  });
});

const TABLE = arn('dynamodb', 'table/api-store-pets-0a1b2c3');

describe.each([
  [STAGING, PRODUCTION],
  [PRODUCTION, STAGING],
])('the backups of $stack', (mine, other) => {
  const deploying = (all: readonly Call[], more: object = {}) =>
    permitted(roles.statements(`petstore-deploy-${mine.stack}`), all, { owner: mine, ...more });

  test('are deleted, restored and unlocked by no deployment, and use the key of AWS Backup alone', async () => {
    expect(await deploying(BEYOND_DEPLOYMENTS)).toEqual([]);
    const grant = calls('kms', arn('kms', 'key/1234abcd'), 'CreateGrant', 'Decrypt');
    expect(await deploying(grant)).toHaveLength(2);
    for (const aliases of [['alias/petstore-secrets'], []])
      expect(await deploying(grant, { aliases })).toEqual([]);
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
  const within = (boundary: Bootstrap, all: readonly Call[], more: object = {}) =>
    permitted(boundary.boundary(mine.stack), all, { owner: mine, ...more });

  test('have a role within the boundary, for another region', async () => {
    const all = needed(arn('backup', 'backup-vault:api-backup-copies-0a1b2c3', 'eu-central-1'));
    expect(await within(roles, all)).toHaveLength(new Set(all.map((one) => JSON.stringify(one))).size);
    const onTables = all.filter(({ action }) => /^dynamodb|CopyInto/.test(action));
    expect(await within(roles, onTables, { tags: other })).toEqual([]);
  });

  test('go to no other account, unless the bootstrap names its vault', async () => {
    const theirs = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';
    const copies = needed(theirs).filter(({ on }) => on === theirs);
    expect(copies).toHaveLength(2);
    expect(await within(roles, copies, { tags: 'none' })).toEqual([]);
    const named = await bootstrap({ 'bootstrap:backupVaults': JSON.stringify({ [mine.stack]: [theirs] }) });
    expect(await within(named, copies, { tags: 'none' })).toHaveLength(2);
  });
});

describe.each([
  [STAGING, PRODUCTION],
  [PRODUCTION, STAGING],
])('the boundary of $stack', (mine, other) => {
  const logs = arn('logs', 'log-group:api-function-logs-0a1b2c3');
  const of = (name: string) => TABLE.replace('pets', name);
  const tables = { pets: TABLE, keys: of('keys'), idempotency: of('idempotency'), orders: of('orders') };
  const needed = permissionsOf({ ...tables, logs }, { beta: true, tracing: true }).flatMap(
    ({ Action, Resource }) =>
      Action.map((action) => ({ action, on: Resource.replace(/:\*$/, ':log-stream:a') })),
  );
  const done = (all: readonly Call[], more: object = {}) =>
    permitted(roles.boundary(mine.stack), all, { owner: mine, ...more });

  test('permits all that the function does, and nothing else', async () => {
    expect(await done(needed)).toHaveLength(needed.length);
    const role = `petstore-${mine.stack}-api-function-role-0a1b2c3`;
    const beyond = [
      ...calls('dynamodb', TABLE, 'DeleteTable', 'Scan', 'DeleteItem'),
      ...calls('logs', logs, 'DeleteLogGroup', 'FilterLogEvents'),
      ...calls('s3', `${bucketOf(mine)}/index.html`, 'PutObject'),
      ...roleCalls(role, 'CreateRole', 'PassRole', 'PutRolePolicy'),
      ...calls('sts', `arn:aws:iam::${ACCOUNT}:role/admin`, 'AssumeRole'),
    ];
    expect(await done(beyond)).toEqual([]);
  });

  test("permits no item of another stack's tables, of another project's, or of one without tags", async () => {
    const items = needed.filter(({ action }) => action.startsWith('dynamodb:'));
    for (const tags of [other, { ...mine, project: 'orders' }, 'none'])
      expect(await done(items, { tags })).toEqual([]);
  });
});
