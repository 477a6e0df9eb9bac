// The roles of the bootstrap example permit every call that the provider makes for a resource of the program, by another
// implementation of IAM; and there is a row of calls for each type of the local cloud.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { RIGHTS } from '../../examples/bootstrap/rights/index.ts';
import { startSeededCloud } from '../../packages/local-cloud/test/contract/cloud.ts';
import { type Bootstrap, bootstrap } from './bootstrap-program.ts';
import { refused } from './decisions.ts';
import type { ProviderCalls } from './provider-calls/call.ts';
import { CLOUDFLARE_CALLS, declaredCalls, LOOKUPS } from './provider-calls/table.ts';

const ENVIRONMENTS = ['staging', 'production'];
const ownerOf = (stack: string) => ({ project: 'petstore', stack });

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});

const types = Object.keys(declaredCalls(ownerOf('staging')));

describe.each(ENVIRONMENTS)('of %s', (stack) => {
  const owner = ownerOf(stack);
  const calls = declaredCalls(owner);
  const deploying = () => roles.statements(`petstore-deploy-${stack}`);
  const previewing = () => roles.statements('petstore-preview');

  test.each(types)('the deploying role permits every call for %s', async (type) => {
    const { create, read, update, delete: removal } = calls[type] as ProviderCalls;
    expect(await refused(deploying(), create, { owner, creates: true })).toEqual([]);
    expect(await refused(deploying(), [...read, ...update, ...removal], { owner })).toEqual([]);
  });

  test.each(types)('the previewing role permits reading %s', async (type) => {
    const { read } = calls[type] as ProviderCalls;
    expect(read.length).toBeGreaterThan(0);
    expect(await refused(previewing(), read, { owner })).toEqual([]);
  });

  test.each(Object.entries(LOOKUPS))('both roles permit the look-up of a %s', async (_, lookup) => {
    expect(await refused(deploying(), lookup, { owner })).toEqual([]);
    expect(await refused(previewing(), lookup, { owner })).toEqual([]);
  });
});

test('each type of the local cloud has calls, and each type of the program has rights', async () => {
  const cloud = await startSeededCloud();
  const known = cloud.registry.types.sort();
  await cloud.close();
  const calls = declaredCalls(ownerOf('staging'));
  expect([...Object.keys(calls), ...Object.keys(CLOUDFLARE_CALLS)].sort()).toEqual(known);
  expect(types.toSorted()).toEqual(Object.keys(RIGHTS).sort());
  expect(Object.values(calls).filter(({ source }) => !/^[a-z0-9]+\/[a-z_]+\.go$/.test(source))).toEqual([]);
});

test('a Cloudflare token with DNS: Read is enough for previews, and one with DNS: Edit for deployments', () => {
  const { read, ...writes } = CLOUDFLARE_CALLS['cloudflare:index/dnsRecord:DnsRecord'];
  expect(read.every((request) => request.startsWith('GET /zones/{zone_id}/dns_records'))).toBe(true);
  const others = Object.values(writes).flat();
  expect(others.every((request) => / \/zones\/\{zone_id\}\/dns_records/.test(request))).toBe(true);
  const docs = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');
  expect(docs).toContain('one with `DNS: Edit`, one with `DNS: Read`');
});

/** A right without a call is not granted. */
test('no role has a right without a call', () => {
  const rows = Object.values(declaredCalls(ownerOf('staging')));
  const all = rows.flatMap((row) => [...row.create, ...row.read, ...row.update, ...row.delete]);
  const called = new Set([...all, ...Object.values(LOOKUPS).flat()].map(({ action }) => action));
  const granted = Object.values(RIGHTS)
    .flat()
    .flatMap(({ read = [], write = [], create = [] }) => [...read, ...write, ...create]);
  expect([...new Set(granted)].filter((action) => !called.has(action)).sort()).toEqual([]);
});
