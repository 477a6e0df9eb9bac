// `npm run local` as a process beyond the journey (test/journey.slow.test.ts): its files, the typed client, commands beside it, a
// restart, and signals.
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Client, createClient, type Notice } from '@petstore/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lastStart } from '../../../cli/served-cloud.ts';
import { dayOf } from '../../../service/keys/index.ts';
import { runMain } from '../domains/harness.ts';
import { ask, askOver, beginPost, lookUp } from './clients.ts';
import { copyProject, type LocalRun, removeProject, runKeys, startLocal, until } from './support.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let run: LocalRun;
const local = (name: string) => join(folder, '.local', name);
const ca = () => readFileSync(run.ready().caFile, 'utf8');
const authorized = () => ({ authorization: `Bearer ${run.ready().apiKey}` });

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

describe('started', () => {
  test('it prints its ports, and redirects from HTTP to the HTTPS port that it has', async () => {
    const { apiUrl, dnsServer } = run.ready();
    const { port: httpsPort } = new URL(apiUrl);
    const [, ...ports] =
      /https (\d+) · http (\d+) · dns (\d+), all on 127\.0\.0\.1\n/.exec(run.output()) ?? [];
    expect([ports[0], ports[2]]).toEqual([httpsPort, dnsServer.split(':')[1]]);
    const http = Number(ports[1]);
    expect(await askOver(connect(http, '127.0.0.1'), 'petstore.localhost', http)).toMatchObject({
      status: 301,
      location: `https://petstore.localhost:${httpsPort}/`,
    });
  });

  test("it keeps .local for its owner alone: what it wrote, and what was there with others' rights", () => {
    const names = ['.', ...globSync('**', { cwd: local('') })];
    expect(names).toEqual(
      expect.arrayContaining(['earlier/file', 'ready.json', 'cloud.env.json', 'cloud.json']),
    );
    expect(names.filter((name) => (statSync(local(name)).mode & 0o077) !== 0)).toEqual([]);
  });

  test('the secret of its services is in the two files that commands read, and neither printed nor logged', () => {
    const secret: string = JSON.parse(readFileSync(local('cloud.env.json'), 'utf8')).credentials
      .secretAccessKey;
    expect(secret).toHaveLength(40);
    expect(run.output()).not.toContain(secret);
    const files = globSync('**', { cwd: local('') }).filter((name) => statSync(local(name)).isFile());
    const having = files.filter((name) => readFileSync(local(name)).includes(secret));
    expect(having.sort()).toEqual(['aws.json', 'cloud.env.json']);
  });

  test('a request without the key is refused, and so is the certificate by a client without the authority', async () => {
    const url = `${run.ready().apiUrl}/pets`;
    const refused = await ask(url, { ca: ca() });
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    await expect(ask(url, {})).rejects.toThrow(/certificate/);
  });

  test('it responds to DNS queries', async () => {
    const { dnsServer } = run.ready();
    const cname = await lookUp(dnsServer, 'api.petstore.localhost', 'CNAME');
    expect(cname).toEqual([expect.stringMatching(/^d-\w+\.execute-api\.eu-west-1\.localhost$/)]);
    expect(await lookUp(dnsServer, 'pets.localhost', 'A')).toEqual(['127.0.0.1']);
  });

  test('another run of the same folder is refused, and harms nothing', async () => {
    const second = await startLocal(folder).catch(String);
    expect(second).toMatch(/another "npm run local" of this folder is running/);
    expect(existsSync(local('ready.json'))).toBe(true);
  });
});

describe('the typed client', () => {
  let client: Client;
  const notices: Notice[] = [];
  /** As the platform's, with the local authority, and the name resolved to the loopback. */
  const localFetch: typeof fetch = async (input, { method, headers, body } = {}) => {
    const sent = { method, headers: Object.fromEntries(new Headers(headers)), body: body?.toString() };
    const answer = await ask(String(input), { ca: ca(), ...sent });
    const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return new Response(answer.body, { status: answer.status, headers: received.map(([...pair]) => pair) });
  };
  beforeAll(() => {
    const { apiUrl: baseUrl, apiKey } = run.ready();
    client = createClient({ baseUrl, apiKey, fetch: localFetch, onNotice: (notice) => notices.push(notice) });
  });

  test('creates animals with an exact int64, and follows the pages', async () => {
    const created = [];
    for (const categoryId of [2n ** 63n - 1n, -(2n ** 63n), 7n])
      created.unshift(await client.createPet({ name: 'Milo', categoryId, status: 'sold' }));
    expect(await Array.fromAsync(client.listPets({ status: 'sold', limit: 1 }))).toEqual(created);
  });

  test('creates an order once for its key, has the code of an error, and reports beta and deprecation', async () => {
    const { id: petId } = await client.createPet({ name: 'Luna', categoryId: 1n });
    const order = await client.createOrder({ petId }, { idempotencyKey: 'order-1' });
    expect(await client.createOrder({ petId }, { idempotencyKey: 'order-1' })).toEqual(order);
    await expect(client.createOrder({ petId })).rejects.toMatchObject({
      ...{ code: 'pet_not_available', status: 409, requestId: expect.stringMatching(/./) },
    });
    await expect(client.getPet(5n)).rejects.toMatchObject({ code: 'not_found' });
    const seen = new Set(notices.map(({ kind, operation }) => `${kind} ${operation}`));
    expect(seen).toEqual(new Set(['beta POST /store/orders', 'deprecated GET /pets/{petId}']));
  });
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
  await expect(ask(`https://${host}:${new URL(run.ready().apiUrl).port}/`, { ca: ca() })).rejects.toThrow();
});

test('npm run keys reads its table: the key that it printed, and the day of its last request', async () => {
  const { status, stdout } = await runKeys(folder, ['list', '--format', 'json']);
  const { name, lastUsedOn } = JSON.parse(stdout)[0];
  expect({ status, name, lastUsedOn }).toEqual({
    ...{ status: 0, name: 'npm run local', lastUsedOn: dayOf(Date.now()) },
  });
});

test('a change of the service is what it responds with', async () => {
  const file = join(folder, 'service/keys/authenticate.ts');
  const text = readFileSync(file, 'utf8');
  const response = async () => (await ask(`${run.ready().apiUrl}/pets`, { ca: ca() })).body;
  expect(await response()).toContain('Send an API key');
  writeFileSync(file, text.replace('Send an API key', 'Send a changed key'));
  await expect.poll(response, { timeout: 60_000 }).toContain('Send a changed key');
});

test('what was created is there after a restart, with the key of before; a request under way is answered', async () => {
  const headers = { ...authorized(), 'content-type': 'application/json' };
  const request = { ca: ca(), headers };
  const created = await beginPost(`${run.ready().apiUrl}/pets`, { ...request, begin: '{"name":"Rex",' });
  const stopping = run.stop();
  await until(() => !existsSync(local('ready.json')));
  expect(existsSync(local('lock'))).toBe(true);
  const { status, location, body } = await created.end('"categoryId":9223372036854775807}');
  expect([status, await stopping]).toEqual([201, 0]);
  expect(run.output()).toMatch(/\n\n {2}Stopping: current requests are completed first\.\n$/);
  expect(readFileSync(local('cloud.log'), 'utf8')).toMatch(/^\S+: .*"operation":"POST \/v1\/pets"/m);
  expect(run.output()).not.toContain('"operation"');
  expect(lastStart(local(''))).toBe('npm run local -- --port 0 --http-port 0 --dns-port 0');
  run = await startLocal(folder);
  const again = await ask(`${run.ready().apiUrl}/pets/${location?.split('/').pop()}`, request);
  expect(again).toMatchObject({ status: 200, body });
});

test('a second signal ends it at once, and the next run starts all the same; --fresh without anything of before', async () => {
  expect(await run.stop('SIGTERM', 'SIGHUP')).toBe(130);
  expect(existsSync(local('lock'))).toBe(true);
  const key = readFileSync(local('api-key'), 'utf8');
  const next = startLocal(folder, ['--fresh']);
  // What the run that was ended has left would lead other programs to nobody.
  await until(() => !existsSync(local('ready.json')));
  run = await next;
  expect(run.ready().deployment.isRunning).toBe(false);
  expect(run.ready().apiKey).not.toBe(key);
  expect(['earlier', 'lock'].filter((name) => existsSync(local(name)))).toEqual(['lock']);
  expect(lastStart(local(''))).not.toContain('--fresh');
});
