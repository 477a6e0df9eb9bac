// A command about the local stack while `npm run local` deploys: its records and its outputs do not belong together then.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hashSources } from '../../../cli/deployed-sources.ts';
import { deploymentEnded } from '../../../cli/domains/deployment-end.ts';
import type { Io } from '../../../cli/domains/io.ts';
import { readRunningCloud } from '../../../cli/domains/running-cloud.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const FILE = 'Pulumi.local.yaml';
const HOST = 'old.petstore.example';
const TARGET = 'd1.cloudfront.localhost';
const WAITING = 'npm run local is deploying; waiting until it ends\n';

let fixture: DomainsFixture;
let dnsServer: string;
beforeEach(async () => {
  fixture = openFixture();
  const records = [`${HOST} 3600 CNAME ${TARGET}`];
  dnsServer = (await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records } })).resolver;
  fixture.write(FILE, productionFile);
  fixture.write('internet.zone', '');
  fixture.write('ca.pem', '');
  outputs({});
});
afterEach(() => fixture.close());

const path = (name: string) => join(fixture.folder, name);
const outputs = (hosts: object) => fixture.writeLocal('outputs.json', JSON.stringify({ hosts }));

function ready(isRunning: boolean, more: object = {}): void {
  const internetFile = path('internet.zone');
  const deployment = { isRunning, ...hashSources({ stackFile: path(FILE), internetFile }), ...more };
  const cloud = { hosts: {}, caFile: path('ca.pem'), dnsServer, internetFile, deployment, pid: process.pid };
  fixture.writeLocal('ready.json', JSON.stringify(cloud));
}

/** What a deployment writes at its end. */
function deployed(): void {
  const routing = { purpose: 'routing', name: HOST, type: 'CNAME', value: TARGET, ttl: 3600 };
  const host = { site: 'docs', role: 'domain', target: TARGET, certificate: 'ISSUED', records: [routing] };
  outputs({ [HOST]: host });
  ready(false);
}

const check = () => fixture.run('check', '--stack', 'local', '--host', HOST);

test('a record that the running deployment has created is no conflict: check waits for its end', async () => {
  ready(true);
  const checked = check();
  await sleep(300);
  deployed();
  expect(await checked).toMatchObject({ status: 0, err: WAITING });
});

test.each([
  ['Pulumi.local.yaml', FILE],
  ['the internet file', 'internet.zone'],
])('a change of %s that the cloud has not noticed yet is waited for too', async (_, name) => {
  ready(false);
  fixture.write(name, `${fixture.read(name)}\n`);
  const checked = check();
  await sleep(300);
  deployed();
  expect(await checked).toMatchObject({ status: 0, err: WAITING });
});

test.each([['status'], ['records', HOST], ['move', HOST], ['remove', HOST], ['report', '--base', 'base']])(
  '%s waits too',
  async (...args) => {
    fixture.commit();
    ready(true);
    const ran = fixture.run(...args, '--stack', 'local');
    await sleep(200);
    expect(fixture.read(FILE)).toBe(productionFile);
    deployed();
    expect((await ran).err).toContain(WAITING);
  },
);

test('nothing is said where nothing is deployed, nor by a cloud of an earlier version', async () => {
  deployed();
  expect(await check()).toMatchObject({ status: 0, err: '' });
  ready(false, { stackFile: undefined, internetFile: undefined });
  const { deployment: _, ...earlier } = JSON.parse(fixture.read('.local/ready.json'));
  fixture.writeLocal('ready.json', JSON.stringify(earlier));
  expect(await check()).toMatchObject({ status: 0, err: '' });
});

test('a deployment that does not end within the limit: what is deployed is not known', async () => {
  ready(true);
  const { folder } = fixture;
  const io = { progress: () => undefined, signal: new AbortController().signal } as unknown as Io;
  const waiting = deploymentEnded({ io, folder, local: readRunningCloud(folder) }, 200);
  await expect(waiting).rejects.toMatchObject({ code: 'still-deploying', name: 'StillDeployingError' });
});

test('the line that says so is taken away at the end', async () => {
  ready(true);
  const { folder } = fixture;
  const lines: string[] = [];
  const progress = (text: unknown) => void lines.push(String(text));
  const io = { progress, signal: new AbortController().signal } as unknown as Io;
  const ended = deploymentEnded({ io, folder, local: readRunningCloud(folder) });
  await sleep(50);
  expect(lines).toEqual([WAITING.trimEnd()]);
  deployed();
  await ended;
  expect(lines).toEqual([WAITING.trimEnd(), '']);
});

test('a minute is the limit of a command that reads once; --watch goes on', async () => {
  ready(true);
  const stop = new AbortController();
  fixture.stopWith(stop);
  const started = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(started);
  onTestFinished(() => void vi.restoreAllMocks());
  let hasEnded = false;
  const once = fixture.run('status', '--stack', 'local').finally(() => {
    hasEnded = true;
  });
  const watching = fixture.run('status', '--stack', 'local', '--watch');
  clock.mockReturnValue(started + 60_000);
  await sleep(300);
  expect(hasEnded).toBe(false);
  clock.mockReturnValue(started + 60_001);
  expect(await once).toMatchObject({
    status: 3,
    err: expect.stringContaining('still deploys after 60 s'),
  });
  await sleep(300);
  stop.abort();
  expect(await watching).toMatchObject({ status: 130, err: WAITING });
});

test('Ctrl-C ends the wait, and nothing is edited', async () => {
  const stop = new AbortController();
  fixture.stopWith(stop);
  ready(true);
  const ran = fixture.run('remove', HOST, '--stack', 'local');
  await sleep(200);
  stop.abort();
  expect(await ran).toMatchObject({ status: 130, out: '', err: WAITING });
  expect(fixture.read(FILE)).toBe(productionFile);
});

test('a cloud that stops meanwhile ends the wait', async () => {
  ready(true);
  const checked = check();
  await sleep(200);
  fixture.writeLocal('ready.json', 'null');
  expect(await checked).toMatchObject({ status: 2, out: '', err: expect.stringContaining('not running') });
});

test.each([
  ['add', 'new.petstore.example', '--site', 'docs'],
  ['remove', HOST],
])('%s says that the running cloud deploys the edit', async (...args) => {
  deployed();
  const ran = await fixture.run(...args, '--stack', 'local');
  expect(ran).toMatchObject({ status: 0, out: expect.stringContaining('  npm run local deploys it now\n') });
});

test('a record of the local stack that was lost: what sets it again, with the engine and without', async () => {
  deployed();
  await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'] } });
  const { status, out } = await check();
  expect(status).toBe(1);
  expect(out).toContain('record-missing');
  const text = out.replace(/\s+/g, ' ');
  expect(text).toContain('stop npm run local and start it again: it sets it again');
  expect(text).toContain('with --engine: source .local/pulumi.env && pulumi up --refresh');
});
