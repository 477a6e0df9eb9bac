// A deployment changes records of its own names in Route 53, of the types that it sets, and no bucket but its own.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bootstrap, bootstrap } from '../bootstrap-program.ts';
import {
  type Call,
  type Circumstances,
  calls,
  type Owner,
  PRODUCTION,
  permitted,
  refused,
  STAGING,
} from '../iam.ts';
import { changes, reads, ZONE_ID } from '../provider-calls.ts';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});
const deploying = ({ stack }: Owner) => roles.statements(`petstore-deploy-${stack}`);

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
    expect(await permitted(deploying(mine), change(ZONE_ID), { owner: mine, record })).toHaveLength(expected);
    expect(await permitted(deploying(mine), change('ZOTHER'), { owner: mine, record })).toEqual([]);
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

test('a deployment assumes the roles of its own environment for zones elsewhere, and the previews none', async () => {
  const [own, other] = ['dns/petstore', 'dns/other'].map((name) => `arn:aws:iam::210987654321:role/${name}`);
  const zoneRoles = JSON.stringify({ production: [own], staging: [other] });
  const { statements } = await bootstrap({ 'bootstrap:zoneRoles': zoneRoles });
  const wanted = [own, other].flatMap((arn = '') => calls('sts', arn, 'AssumeRole'));
  const allowed = (role: string) => permitted(statements(role), wanted, { owner: PRODUCTION });
  expect(await allowed('petstore-deploy-production')).toEqual([`sts:AssumeRole on ${own}`]);
  expect(await allowed('petstore-preview')).toEqual([]);
  const wildcard = { 'bootstrap:zoneRoles': '{"staging":["arn:aws:iam::210987654321:role/*"]}' };
  await expect(bootstrap(wildcard)).rejects.toThrow(/role\/\*" is not a role's ARN/);
});

test.each<[object, RegExp]>([
  [{ test: {} }, /zones.test is not one of/],
  [{ staging: { 'petstore.dev': ['a.dev'] } }, /"petstore.dev" is not the id of a hosted zone/],
  [{ staging: { Z1: ['Api.petstore.dev'] } }, /"Api.petstore.dev" is not a record name/],
  [{ staging: { Z1: ['api.petstore.dev.'] } }, /is not a record name/],
  [{ staging: { Z1: ['*'] } }, /"\*" is not a record name/],
  [{ staging: { Z1: ['*api.petstore.dev'] } }, /is not a record name/],
  [{ staging: { Z1: [] } }, /zones.staging.Z1 has no record names/],
])('bootstrap:zones with %j is refused', async (zones, reason) => {
  await expect(bootstrap({ 'bootstrap:zones': JSON.stringify(zones) })).rejects.toThrow(reason);
});

test.each(['petstore-deploy-staging', 'petstore-deploy-production', 'petstore-preview'])(
  '%s uses no bucket in another account, whether it has the name of the site or of the state',
  async (role) => {
    const owner = role.endsWith('production') ? PRODUCTION : STAGING;
    const state = calls('s3', 'arn:aws:s3:::state-bucket/.pulumi/meta.yaml', 'GetObject');
    const list = calls('s3', 'arn:aws:s3:::state-bucket', 'ListBucket', 'GetBucketLocation');
    const own = [...reads(owner), ...changes(owner)].filter(({ action }) => action.startsWith('s3:'));
    expect(await permitted(roles.statements(role), [...state, ...list], { owner })).toHaveLength(3);
    const wanted = [...own, ...state, ...list];
    expect(await permitted(roles.statements(role), wanted, { owner, account: '210987654321' })).toEqual([]);
  },
);

test.each<[string]>([
  ['petstore-production-docs-0a1b2c3'],
  ['petstore-staging-eu-docs-0a1b2c3'],
  ['petstore-staging-docs-archive-0a1b2c3'],
  ['state-bucket'],
  ['docs-0a1b2c3'],
])('staging writes no bucket %j', async (name) => {
  const objects = calls('s3', `arn:aws:s3:::${name}/index.html`, 'PutObject', 'DeleteObject', 'GetObject');
  const bucket = calls('s3', `arn:aws:s3:::${name}`, 'PutBucketPolicy', 'DeleteBucket', 'CreateBucket');
  expect(await permitted(deploying(STAGING), [...objects, ...bucket], { owner: STAGING })).toEqual([]);
});
