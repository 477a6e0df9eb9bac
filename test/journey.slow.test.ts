// The main job, as a person does it: `npm run local` is started and used over HTTPS, hosts are added, fixed and redirected
// while it runs, and Ctrl-C ends it. `npm test` runs this file, and `npm run test:slow` all others of its kind.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, ask } from './cli/local/clients.ts';
import { copyProject, type LocalRun, removeProject, startLocal, until } from './cli/local/support.ts';

// Every wait is for a condition: a slow machine takes longer, and does not fail.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOSTS_OF_API = '      - api.pets.localhost\n';
const ADDED = 'shop.petstore.localhost';
const TAKEN = 'taken.petstore.localhost';

let folder: string;
let run: LocalRun;
beforeAll(async () => {
  folder = copyProject();
  run = await startLocal(folder);
});
afterAll(async () => {
  await run?.stop();
  removeProject(folder);
});

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}
const addHost = (host: string) => edit('Pulumi.local.yaml', HOSTS_OF_API, `${HOSTS_OF_API}      - ${host}\n`);
const isServed = (host: string) => run.ready().hosts[host] !== undefined && !run.ready().deployment.isRunning;

const request = (url: string, body?: object): Promise<Answer> => {
  const { apiKey, caFile } = run.ready();
  return ask(url, {
    ca: readFileSync(caFile, 'utf8'),
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
};

test('an animal is created and listed over HTTPS', async () => {
  const { apiUrl } = run.ready();
  expect(run.output()).toContain(`  API      ${apiUrl}\n`);
  const created = await request(`${apiUrl}/pets`, { name: 'Rex', categoryId: 1 });
  expect(created.status).toBe(201);
  const listed = await request(`${apiUrl}/pets`);
  expect(listed.status).toBe(200);
  expect(JSON.parse(listed.body)).toEqual([JSON.parse(created.body)]);
});

test('a host that is added to the stack file has a certificate of its own and serves the same', async () => {
  addHost(ADDED);
  await until(() => isServed(ADDED), 60_000);
  const answer = await request(`${run.ready().hosts[ADDED]?.url}/pets`);
  expect(answer).toMatchObject({ status: 200, certificateNames: [`DNS:${ADDED}`] });
  expect(answer.body).toContain('"Rex"');
});

test('a host with a record in its way is blocked, and served once the record is removed', async () => {
  addHost(TAKEN);
  await until(() => new RegExp(`✗ ${TAKEN} +blocked`).test(run.output()), 60_000);
  expect(run.output()).toMatch(/remove +taken\.petstore\.localhost\. +300 +IN +A +192\.0\.2\.1/);
  expect(run.ready().hosts).not.toHaveProperty([TAKEN]);
  edit('cli/local/internet.zone', /^taken\..*\n/m, '');
  await until(() => isServed(TAKEN), 60_000);
  expect((await request(`${run.ready().hosts[TAKEN]?.url}/pets`)).status).toBe(200);
});

test('a redirect leads to the documentation', async () => {
  const { hosts, docsUrl } = run.ready();
  const moved = await request(`${hosts['www.petstore.localhost']?.url}/`);
  expect(moved).toMatchObject({ status: 301, headers: { location: `${docsUrl}/` } });
  const page = await request(String(moved.headers.location));
  expect(page.status).toBe(200);
  expect(page.body).toContain('<title>Pets API');
});

test('Ctrl-C ends it with status 0, and nothing that names the run remains', async () => {
  expect(await run.stop()).toBe(0);
  expect(globSync(['ready.json', 'lock.*', 'aws.json'], { cwd: join(folder, '.local') })).toEqual([]);
});
