// What a run prints from its start to its end, what it deploys again, and what it writes for other programs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackState } from '@petstore/local-cloud/engine/state';
import { Store } from '@petstore/local-cloud/store';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashSources } from '../../../cli/deployed-sources.ts';
import { SessionRun } from './session-run.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Two that the preflight blocks, of names that are not equally long. */
const BLOCKED = ['taken.petstore.localhost', 'shop.forbidden.petstore.localhost'];
const HOSTS = '      - api.pets.localhost\n';
/** In no zone of the stack. */
const EXTERNAL = '      - shop.partner.example\n';
const ZONE = '    pets.localhost: { provider: route53 }\n';
const BLOCKED_LINES = BLOCKED.map((host) => `      - ${host}\n`).join('');
const WAITS = '  … still waits for its owner: shop.partner.example';
const UNCHANGED = `  = nothing to change\n${WAITS}`;

const run = new SessionRun();
let started: string;
beforeAll(async () => {
  run.edit('stackFile', HOSTS, HOSTS + BLOCKED_LINES + EXTERNAL);
  started = await run.start();
});
afterAll(() => run.remove());

test('the start: each step, the hosts that are left out in a column, and the addresses', async () => {
  await expect(started).toMatchFileSnapshot('__snapshots__/session.txt');
  expect(run.statuses.slice(0, 2)).toEqual(['  … function', '  … stack']);
  expect(run.statuses).toContain('  … stack      create api.petstore.localhost-route');
});

test('what it writes for other programs', () => {
  const { ready, files } = run;
  expect(ready).toMatchObject({
    dashboardUrl: 'http://domains.localhost/',
    deployment: { isRunning: false, ...hashSources(files) },
    internetFile: files.internetFile,
  });
  for (const host of BLOCKED) expect(Object.keys(ready.hosts)).not.toContain(host);
  expect(run.read('outputs.json')).toMatchObject({ baseUrl: ready.apiUrl, docsUrl: ready.docsUrl });
});

test('a host that is added with its zone, where the findings of before are only counted', async () => {
  const change = () => {
    run.edit('stackFile', ZONE, `${ZONE}    more.localhost: { provider: route53 }\n`);
    run.edit('stackFile', HOSTS, `${HOSTS}      - new.more.localhost\n`);
  };
  const printed = await run.after(change, /blocked as before: /);
  expect(printed).toMatch(/\+ new\.more\.localhost +certificate issued · attached · CNAME set {2}TIME s\n/);
  expect(printed).toContain('✗ 2 hosts blocked as before: ');
  expect(printed.split('\n').at(-1)).toBe(WAITS);
  expect(run.ready.hosts).toHaveProperty(['new.more.localhost']);
});

test('hosts that are no longer declared are not counted; a change of the service alone is deployed', async () => {
  const removed = await run.after(() => run.edit('stackFile', BLOCKED_LINES, ''), /to change/);
  expect(removed).toBe(`  ~ Pulumi.local.yaml changed\n${UNCHANGED}`);
  const service = await run.after(() => writeFileSync(join(run.root, 'service/app.ts'), ''), /to change/);
  expect(service).toBe(`  ~ service changed\n${UNCHANGED}`);
});

test('a zone file that is refused: DNS stays as it was until it is right, and other changes are deployed', async () => {
  const { internetFile } = run.files;
  const right = readFileSync(internetFile, 'utf8');
  const wrong = `${right}taken.petstore.localhost. 300 IN CNAME x.example.\n`;
  const refused = await run.after(() => writeFileSync(internetFile, wrong), /problem/);
  expect(refused).toMatch(
    /^ {2}~ the internet changed\n {2}✗ ROOT\/internet\.zone has 1 problem; nothing was changed\.\n/,
  );
  expect(run.ready.deployment).toMatchObject({
    ...{ isRunning: false, refusedInternet: [{ path: expect.stringContaining('internet.zone') }] },
    ...hashSources(run.files),
  });
  const beside = () => {
    writeFileSync(internetFile, 'none\n');
    writeFileSync(join(run.root, 'service/app.ts'), '2');
    run.edit('stackFile', '', '# saved\n');
  };
  expect(await run.after(beside, /to change/)).toMatch(
    /; it was not read\. .* and .* are deployed all the same\./,
  );
  await run.after(() => writeFileSync(internetFile, right), /to change/);
  expect(run.ready.deployment).toEqual({ isRunning: false, ...hashSources(run.files) });
});

test('a stack file that is wrong: every problem, and nothing is changed until it is right', async () => {
  const wrong = await run.after(() => run.edit('stackFile', 'plan: pro', 'plan: gold'), /problem/);
  expect(wrong).toMatch(
    /✗ Pulumi\.local\.yaml has 1 problem; nothing was changed\.\n\n {4}7:3 {2}petstore:plan {2}"gold"/,
  );
  await run.after(() => run.edit('stackFile', 'plan: gold', 'plan: pro'), /to change/);
});

/** As somebody does in a console. */
async function deleteInCloud(name: string): Promise<void> {
  const resources = stackState(new Store(join(run.folder, 'stack.json'))).values();
  const { type, id = '', inputs } = resources.find((one) => one.name === name) ?? expect.unreachable(name);
  const handler = run.cloud.registry.handler(type);
  const context = { region: 'eu-west-1', signal: AbortSignal.timeout(30_000) };
  await handler.delete(id, handler.inputs.parse(inputs), context);
}

test('the next run: what was deleted since is created again, and nothing else; what changed since its plan is deployed at once', async () => {
  await run.close();
  await deleteInCloud('api.petstore.localhost-route');
  run.statuses.length = 0;
  const again = await run.start({ sources: { stackFile: 'earlier', internetFile: 'earlier' } });
  expect(again).toContain(`Key      KEY  `);
  const created = run.statuses.filter((text) => text.includes('create'));
  expect(created).toEqual(['  … stack      create api.petstore.localhost-route']);
  const deployed = await run.after(() => undefined, /to change/);
  expect(deployed).toBe(`  ~ Pulumi.local.yaml, the internet changed\n${UNCHANGED}`);
});

test('another region than that of the tables is refused, and how to begin anew is said', async () => {
  const moved = await run.after(() => run.edit('stackFile', 'eu-west-1', 'eu-central-1'), /problem/);
  expect(moved).toMatch(/aws:region {2}is eu-central-1, .* deployed in eu-west-1.*\n.*npm run local/);
  await run.after(() => run.edit('stackFile', 'eu-central-1', 'eu-west-1'), /to change/);
});

test('after Ctrl-C nothing is reported, and nothing is deployed', async () => {
  run.abort();
  run.edit('stackFile', 'plan: pro', 'plan: gold');
  expect(await run.until(/changed/)).toBe('  ~ Pulumi.local.yaml changed');
  await run.close();
  expect(run.printed()).toBe('');
  expect(run.ready.deployment.isRunning).toBe(true);
});
