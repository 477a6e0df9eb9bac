// A run of `npm run local` in this process, without its start and its lock: what it prints from its start to its end, what it deploys
// again, and what it writes for other programs.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { stackState } from '@petstore/local-cloud/engine/deployment';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadLocalPlan } from '../../../cli/local/local-stack.ts';
import { Session } from '../../../cli/local/session.ts';
import { type Ready, stampOf } from '../../../cli/local-files.ts';
import { CHECKOUT, INTERNET_FILE } from '../../checkout.ts';
import { screen } from './screen.ts';
import { until } from './support.ts';

/** What the cloud has stored, at each write of its file. */
const stored = vi.hoisted((): string[] => []);
vi.mock('../../../packages/local-cloud/src/replace-file.ts', async (original) => {
  const { replaceFile } =
    await original<typeof import('../../../packages/local-cloud/src/replace-file.ts')>();
  const record: typeof replaceFile = (file, data, options) => {
    if (file.endsWith('cloud.json')) stored.push(data);
    replaceFile(file, data, options);
  };
  return { replaceFile: record };
});

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Two that the preflight blocks, of names that are not equally long. */
const BLOCKED = ['taken.petstore.localhost', 'shop.forbidden.petstore.localhost'];
const HOSTS = '      - api.pets.localhost\n';
/** In no zone of the stack. */
const EXTERNAL = '      - shop.partner.example\n';
const ZONE = '    pets.localhost: { provider: route53 }\n';
const BLOCKED_LINES = BLOCKED.map((host) => `      - ${host}\n`).join('');
const WAITS =
  '  … shop.partner.example    still waits; the next step: npm run domains -- status shop.partner.example';
const UNCHANGED = `  = nothing to change\n${WAITS}`;

/** The project's, with its stack's file, its internet file and an empty `service/`. */
const root = mkdtempSync(join(tmpdir(), 'petstore-session-'));
const folder = join(root, '.local');
const stackFile = join(root, 'Pulumi.local.yaml');
const internetFile = join(root, 'internet.zone');
const sources = () => ({ stackFile: stampOf(stackFile), internetFile: stampOf(internetFile) });
const out = screen();
const { lines, statuses } = out;
let stop: AbortController;
let cloud: Cloud;
let session: Session;

const edit = (from: string, to: string) =>
  writeFileSync(stackFile, readFileSync(stackFile, 'utf8').replace(from, to));
const ready = (): Ready => JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8'));

/** Resolves to what it has printed. `of`: the sources of the plan; a later change is found by the run. */
async function start(of = sources()): Promise<string> {
  stop = new AbortController();
  session = new Session({
    ...{ root, folder, cloud, signal: stop.signal, sources: of, engine: false },
    ...{ dashboardUrl: 'http://domains.localhost/', out },
  });
  await session.start(loadLocalPlan(root));
  const first = lines.findIndex((line) => /^ +api\(\) \{/.test(line));
  calls = lines.slice(first, first + 5).join('\n');
  return printed();
}

/** What it prints until the deployments of that change have ended. `last`: of their last line. */
async function after(change: () => void, last: RegExp): Promise<string> {
  change();
  await until(() => last.test(lines.join('\n')) && !ready().deployment.isRunning);
  return printed();
}

/** Since it was read last; without what differs between runs. */
function printed(): string {
  return (
    lines
      .splice(0)
      .join('\n')
      .replaceAll(/pets_test_\w+/g, 'KEY')
      .replaceAll(/[^\s:@]*petstore-session-\w+/g, 'ROOT')
      // Where a text is broken depends on the length of that path.
      .replaceAll(/\n {20,}/g, ' ')
      .replace(/(:|https |http |dns |-p )\d{4,5}\b/g, '$1PORT')
      .replace(/\d+ KB/g, 'SIZE KB')
      .replace(/\d+\.\d s\b/g, 'TIME s')
  );
}

let started: string;
/** The lines to paste, as they were printed: a function of the shell, and two calls of it. */
let calls: string;
beforeAll(async () => {
  for (const path of [join(root, 'service'), folder]) mkdirSync(path);
  copyFileSync(join(CHECKOUT, 'Pulumi.local.yaml'), stackFile);
  copyFileSync(INTERNET_FILE, internetFile);
  const ports = { https: 0, http: 0, dns: 0 };
  cloud = await startCloud({ folder, region: 'eu-west-1', ports, internetFile, log: () => undefined });
  edit(HOSTS, HOSTS + BLOCKED_LINES + EXTERNAL);
  started = await start();
});
afterAll(async () => {
  await session?.close();
  await cloud?.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});

test('the start: each step, the hosts that are left out, the addresses, and what is written for other programs', async () => {
  await expect(started).toMatchFileSnapshot('__snapshots__/session.txt');
  expect(statuses).toContain('  … stack      create api.petstore.localhost-route');
  const deployment = { isRunning: false, ...sources() };
  expect(ready()).toMatchObject({ dashboardUrl: 'http://domains.localhost/', deployment, internetFile });
  for (const host of BLOCKED) expect(Object.keys(ready().hosts)).not.toContain(host);
});

test('the printed calls work when they are pasted, and have no key in them', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', calls]);
  const answers = stdout.trim().split('\n');
  const [pet, pets] = answers.map((line) => JSON.parse(line));
  expect(pet).toMatchObject({ name: 'Rex' });
  expect(pets).toContainEqual(pet);
  expect(calls).not.toContain(ready().apiKey);
});

test('a host that is added with its zone, where the findings of before are only counted', async () => {
  const change = () => {
    edit(ZONE, `${ZONE}    more.localhost: { provider: route53 }\n`);
    edit(HOSTS, `${HOSTS}      - new.more.localhost\n`);
  };
  const printed = await after(change, /still waits/);
  expect(printed).toMatch(/\+ new\.more\.localhost +certificate issued · attached · CNAME set {2}TIME s\n/);
  expect(printed.split('\n').at(-1)?.replace(/ {5,}/, '    ')).toBe(WAITS);
  expect(ready().hosts).toHaveProperty(['new.more.localhost']);
});

test('hosts that are no longer declared are not counted', async () => {
  const removed = await after(() => edit(BLOCKED_LINES, ''), /to change/);
  expect(removed).toBe(`  ~ Pulumi.local.yaml changed\n${UNCHANGED}`);
});

test('a host that is removed; whenever the run is killed, its state has all that the cloud has', async () => {
  const change = () => {
    edit('    more.localhost: { provider: route53 }\n', '');
    edit('      - new.more.localhost\n', '');
  };
  expect(await after(change, /still waits/)).toMatch(/- new\.more\.localhost/);
  const writes = stored.map((text) => {
    const { resources = {}, outputs: _, ...cloud }: Record<string, Record<string, object>> = JSON.parse(text);
    const states = Object.values(resources) as { id?: string }[];
    const keys = Object.values(cloud).flatMap((items) => Object.keys(items));
    // Some services' keys have the region or the zone in front of the id.
    const inCloud = new Set(keys.flatMap((key) => [key, key.slice(key.lastIndexOf('/') + 1)]));
    return { inCloud, inState: new Set(states.flatMap(({ id }) => id ?? [])) };
  });
  const ids = new Set(writes.flatMap(({ inState }) => [...inState]));
  expect(ids.size).toBeGreaterThan(50);
  for (const { inCloud, inState } of writes)
    expect(inState).toEqual(inState.union(ids.intersection(inCloud)));
});

test('a zone file that is refused: DNS stays as it was until it is right, and other changes are deployed', async () => {
  const right = readFileSync(internetFile, 'utf8');
  const refused = await after(() => writeFileSync(internetFile, 'none\n'), /problem/);
  expect(refused).toMatch(
    /^ {2}~ the internet changed\n {2}✗ ROOT\/internet\.zone has 1 problem; it was not read\.\n/,
  );
  expect(ready().deployment).toMatchObject({
    ...{ isRunning: false, refusedInternet: [{ path: expect.stringContaining('internet.zone') }] },
    ...sources(),
  });
  const beside = () => {
    writeFileSync(internetFile, 'none at all\n');
    writeFileSync(join(root, 'service/app.ts'), '2');
    edit('', '# saved\n');
  };
  expect(await after(beside, /to change/)).toContain('; it was not read.');
  await after(() => writeFileSync(internetFile, right), /to change/);
  expect(ready().deployment).toEqual({ isRunning: false, ...sources() });
});

test('a stack file that is wrong: every problem, and nothing is changed until it is right', async () => {
  const wrong = await after(() => edit('plan: pro', 'plan: gold'), /problem/);
  expect(wrong).toMatch(/1 problem; nothing was done\.\n\n {4}\d:3 {2}petstore:plan/);
  await after(() => edit('plan: gold', 'plan: pro'), /to change/);
});

/** As somebody does in a console. */
async function deleteInCloud(name: string): Promise<void> {
  const resources = stackState(cloud.store).values();
  const { type, id = '', inputs } = resources.find((one) => one.name === name) ?? expect.unreachable(name);
  const handler = cloud.registry.handler(type);
  const context = { region: 'eu-west-1', signal: AbortSignal.timeout(30_000) };
  await handler.delete(id, handler.inputs.parse(inputs), context);
}

test('the next run: what was deleted since is created again, and nothing else; what changed since its plan is deployed at once', async () => {
  await session.close();
  await deleteInCloud('api.petstore.localhost-route');
  statuses.length = 0;
  const starting = start({ stackFile: 'earlier', internetFile: 'earlier' });
  await until(() => statuses.some((text) => text.includes('create')));
  writeFileSync(join(root, 'service/app.ts'), 'saved during the start');
  const atStart = await starting;
  const created = statuses.filter((text) => text.includes('create'));
  expect(created).toEqual(['  … stack      create api.petstore.localhost-route']);
  // Each change has ended the first deployment, or is deployed after it.
  await until(() => /interrupted|service changed/.test(atStart + lines.join('\n')));
  await until(() => !ready().deployment.isRunning);
  expect(ready().deployment).toMatchObject(sources());
  printed();
});

test('the next run, where a deployment refuses its file: what was deployed last is served until the file is right', async () => {
  await session.close();
  const right = readFileSync(stackFile, 'utf8');
  edit(ZONE, '');
  expect(await start()).toMatch(/! stack +not deployed[\s\S]*✗ [\s\S]*petstore:zones[\s\S]*Ready in/);
  expect(Object.keys(ready().hosts)).toContain('api.pets.localhost');
  expect(await after(() => writeFileSync(stackFile, right), /to change/)).not.toContain('✗');
});

const outputOf = (host: string) => JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8')).hosts[host];
const validationIn = ({ records }: { records: readonly Record<string, string>[] }) =>
  records.find(({ purpose }) => purpose === 'validation') ?? expect.unreachable();

test('the next run, where a deployed host cannot be changed: it stays as it was, and the line in the way is named', async () => {
  const host = 'api.pets.localhost';
  const before = outputOf(host);
  const { name } = validationIn(before);
  const internet = readFileSync(internetFile, 'utf8');
  await session.close();
  await deleteInCloud(`${host}-validation`);
  writeFileSync(internetFile, `${internet}${name}. 300 IN TXT "taken"\n`);
  cloud.reloadInternet();
  expect(await start()).toContain(`internet has ${name}. TXT "taken", which no API can replace`);
  expect(outputOf(host)).toEqual({ ...before, failed: true });
  await after(() => writeFileSync(internetFile, internet), /validation created/);
  expect(outputOf(host)).toEqual(before);
});

test('a change of what runs in this process: that it takes a new start, and no deployment', async () => {
  for (const folder of ['infra', 'packages/custom-domains/src', 'packages/local-cloud/src']) {
    mkdirSync(join(root, folder), { recursive: true });
    const printed = await after(() => writeFileSync(join(root, folder, 'any.ts'), ''), /again/);
    const said = `${folder} takes effect when npm run local is started again`;
    expect(printed).toBe(`  ~ ${folder} changed\n  ! ${said}`);
  }
});

test('a deployment that waits: a record in the zone file reaches it, and another source ends it', async () => {
  const host = 'shop.partner.example';
  const internet = readFileSync(internetFile, 'utf8');
  const stack = readFileSync(stackFile, 'utf8');
  const verify = () => edit('  petstore:plan', `  petstore:verified: [${host}]\n  petstore:plan`);
  verify();
  await until(() => lines.join('\n').includes('changed'));
  await sleep(1_500);
  expect(ready().deployment.isRunning).toBe(true);
  const ended = await after(() => writeFileSync(stackFile, stack), /waits/);
  expect(ended).toMatch(
    /– stack +interrupted.*: what is done is kept, and the deployment of what has changed continues/,
  );
  const { name, value } = validationIn(outputOf(host));
  verify();
  await until(() => lines.join('\n').includes('changed'));
  await sleep(1_500);
  const set = () => writeFileSync(internetFile, `${internet}${name}. 300 IN CNAME ${value}.\n`);
  expect(await after(set, /nothing to change/)).toMatch(/shop\.partner\.example +certificate issued/);
});

test('after Ctrl-C nothing is reported, and nothing is deployed', async () => {
  stop.abort(new Error('stopped'));
  edit('plan: pro', 'plan: gold');
  await until(() => lines.join('\n').includes('changed'));
  printed();
  await session.close();
  expect(printed()).toBe('');
  expect(ready().deployment.isRunning).toBe(true);
});
