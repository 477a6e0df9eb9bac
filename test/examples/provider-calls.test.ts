// The roles of the bootstrap example permit every call that the provider makes for a resource of the program, by another
// implementation of IAM; and there is a row of calls for each type of the local cloud.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { RIGHTS } from '../../examples/bootstrap/rights/index.ts';
import { startSeededCloud } from '../../packages/local-cloud/test/contract/cloud.ts';
import { simulate, simulateKnown } from '../../packages/local-cloud/test/iam/oracle.ts';
import { type Bootstrap, bootstrap } from './bootstrap-program.ts';
import { API_CALLS } from './provider-calls/api.ts';
import { type Call, type CallTable, type ProviderCalls, REGION } from './provider-calls/call.ts';
import { DOCS_CALLS } from './provider-calls/docs.ts';
import { CLOUDFLARE_CALLS, DOMAIN_CALLS, LOOKUPS } from './provider-calls/domains.ts';

const CALLS: CallTable = { ...API_CALLS, ...DOCS_CALLS, ...DOMAIN_CALLS };
/** Types of the local cloud that the program does not declare: no role has rights for them. */
const NOT_DECLARED = ['aws:iam/rolePolicyAttachment:RolePolicyAttachment'];
const declared = Object.entries(CALLS).filter(([type]) => !NOT_DECLARED.includes(type));
const STACK = 'staging';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});

/** The condition keys of a request: tags, region, the service that a role is passed to, the types of records. */
const keysOf = ({ action, on }: Call) => ({
  'aws:RequestedRegion': /^(cloudfront|iam|route53):/.test(action) ? 'us-east-1' : on.split(':')[3] || REGION,
  'aws:RequestTag/stack': STACK,
  'aws:ResourceTag/stack': STACK,
  'iam:PassedToService': 'lambda.amazonaws.com',
  'iam:AWSServiceName': 'ops.apigateway.amazonaws.com',
  'route53:ChangeResourceRecordSetsRecordTypes': ['CNAME'],
});

/** The calls that a role does not permit. */
async function refused(role: string, calls: readonly Call[]): Promise<string[]> {
  const policy = { Version: '2012-10-17', Statement: roles.statements(role) };
  const decisions = calls.map(async (call) => {
    const request = { action: call.action, resource: call.on, keys: keysOf(call) };
    // API Gateway has two APIs with one prefix; the oracle's data has only the paths of the first.
    const decide = call.action.startsWith('apigateway:') ? simulate : simulateKnown;
    const decision = await decide(request, [policy]);
    return decision === 'allowed' ? [] : [`${call.action} on ${call.on}: ${decision}`];
  });
  return (await Promise.all(decisions)).flat();
}

const all = (calls: ProviderCalls) => [...calls.create, ...calls.read, ...calls.update, ...calls.delete];

test.each(declared)('the deploying role permits every call for %s', async (_, calls) => {
  expect(await refused(`petstore-deploy-${STACK}`, all(calls))).toEqual([]);
});

test.each(declared)('the previewing role permits reading %s', async (_, { read }) => {
  expect(read.length).toBeGreaterThan(0);
  expect(await refused('petstore-preview', read)).toEqual([]);
});

test.each(Object.entries(LOOKUPS))('both roles permit the look-up of a %s', async (_, lookup) => {
  expect(await refused(`petstore-deploy-${STACK}`, lookup)).toEqual([]);
  expect(await refused('petstore-preview', lookup)).toEqual([]);
});

test('each type of the local cloud has calls, and each type of the program has rights', async () => {
  const cloud = await startSeededCloud();
  const types = cloud.registry.types.sort();
  await cloud.close();
  expect([...Object.keys(CALLS), ...Object.keys(CLOUDFLARE_CALLS)].sort()).toEqual(types);
  expect(declared.map(([type]) => type).sort()).toEqual(Object.keys(RIGHTS).sort());
  expect(Object.values(CALLS).filter(({ source }) => !/^[a-z0-9]+\/[a-z_]+\.go$/.test(source))).toEqual([]);
});

test('a Cloudflare token with DNS: Read is enough for previews, and one with DNS: Edit for deployments', () => {
  const { read, ...writes } = CLOUDFLARE_CALLS['cloudflare:index/dnsRecord:DnsRecord'];
  expect(read.every((request) => request.startsWith('GET /zones/{zone_id}/dns_records'))).toBe(true);
  const others = Object.values(writes).flat();
  expect(others.every((request) => / \/zones\/\{zone_id\}\/dns_records/.test(request))).toBe(true);
  const docs = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');
  expect(docs).toContain('one with `DNS: Edit`, one with `DNS: Read`');
});

test('no role has rights for a type that no stack declares', async () => {
  for (const type of NOT_DECLARED) {
    const { create, delete: removal } = CALLS[type] as ProviderCalls;
    const calls = [...create, ...removal];
    expect(calls.length).toBeGreaterThan(0);
    expect(await refused(`petstore-deploy-${STACK}`, calls)).toHaveLength(calls.length);
  }
});

/** A right without a call is not granted. */
test('no role has a right without a call', () => {
  const called = new Set(
    [...Object.values(CALLS).flatMap(all), ...Object.values(LOOKUPS).flat()].map(({ action }) => action),
  );
  const granted = Object.values(RIGHTS)
    .flat()
    .flatMap(({ read, write }) => [...read, ...write]);
  expect([...new Set(granted)].filter((action) => !called.has(action)).sort()).toEqual([]);
});
