// `npm run local -- drift` without the Pulumi CLI: a checkpoint as the engine writes it, and a provider on the loopback.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { type Providers, serveProviders } from '@petstore/local-cloud/provider/packages';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { drift } from '../../../cli/local/drift/drift.ts';
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

let folder: string;
let cloud: Cloud;
let providers: Providers;
let id: string;
const context = () => ({ region: 'eu-west-1', signal: AbortSignal.timeout(5000) });
const read = () => cloud.registry.handler(RECORD).read(id, context(), inputs as never);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-drift-'));
  writeFileSync(join(folder, 'internet.zone'), '');
  const ports = { https: 0, http: 0, dns: 0 };
  const internetFile = join(folder, 'internet.zone');
  cloud = await startCloud({ folder, region: 'eu-west-1', ports, internetFile, log: () => undefined });
  cloud.seedZones([{ name: 'petstore.localhost', provider: 'cloudflare', zoneId }]);
  providers = await serveProviders(cloud.registry, 'eu-west-1');
  const created = await cloud.registry.handler(RECORD).create(inputs as never, context());
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
  const state = join(folder, 'pulumi/.pulumi/stacks/petstore');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'local.json'), JSON.stringify({ checkpoint: { latest: { resources } } }));
  engineRuns(providers.addresses);
  writeFileSync(join(folder, 'ready.json'), JSON.stringify(thisProcess()));
});
/** This process has written the file for shells. */
function engineRuns(addresses: string): void {
  const run = { root: folder, folder, again: 'npm run local -- --engine' };
  writeFileSync(join(folder, 'pulumi.env'), environmentFile({ PULUMI_DEBUG_PROVIDERS: addresses }, run));
}
afterEach(async () => {
  await providers.close();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

test('a change', async () => {
  const printed = String(await drift(folder, 'a-route', { delete: false, set: ['ttl=120'] }));
  expect((await read())?.inputs).toMatchObject({ ttl: 120, content: 'b.localhost' });
  expect(printed).toBe(`a-route is changed (ttl=120) in the local cloud; the stack's state does not know it
  next    source .local/pulumi.env
          pulumi preview --refresh --diff
          pulumi up --refresh`);
});

test('several at once: JSON as it is, and anything else as text, also with a = in it', async () => {
  const set = ['ttl=120', 'comment=a=b', 'proxied=false'];
  await drift(folder, 'a-route', { delete: false, set });
  expect((await read())?.inputs).toMatchObject({ ttl: 120, comment: 'a=b', proxied: false });
});

test('a deletion', async () => {
  await drift(folder, 'a-route', { delete: true, set: [] });
  expect(await read()).toBeUndefined();
});

test('a change that the service refuses: its own words, and nothing changes', async () => {
  await expect(drift(folder, 'a-route', { delete: false, set: ['ttl=5'] })).rejects.toMatchObject({
    code: 'command-failed',
    message: expect.stringMatching(/^a-route was not changed: .*Invalid TTL/),
    cause: { code: 'provider-refused' },
  });
  expect((await read())?.inputs).toMatchObject({ ttl: 300 });
});

const list = async (columns?: number) =>
  String(await drift(folder, undefined, { delete: false, set: [] }, columns));

test('without a name: every resource by a name that chooses it, aligned', async () => {
  const width = 'urn:pulumi:local::petstore::a:b:C$aws:s3/bucketPolicy:BucketPolicy::twice'.length;
  expect((await list()).split('\n')).toEqual([
    ...['The resources of the local stack:', ''],
    `${'NAME'.padEnd(width)}  TYPE`,
    `${'a-route'.padEnd(width)}  ${RECORD}`,
    `${`${BUCKET}::docs`.padEnd(width)}  ${BUCKET}`,
    `${`${DISTRIBUTION}::docs`.padEnd(width)}  ${DISTRIBUTION}`,
    `urn:pulumi:local::petstore::a:b:C$${POLICY}::twice  ${POLICY}`,
    `urn:pulumi:local::petstore::a:b:D$${POLICY}::twice  ${POLICY}`,
    ...['', '  next    npm run local -- drift NAME --delete, or --set ttl=60'],
  ]);
  expect(await list(60)).toContain(`NAME  a-route\nTYPE  ${RECORD}\n`);
});

test.each([`${RECORD}::a-route`, `urn:pulumi:local::petstore::${RECORD}::a-route`])(
  'a longer name than is needed, %s',
  async (name) => {
    expect(String(await drift(folder, name, { delete: true, set: [] }))).toMatch(/^a-route is deleted/);
    expect(await read()).toBeUndefined();
  },
);

test('a change without a name: none is chosen for it', async () => {
  const asked = (options: Parameters<typeof drift>[2]) => drift(folder, undefined, options);
  await expect(asked({ delete: true, set: [] })).rejects.toThrow(
    /^--delete needs the name of a resource\.\n.*npm run local -- drift NAME --delete; all names: npm run local -- drift$/,
  );
  await expect(asked({ delete: false, set: ['ttl=60'] })).rejects.toThrow(/drift NAME --set ttl=60;/);
});

test('a stack that was destroyed: how to deploy it again', async () => {
  const state = join(folder, 'pulumi/.pulumi/stacks/petstore/local.json');
  writeFileSync(state, JSON.stringify({ checkpoint: { latest: {} } }));
  for (const name of [undefined, 'a-route'])
    await expect(drift(folder, name, { delete: name !== undefined, set: [] })).rejects.toThrow(
      /^The local stack is destroyed\./,
    );
});

test('a name of several resources: the names of each', async () => {
  await expect(drift(folder, 'docs', { delete: true, set: [] })).rejects.toThrow(
    `2 resources are named "docs".\n  name one with its type:\n  npm run local -- drift ${BUCKET}::docs\n  npm run local -- drift ${DISTRIBUTION}::docs`,
  );
});

test.each([
  [
    'a name that is near to none',
    'nope',
    { delete: true, set: [] },
    '"nope".\n  All of them: npm run local -- drift',
  ],
  ['another name', 'a-rout', { delete: true, set: [] }, 'did you mean "a-route"?'],
  ['neither option', 'a-route', { delete: false, set: [] }, '--delete or --set is needed'],
  [
    'both options',
    'a-route',
    { delete: true, set: ['ttl=60'] },
    '--delete and --set exclude each other: give one',
  ],
  [
    'no value',
    'a-route',
    { delete: false, set: ['ttl'] },
    '--set ttl is not NAME=VALUE.\n  for example --set',
  ],
  ['no name', 'a-route', { delete: false, set: ['ttl=1', '=60'] }, '--set =60 is not NAME=VALUE'],
])('%s', async (_, name, options, message) => {
  await expect(drift(folder, name, options)).rejects.toThrow(message);
});

const START = 'npm run local -- --port 9443 --engine';

test('no local cloud: how to start it, with the ports of the last run', async () => {
  saveStart(folder, ['--port', '9443']);
  rmSync(join(folder, 'ready.json'));
  await expect(list()).rejects.toMatchObject({
    code: 'usage',
    message: `No local cloud with the Pulumi engine runs here.\n  start it in another terminal: ${START}`,
  });
});

test('a local cloud without the engine: not even the list, which would be that of the run before', async () => {
  saveStart(folder, ['--port', '9443']);
  writeFileSync(join(folder, 'ready.json'), JSON.stringify({ pid: process.ppid }));
  await expect(list()).rejects.toMatchObject({
    code: 'usage',
    message: `The local cloud that runs here (process ${process.ppid}) has no Pulumi engine, and without it nothing finds a drift.\n  stop it with Ctrl-C, and start: ${START}`,
  });
});

test('one that has not deployed yet: the same as none', async () => {
  rmSync(join(folder, 'pulumi/.pulumi/stacks/petstore/local.json'));
  await expect(list()).rejects.toThrow('No local cloud with the Pulumi engine runs here.');
});

test.each(['cloudflare:1', 'aws:1', ''])(
  'the providers of an earlier run, %j: how to start it',
  async (addresses) => {
    engineRuns(addresses);
    await expect(drift(folder, 'a-route', { delete: true, set: [] })).rejects.toThrow(
      'npm run local -- --engine',
    );
  },
);

describe('as a command', () => {
  let project: string;
  beforeEach(() => {
    project = copyProject();
    onTestFinished(() => removeProject(project));
    cpSync(folder, join(project, '.local'), { recursive: true });
  });

  const run = (...args: string[]) =>
    new Promise((resolve) => {
      const options = { cwd: project, timeout: 20_000 };
      execFile(
        process.execPath,
        [...nodeArguments('local', project), 'drift', ...args],
        options,
        (error, out, err) => resolve({ status: error === null ? 0 : error.code, out, err }),
      );
    });

  test('it changes, refuses and explains, each with its status', async () => {
    expect(await run('a-route', '--set', 'ttl=120', 'content=c.localhost')).toEqual({
      ...{ status: 0, err: '' },
      out: expect.stringMatching(
        /^a-route is changed \(ttl=120, content=c\.localhost\) in the local cloud;.*\n.*\n/,
      ),
    });
    expect((await read())?.inputs).toMatchObject({ ttl: 120, content: 'c.localhost' });
    expect(await run('a-route', '--set', 'ttl=5')).toEqual({
      ...{ status: 1, out: '' },
      err: expect.stringMatching(/^✗ a-route was not changed: .*Invalid TTL/),
    });
    expect(await run('docs', '--delete')).toMatchObject({
      ...{ status: 2, out: '' },
      err: expect.stringMatching(/^✗ 2 resources are named "docs"\.\n/),
    });
    expect(await run()).toMatchObject({ status: 0, out: expect.stringContaining('\nNAME ') });
  });
});
