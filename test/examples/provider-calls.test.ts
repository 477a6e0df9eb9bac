// The roles of the bootstrap example may make every call that the provider makes for a resource of the program, decided
// by another implementation of IAM; and there is a row of calls for each type that the local cloud has.
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
/** Types that the local cloud has for others' programs: no role has their rights. */
const NOT_DECLARED = ['aws:iam/rolePolicyAttachment:RolePolicyAttachment'];
const declared = Object.entries(CALLS).filter(([type]) => !NOT_DECLARED.includes(type));
const STACK = 'staging';

let made: Bootstrap;
beforeAll(async () => {
  made = await bootstrap();
});

/** What a request of the program has besides: its tags, where it goes, whom a role is passed to, what a record is. */
const keysOf = ({ action, on }: Call) => ({
  'aws:RequestedRegion': /^(cloudfront|iam|route53):/.test(action) ? 'us-east-1' : on.split(':')[3] || REGION,
  'aws:RequestTag/stack': STACK,
  'aws:ResourceTag/stack': STACK,
  'iam:PassedToService': 'lambda.amazonaws.com',
  'iam:AWSServiceName': 'ops.apigateway.amazonaws.com',
  'route53:ChangeResourceRecordSetsRecordTypes': ['CNAME'],
});

/** The calls that a role may not make. */
async function refused(role: string, calls: readonly Call[]): Promise<string[]> {
  const policy = { Version: '2012-10-17', Statement: made.statements(role) };
  const decisions = calls.map(async (call) => {
    const request = { action: call.action, resource: call.on, keys: keysOf(call) };
    // Of API Gateway's two APIs under one prefix, the oracle's data has the paths of the first alone.
    const decide = call.action.startsWith('apigateway:') ? simulate : simulateKnown;
    const decision = await decide(request, [policy]);
    return decision === 'allowed' ? [] : [`${call.action} on ${call.on}: ${decision}`];
  });
  return (await Promise.all(decisions)).flat();
}

const all = (calls: ProviderCalls) => [...calls.create, ...calls.read, ...calls.update, ...calls.delete];

test.each(declared)('who deploys may do all that %s takes', async (_, calls) => {
  expect(await refused(`petstore-deploy-${STACK}`, all(calls))).toEqual([]);
});

test.each(declared)('who previews may read %s', async (_, { read }) => {
  expect(read.length).toBeGreaterThan(0);
  expect(await refused('petstore-preview', read)).toEqual([]);
});

test.each(Object.entries(LOOKUPS))('a %s is looked up by both', async (_, lookup) => {
  expect(await refused(`petstore-deploy-${STACK}`, lookup)).toEqual([]);
  expect(await refused('petstore-preview', lookup)).toEqual([]);
});

test('there are calls for each type of the local cloud, and rights for each that the program declares', async () => {
  const cloud = await startSeededCloud();
  const types = cloud.registry.types.sort();
  await cloud.close();
  expect([...Object.keys(CALLS), ...Object.keys(CLOUDFLARE_CALLS)].sort()).toEqual(types);
  expect(declared.map(([type]) => type).sort()).toEqual(Object.keys(RIGHTS).sort());
  expect(Object.values(CALLS).filter(({ source }) => !/^[a-z0-9]+\/[a-z_]+\.go$/.test(source))).toEqual([]);
});

test('a token that reads DNS is enough for what previews read at Cloudflare, and one that edits for the rest', () => {
  const { read, ...writes } = CLOUDFLARE_CALLS['cloudflare:index/dnsRecord:DnsRecord'];
  expect(read.every((request) => request.startsWith('GET /zones/{zone_id}/dns_records'))).toBe(true);
  const others = Object.values(writes).flat();
  expect(others.every((request) => / \/zones\/\{zone_id\}\/dns_records/.test(request))).toBe(true);
  const docs = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');
  expect(docs).toContain('one with `DNS: Edit`, one with `DNS: Read`');
});

test('what no stack declares, no role may do', async () => {
  for (const type of NOT_DECLARED) {
    const { create, delete: removal } = CALLS[type] as ProviderCalls;
    const calls = [...create, ...removal];
    expect(calls.length).toBeGreaterThan(0);
    expect(await refused(`petstore-deploy-${STACK}`, calls)).toHaveLength(calls.length);
  }
});

/** Every right is there for a call: what nobody calls is not granted. */
test('no role may do more than what is called', () => {
  const called = new Set(
    [...Object.values(CALLS).flatMap(all), ...Object.values(LOOKUPS).flat()].map(({ action }) => action),
  );
  const granted = Object.values(RIGHTS)
    .flat()
    .flatMap(({ read, write }) => [...read, ...write]);
  expect([...new Set(granted)].filter((action) => !called.has(action)).sort()).toEqual([]);
});
