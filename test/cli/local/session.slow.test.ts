// What a run prints from its start to its end, what it deploys again, and what it writes for other programs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stackState } from '@petstore/local-cloud/engine/state';
import { Store } from '@petstore/local-cloud/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSources } from '../../../cli/deployed-sources.ts';
import { SessionRun } from './session-run.ts';

/** Two that the preflight blocks, of names that are not equally long. */
const BLOCKED = ['taken.petstore.localhost', 'shop.forbidden.petstore.localhost'];
const HOSTS = '      - api.pets.localhost\n';
/** In no zone of the stack. */
const EXTERNAL = '      - shop.partner.example\n';
const ZONE = '    pets.localhost: { provider: route53 }\n';
const BLOCKED_LINES = BLOCKED.map((host) => `      - ${host}\n`).join('');

const run = new SessionRun();
let started: string;
let took: number;

beforeAll(async () => {
  run.edit('stackFile', HOSTS, HOSTS + BLOCKED_LINES + EXTERNAL);
  const before = performance.now();
  started = await run.start();
  took = (performance.now() - before) / 1000;
}, 60_000);
afterAll(() => run.remove());

test('the start: each step, the hosts that are left out in a column, and the addresses', async () => {
  await expect(started).toMatchFileSnapshot('__snapshots__/session.txt');
  expect(run.statuses.slice(0, 2)).toEqual(['  … function', '  … stack']);
  expect(run.statuses).toContain('  … stack      create api.petstore.localhost-route');
  const [function_ = 0, stack = 0] = run.times;
  expect([function_ > 0, function_ + stack <= took + 0.1]).toEqual([true, true]);
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
  const before = performance.now();
  expect(await run.after(change, /blocked as before: /)).toMatchInlineSnapshot(`
    "  ~ Pulumi.local.yaml changed
      + new.more.localhost                 certificate issued · attached · CNAME set  TIME s
      + host-alarm                         certificate-new.more.localhost created  TIME s
      ~ panel                              updated  TIME s
      ✗ 2 hosts blocked as before: npm run domains -- check --stack local shows why
      … still waits for its owner: shop.partner.example"
  `);
  expect(run.ready.hosts).toHaveProperty(['new.more.localhost']);
  expect(run.times.at(-1)).toBeLessThanOrEqual((performance.now() - before) / 1000 + 0.1);
});

test('hosts that are no longer declared are not counted any more', async () => {
  const change = () => run.edit('stackFile', BLOCKED_LINES, '');
  expect(await run.after(change, /to change/)).toMatchInlineSnapshot(`
    "  ~ Pulumi.local.yaml changed
      = nothing to change
      … still waits for its owner: shop.partner.example"
  `);
});

test('a change of the service alone is built and deployed', async () => {
  const change = () => writeFileSync(join(run.root, 'service/app.ts'), '');
  expect(await run.after(change, /to change/)).toMatchInlineSnapshot(`
    "  ~ service changed
      = nothing to change
      … still waits for its owner: shop.partner.example"
  `);
});

test('a zone file that is refused: what is wrong with it, and DNS stays as it was, until it is right', async () => {
  const right = readFileSync(run.files.internetFile, 'utf8');
  const refused = await run.after(
    () =>
      writeFileSync(run.files.internetFile, `${right}taken.petstore.localhost. 300 IN CNAME x.example.\n`),
    /problem/,
  );
  expect(refused).toMatchInlineSnapshot(`
    "  ~ the internet changed
      ✗ ROOT/internet.zone has 1 problem; nothing was changed.

        internet.zone:36  CNAME at taken.petstore.localhost. cannot stand beside the A of line 6
                          keep one of the two lines"
  `);
  expect(run.ready.deployment).toMatchObject({
    ...{ isRunning: false, refusedInternet: [{ path: expect.stringContaining('internet.zone') }] },
    ...hashSources(run.files),
  });
  expect(
    await run.after(() => writeFileSync(run.files.internetFile, right), /to change/),
  ).toMatchInlineSnapshot(`
    "  ~ the internet changed
      = nothing to change
      … still waits for its owner: shop.partner.example"
  `);
  expect(run.ready.deployment).toEqual({ isRunning: false, ...hashSources(run.files) });
});

test('a zone file that is refused beside other changes: those are deployed', async () => {
  const right = readFileSync(run.files.internetFile, 'utf8');
  const change = (withStack: boolean) => () => {
    writeFileSync(run.files.internetFile, 'none\n');
    writeFileSync(join(run.root, 'service/app.ts'), String(withStack));
    if (withStack) run.edit('stackFile', '', '# saved\n');
  };
  expect(await run.after(change(false), /to change/)).toMatch(
    /; it was not read\. service is deployed all the same\./,
  );
  expect(await run.after(change(true), /to change/)).toMatch(
    /; it was not read\. .* and .* are deployed all the same\./,
  );
  await run.after(() => writeFileSync(run.files.internetFile, right), /to change/);
});

test('a stack file that is wrong: every problem, and nothing is changed until it is right', async () => {
  const wrong = await run.after(() => run.edit('stackFile', 'plan: pro', 'plan: gold'), /problem/);
  expect(wrong).toMatchInlineSnapshot(`
    "  ~ Pulumi.local.yaml changed
      ✗ Pulumi.local.yaml has 1 problem; nothing was changed.

        7:3  petstore:plan  "gold" is not allowed
                            write one of free, pro, enterprise"
  `);
  await run.after(() => run.edit('stackFile', 'plan: gold', 'plan: pro'), /to change/);
});

/** As somebody does in a console. */
async function deleteInCloud(name: string): Promise<void> {
  const found = stackState(new Store(join(run.folder, 'stack.json')))
    .values()
    .find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} was not deployed`);
  const { type, id = '', inputs } = found;
  const handler = run.cloud.registry.handler(type);
  const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
  await handler.delete(id, handler.inputs.parse(inputs), context);
}

test('the next run: what was deleted since is created again, and nothing else; what changed since its plan is deployed at once', async () => {
  await run.close();
  await deleteInCloud('api.petstore.localhost-route');
  run.statuses.length = 0;
  const again = await run.start({ sources: { stackFile: 'earlier', internetFile: 'earlier' } });
  expect(again).toContain(`Key      KEY  `);
  expect(run.statuses.filter((text) => text.includes('create'))).toEqual([
    '  … stack      create api.petstore.localhost-route',
  ]);
  expect(await run.after(() => undefined, /to change/)).toMatchInlineSnapshot(`
    "  ~ Pulumi.local.yaml, the internet changed
      = nothing to change
      … still waits for its owner: shop.partner.example"
  `);
});

test('after Ctrl-C nothing is reported', async () => {
  run.abort();
  run.edit('stackFile', 'plan: pro', 'plan: gold');
  expect(await run.until(/changed/)).toBe('  ~ Pulumi.local.yaml changed');
  await sleep(300);
  expect(run.printed()).toBe('');
  expect(run.ready.deployment.isRunning).toBe(true);
  await run.close();
});
