// `npm run local` as a process beyond the journey (test/journey.slow.test.ts): its files, commands beside it, a restart, and signals.
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lastStart } from '../../../cli/served-cloud.ts';
import { runMain } from '../domains/harness.ts';
import { ask, askOver, lookUp } from './clients.ts';
import { copyProject, type LocalRun, removeProject, startLocal, until } from './support.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let run: LocalRun;
const local = (name: string) => join(folder, '.local', name);
const found = (pattern: string) => globSync(pattern, { cwd: local('') });
const request = () => {
  const { caFile, apiKey } = run.ready();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return { ca: readFileSync(caFile, 'utf8'), headers };
};

beforeAll(async () => {
  folder = copyProject();
  // As an earlier version, or another program, may have left it.
  mkdirSync(join(folder, 'kept/earlier'), { recursive: true });
  symlinkSync('kept', local(''));
  writeFileSync(local('earlier/file'), '');
  for (const name of ['', 'earlier', 'earlier/file']) chmodSync(local(name), 0o777);
  run = await startLocal(folder);
});
afterAll(async () => {
  await run?.stop();
  removeProject(folder);
});

test('it prints its ports, responds to DNS queries, and redirects from HTTP to the HTTPS port that it has', async () => {
  const { apiUrl, dnsServer } = run.ready();
  const { port: httpsPort } = new URL(apiUrl);
  const [, https, http, dns] = /https (\d+) · http (\d+) · dns (\d+), all/.exec(run.output()) ?? [];
  expect([https, `127.0.0.1:${dns}`]).toEqual([httpsPort, dnsServer]);
  expect(await lookUp(dnsServer, 'pets.localhost', 'A')).toEqual(['127.0.0.1']);
  const port = Number(http);
  expect(await askOver(connect(port, '127.0.0.1'), 'petstore.localhost', port)).toMatchObject({
    status: 301,
    location: `https://petstore.localhost:${httpsPort}/`,
  });
  // A host that can be moved in is served where it is.
  const elsewhere = await ask(`https://elsewhere.petstore.localhost:${httpsPort}/`, request());
  expect(elsewhere.body).toBe('This is another platform, shops.platform.example.\n');
});

test("it keeps .local for its owner alone: what it wrote, and what was there with others' rights", () => {
  const names = ['.', ...found('**')];
  expect(names).toEqual(expect.arrayContaining(['earlier/file', 'ready.json', 'cloud.env.json']));
  expect(names.filter((name) => (statSync(local(name)).mode & 0o077) !== 0)).toEqual([]);
});

test('the secret of its services is in the two files that commands read, and neither printed nor logged', () => {
  const { credentials } = JSON.parse(readFileSync(local('cloud.env.json'), 'utf8'));
  expect(credentials.secretAccessKey).toHaveLength(40);
  expect(run.output()).not.toContain(credentials.secretAccessKey);
  const files = found('**').filter((name) => statSync(local(name)).isFile());
  const having = files.filter((name) => readFileSync(local(name)).includes(credentials.secretAccessKey));
  expect(having.sort()).toEqual(['aws.json', 'cloud.env.json']);
});

test('check right after add is about what is deployed then; a removed host is deleted', async () => {
  const domains = (...args: string[]) => runMain([...args, '--stack', 'local'], folder);
  const host = 'new.petstore.localhost';
  expect(await domains('add', host, '--site', 'docs')).toMatchObject({ status: 0, err: '' });
  const checked = await domains('check', '--host', host, '--format', 'json');
  expect(checked).toMatchObject({ status: 0, err: 'npm run local is deploying; waiting until it ends\n' });
  expect(JSON.parse(checked.out).hosts).toMatchObject([{ state: 'live' }]);
  expect(await domains('remove', host)).toMatchObject({ status: 0 });
  await until(() => run.ready().hosts[host] === undefined);
  expect(await lookUp(run.ready().dnsServer, host, 'CNAME')).toEqual([]);
});

test('a change of the service is what it responds with', async () => {
  const file = join(folder, 'service/app.ts');
  const text = readFileSync(file, 'utf8');
  const response = async () => (await ask(`${run.ready().apiUrl}/pets`, { ca: request().ca })).body;
  expect(await response()).toContain('Send an API key');
  writeFileSync(file, text.replace('Send an API key', 'Send a changed key'));
  await expect.poll(response, { timeout: 60_000 }).toContain('Send a changed key');
});

test('what was created is there after a restart, with the key of before', async () => {
  const pet = '{"name":"Rex","categoryId":9223372036854775807}';
  const sent = { ...request(), method: 'POST', body: pet };
  const { status, headers, body } = await ask(`${run.ready().apiUrl}/pets`, sent);
  expect([status, await run.stop()]).toEqual([201, 0]);
  expect(readFileSync(local('cloud.log'), 'utf8')).toMatch(/^\S+: .*"operation":"POST \/v1\/pets"/m);
  expect(run.output()).not.toContain('"operation"');
  expect(lastStart(local(''))).toBe('npm run local -- --port 0 --http-port 0 --dns-port 0');
  run = await startLocal(folder);
  const location = `${run.ready().apiUrl}/pets/${headers.location?.split('/').pop()}`;
  expect(await ask(location, { ...request(), headers: sent.headers })).toMatchObject({ status: 200, body });
  expect(await ask(`${run.ready().docsUrl}/`, { ca: request().ca })).toMatchObject({ status: 200 });
});

test('a second signal ends it at once, and the next run starts all the same; --fresh without anything of before', async () => {
  expect(await run.stop('SIGTERM', 'SIGHUP')).toBe(130);
  expect(found('lock.*')).toEqual([]);
  const key = readFileSync(local('api-key'), 'utf8');
  const next = startLocal(folder, ['--fresh']);
  // What the run that was ended has left would lead other programs to nobody.
  await until(() => found('ready.json').length === 0);
  run = await next;
  expect(run.ready().apiKey).not.toBe(key);
  expect(found('earlier')).toEqual([]);
  expect(lastStart(local(''))).not.toContain('--fresh');
});
