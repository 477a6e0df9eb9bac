// `npm run local -- drift` without the Pulumi CLI: a checkpoint as the engine writes it, and a provider on the loopback.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { type Providers, serveProviders } from '@petstore/local-cloud/provider/packages';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type DriftOptions, drift } from '../../../cli/local/drift/drift.ts';
import { environmentFile } from '../../../cli/local/environment-file.ts';
import { thisProcess } from '../../../cli/running-process.ts';
import { saveStart } from '../../../cli/served-cloud.ts';
import { nodeArguments } from '../../npm-script.ts';
import { copyProject, removeProject } from './support.ts';

const RECORD = 'cloudflare:index/dnsRecord:DnsRecord';
const BUCKET = 'aws:s3/bucket:Bucket';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const POLICY = 'aws:s3/bucketPolicy:BucketPolicy';
const zoneId = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
const inputs = { zoneId, name: 'a.petstore.localhost', type: 'CNAME', content: 'b.localhost', ttl: 300 };

const folder = mkdtempSync(join(tmpdir(), 'petstore-drift-'));
const state = join(folder, 'pulumi/.pulumi/stacks/petstore/local.json');
const ready = join(folder, 'ready.json');
let cloud: Cloud;
let providers: Providers;
let id: string;
const context = () => ({ region: 'eu-west-1', signal: AbortSignal.timeout(20_000) });
const read = async () => (await cloud.registry.handler(RECORD).read(id, context(), inputs as never))?.inputs;

beforeAll(async () => {
  const internetFile = join(folder, 'internet.zone');
  writeFileSync(internetFile, '');
  const ports = { https: 0, http: 0, dns: 0 };
  cloud = await startCloud({ folder, region: 'eu-west-1', ports, internetFile, log: () => undefined });
  cloud.seedZones([{ name: 'petstore.localhost', provider: 'cloudflare', zoneId }]);
  providers = await serveProviders(cloud.registry, 'eu-west-1');
  mkdirSync(join(state, '..'), { recursive: true });
});
afterAll(async () => {
  await providers.close();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

beforeEach(async () => {
  const handler = cloud.registry.handler(RECORD);
  if (id !== undefined && (await read()) !== undefined) await handler.delete(id, inputs as never, context());
  const created = await handler.create(inputs as never, context());
  id = created.id;
  const urn = `urn:pulumi:local::petstore::${RECORD}::a-route`;
  const resource = { urn, id, type: RECORD, custom: true, inputs, outputs: created.computed };
  const other = (type: string, name: string, parents = '') => ({
    ...resource,
    ...{ id: `${type}-${name}`, type, urn: `urn:pulumi:local::petstore::${parents}${type}::${name}` },
  });
  const resources = [
    resource,
    other(BUCKET, 'docs'),
    other(DISTRIBUTION, 'docs', 'petstore:docs:DocsSite$'),
    other(POLICY, 'twice', 'a:b:C$'),
    other(POLICY, 'twice', 'a:b:D$'),
    { ...other(BUCKET, 'docs'), delete: true },
    { ...other('petstore:docs:DocsSite', 'docs-site'), custom: false },
    other('pulumi:providers:aws', 'us'),
  ];
  writeFileSync(state, JSON.stringify({ checkpoint: { latest: { resources } } }));
  engineRuns(providers.addresses);
  writeFileSync(ready, JSON.stringify(thisProcess()));
  saveStart(folder, ['--port', '9443']);
});
/** This process has written the file for shells. */
function engineRuns(addresses: string): void {
  const run = { root: folder, folder, again: 'npm run local -- --engine' };
  writeFileSync(join(folder, 'pulumi.env'), environmentFile({ PULUMI_DEBUG_PROVIDERS: addresses }, run));
}

const run = async (name: string | undefined, options: Partial<DriftOptions>, columns?: number) =>
  String(await drift(folder, name, { delete: false, set: [], ...options }, columns));

test('a change of several inputs: JSON as it is, anything else as text; what was done, and what finds it', async () => {
  const printed = await run('a-route', { set: ['ttl=120', 'comment=a=b', 'proxied=false'] });
  expect(await read()).toMatchObject({ ttl: 120, comment: 'a=b', proxied: false, content: 'b.localhost' });
  expect(printed).toMatch(
    /^a-route is changed \(ttl=120, .*\n.*pulumi\.env\n +pulumi preview --refresh --diff\n/,
  );
});

test.each(['a-route', `${RECORD}::a-route`, `urn:pulumi:local::petstore::${RECORD}::a-route`])(
  'a deletion, by the name %s',
  async (name) => {
    expect(await run(name, { delete: true })).toMatch(/^a-route is deleted/);
    expect(await read()).toBeUndefined();
  },
);

test('a change that the service refuses: its own words, and nothing changes', async () => {
  await expect(run('a-route', { set: ['ttl=5'] })).rejects.toMatchObject({
    code: 'command-failed',
    message: expect.stringMatching(/^a-route was not changed: .*Invalid TTL/),
    cause: { code: 'provider-refused' },
  });
  expect(await read()).toMatchObject({ ttl: 300 });
});

test('without a name: every resource by a name that chooses it, aligned', async () => {
  const twice = (parent: string) => `urn:pulumi:local::petstore::a:b:${parent}$${POLICY}::twice`;
  const name = (text: string) => text.padEnd(twice('C').length);
  expect((await run(undefined, {})).split('\n').slice(2, -2)).toEqual([
    `${name('NAME')}  TYPE`,
    `${name('a-route')}  ${RECORD}`,
    `${name(`${BUCKET}::docs`)}  ${BUCKET}`,
    `${name(`${DISTRIBUTION}::docs`)}  ${DISTRIBUTION}`,
    `${twice('C')}  ${POLICY}`,
    `${twice('D')}  ${POLICY}`,
  ]);
  expect(await run(undefined, {}, 60)).toContain(`NAME  a-route\nTYPE  ${RECORD}\n`);
});

test.each<[string, string | undefined, Partial<DriftOptions>, string]>([
  [
    'no name, with --delete',
    undefined,
    { delete: true },
    'drift NAME --delete; all names: npm run local -- drift',
  ],
  ['no name, with --set', undefined, { set: ['ttl=60'] }, 'drift NAME --set ttl=60;'],
  ['a name that is near to none', 'nope', { delete: true }, '"nope".\n  All of them: npm run local -- drift'],
  ['a name that is near to one', 'a-rout', { delete: true }, 'did you mean "a-route"?'],
  [
    'a name of several resources: the names of each',
    'docs',
    { delete: true },
    `name one with its type:\n  npm run local -- drift ${BUCKET}::docs\n  npm run local -- drift ${DISTRIBUTION}::docs`,
  ],
  ['neither option', 'a-route', {}, '--delete or --set is needed'],
  ['both options', 'a-route', { delete: true, set: ['ttl=60'] }, '--delete and --set exclude each other'],
  ['no value', 'a-route', { set: ['ttl'] }, '--set ttl is not NAME=VALUE'],
  ['a value without its name', 'a-route', { set: ['ttl=1', '=60'] }, '--set =60 is not NAME=VALUE'],
])('refused: %s', async (_, name, options, message) => {
  await expect(run(name, options)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  });
  expect(await read()).toMatchObject({ ttl: 300 });
});

const START = 'npm run local -- --port 9443 --engine';

test.each<[string, string, () => void]>([
  ['no local cloud runs', `runs here.\n  start it in another terminal: ${START}`, () => rmSync(ready)],
  [
    'the local cloud has no engine',
    `has no Pulumi engine, and without it nothing finds a drift.\n  stop it with Ctrl-C, and start: ${START}`,
    () => writeFileSync(ready, JSON.stringify({ pid: process.ppid })),
  ],
  ['nothing is deployed yet', 'No local cloud with the Pulumi engine runs here.', () => rmSync(state)],
  [
    'the stack was destroyed',
    'The local stack is destroyed.',
    () => writeFileSync(state, JSON.stringify({ checkpoint: { latest: {} } })),
  ],
])('%s: what to do, and no list of what was', async (_, message, prepare) => {
  prepare();
  for (const name of [undefined, 'a-route'])
    await expect(run(name, { delete: name !== undefined })).rejects.toThrow(message);
});

test.each(['cloudflare:1', 'aws:1', ''])(
  'the providers of an earlier run, %j: how to start it',
  async (addresses) => {
    engineRuns(addresses);
    await expect(run('a-route', { delete: true })).rejects.toThrow(START);
  },
);

test('as a command it changes, refuses and explains, each with its status', { timeout: 60_000 }, async () => {
  const project = copyProject();
  onTestFinished(() => removeProject(project));
  cpSync(folder, join(project, '.local'), { recursive: true });
  const command = (...args: string[]) =>
    new Promise((resolve) => {
      const words = [...nodeArguments('local', project), 'drift', ...args];
      execFile(process.execPath, words, { cwd: project }, (error, out, err) =>
        resolve({ status: error === null ? 0 : error.code, out, err }),
      );
    });
  expect(await command('a-route', '--set', 'ttl=120', 'content=c.localhost')).toMatchObject({
    ...{ status: 0, err: '', out: expect.stringMatching(/^a-route is changed/) },
  });
  expect(await read()).toMatchObject({ ttl: 120, content: 'c.localhost' });
  expect(await command('a-route', '--set', 'ttl=5')).toMatchObject({ status: 1, out: '' });
  expect(await command('docs', '--delete')).toMatchObject({
    ...{ status: 2, out: '', err: expect.stringMatching(/^✗ 2 resources are named "docs"\.\n/) },
  });
  expect(readFileSync(state, 'utf8')).toContain('"ttl":300');
});
