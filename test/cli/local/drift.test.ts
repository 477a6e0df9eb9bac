// `npm run local -- drift` without the Pulumi CLI: a checkpoint as the engine writes it, and a provider on the loopback.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Providers, serveProviders } from '@petstore/local-cloud/provider/packages';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type DriftOptions, drift } from '../../../cli/local/drift.ts';
import { environmentFile } from '../../../cli/local/engine-environment.ts';
import { thisProcess } from '../../../cli/lock-file.ts';
import { defineHandler } from '../../../packages/local-cloud/src/resources/handler.ts';

const RECORD = 'cloudflare:index/dnsRecord:DnsRecord';
const BUCKET = 'aws:s3/bucket:Bucket';
const POLICY = 'aws:s3/bucketPolicy:BucketPolicy';
const START = 'npm run local -- --engine';
const folder = mkdtempSync(join(tmpdir(), 'petstore-drift-'));
const state = join(folder, 'pulumi/.pulumi/stacks/petstore/local.json');
const ready = join(folder, 'ready.json');
let providers: Providers;
/** What the cloud was told of the record. */
const calls: unknown[] = [];

beforeAll(async () => {
  const others = { content: z.string(), comment: z.string().optional(), proxied: z.boolean().optional() };
  const inputs = z.strictObject({ ttl: z.number().min(60, 'Invalid TTL'), ...others });
  const handler = defineHandler<{ ttl: number }, object>({
    ...{ type: RECORD, inputs, replaceOn: [] },
    create: () => expect.unreachable(),
    read: () => expect.unreachable(),
    update: async (_id, inputs) => calls.push(inputs) && {},
    delete: async (id) => void calls.push(`delete ${id}`),
  });
  providers = await serveProviders(new Registry([{ handlers: [handler], invokes: [] }]), 'eu-west-1');
  mkdirSync(join(state, '..'), { recursive: true });
});
afterAll(async () => {
  await providers.close();
  rmSync(folder, { recursive: true });
});

/** As this process would have written the file for shells. */
function engineRuns(addresses: string): void {
  writeFileSync(join(folder, 'pulumi.env'), environmentFile({ PULUMI_DEBUG_PROVIDERS: addresses }, folder));
}

beforeEach(() => {
  calls.length = 0;
  const of = (type: string, name: string, parents = '') => ({
    ...{ type, id: `id-of-${name}`, custom: true, inputs: { content: 'b.localhost', ttl: 300 }, outputs: {} },
    urn: `urn:pulumi:local::petstore::${parents}${type}::${name}`,
  });
  const resources = [
    of(RECORD, 'a-route'),
    of(BUCKET, 'docs'),
    of(POLICY, 'docs', 'a:b:C$'),
    of(POLICY, 'twice', 'a:b:C$'),
    of(POLICY, 'twice'),
    // It was replaced, and is still to be deleted.
    { ...of(BUCKET, 'docs'), delete: true },
    { ...of('petstore:docs:DocsSite', 'docs-site'), custom: false },
    of('pulumi:providers:aws', 'us'),
  ];
  writeFileSync(state, JSON.stringify({ checkpoint: { latest: { resources } } }));
  engineRuns(providers.addresses);
  writeFileSync(ready, JSON.stringify(thisProcess()));
});

const run = async (name: string | undefined, options: Partial<DriftOptions>) =>
  String(await drift(folder, name, { delete: false, set: [], ...options }));

test('a change of several inputs: JSON as it is, anything else as text', async () => {
  const printed = await run('a-route', { set: ['ttl=120', 'comment=a=b', 'proxied=false'] });
  expect(calls).toEqual([{ content: 'b.localhost', ttl: 120, comment: 'a=b', proxied: false }]);
  expect(printed).toContain('a-route is changed (ttl=120, ');
});

test('a deletion', async () => {
  expect(await run('a-route', { delete: true })).toContain('a-route is deleted');
  expect(calls).toEqual(['delete id-of-a-route']);
});

test.each([
  ['ttl=5', /^a-route was not changed: .*Invalid TTL.*\n {2}its inputs: .*\bttl\b/],
  ['nope=1', /has no input "nope"\n {2}its inputs: .*\bttl\b/],
])('a change that is refused, and the inputs that there are: %s', async (set, message) => {
  const error = { code: 'usage', message: expect.stringMatching(message) };
  await expect(run('a-route', { set: [set] })).rejects.toMatchObject(error);
  expect(calls).toEqual([]);
});

test('without a name: every resource by a name that chooses it', async () => {
  const rows = (await run(undefined, {})).split('\n').slice(3, -2);
  expect(rows.map((row) => row.split(/ +/))).toEqual([
    ['a-route', 'DnsRecord'],
    ['Bucket::docs', 'Bucket'],
    ['BucketPolicy::docs', 'BucketPolicy'],
    [`urn:pulumi:local::petstore::a:b:C$${POLICY}::twice`, 'BucketPolicy'],
    [`urn:pulumi:local::petstore::${POLICY}::twice`, 'BucketPolicy'],
  ]);
});

const DELETE = { delete: true };
const write = (file: string, value: object) => () => writeFileSync(file, JSON.stringify(value));

test.each<[string, string | undefined, Partial<DriftOptions>, string, (() => void)?]>([
  ['no name, with --delete', undefined, DELETE, 'no resource "".'],
  ['an unknown name', 'nope', DELETE, '"nope".\n  all of them: npm run local -- drift'],
  ['a name of several', 'docs', DELETE, 'no resource "docs"'],
  ['neither option', 'a-route', {}, 'Either --delete or --set is needed'],
  ['both options', 'a-route', { delete: true, set: ['ttl=60'] }, 'Either --delete or --set is needed'],
  ['no value', 'a-route', { set: ['ttl'] }, '--set ttl is not NAME=VALUE'],
  ['a value without its name', 'a-route', { set: ['ttl=1', '=60'] }, '--set =60 is not NAME=VALUE'],
  ['no local cloud runs', 'a-route', DELETE, START, () => rmSync(ready)],
  ['it runs without an engine', undefined, {}, START, write(ready, { pid: process.ppid })],
  ['nothing is deployed yet', undefined, {}, START, () => rmSync(state)],
  [
    ...(['the stack was destroyed', undefined, {}, 'The local stack is destroyed.'] as const),
    write(state, { checkpoint: { latest: {} } }),
  ],
  ['a provider of an earlier run', 'a-route', DELETE, START, () => engineRuns('cloudflare:1')],
  ['a provider without an address', 'a-route', DELETE, START, () => engineRuns('aws:1')],
])('refused: %s', async (_, name, options, message, prepare = () => {}) => {
  prepare();
  const error = { code: 'usage', message: expect.stringContaining(message) };
  await expect(run(name, options)).rejects.toMatchObject(error);
  expect(calls).toEqual([]);
});
