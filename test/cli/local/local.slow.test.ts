import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastStart } from '../../../cli/served-cloud.ts';
import { runMain } from '../domains/harness.ts';
import { ask, askOver, beginPost, lookUp } from './clients.ts';
import { copyProject, type LocalRun, removeProject, runKeys, startLocal, until } from './support.ts';

let folder: string;
let run: LocalRun;
const host = (name: string) => `https://${name}:${new URL(run.ready().apiUrl).port}`;
const stackFile = () => join(folder, 'Pulumi.local.yaml');
/** As editors save: whole, then renamed. */
const edit = (from: string, to: string) => {
  const text = readFileSync(stackFile(), 'utf8').replace(from, to);
  writeFileSync(`${stackFile()}.new`, text);
  renameSync(`${stackFile()}.new`, stackFile());
};

beforeAll(async () => {
  folder = copyProject();
  // As an earlier version, or another program, may have left it.
  mkdirSync(join(folder, 'kept/earlier'), { recursive: true });
  symlinkSync('kept', join(folder, '.local'));
  writeFileSync(join(folder, '.local/earlier/file'), '');
  for (const name of ['.local', '.local/earlier', '.local/earlier/file'])
    chmodSync(join(folder, name), 0o777);
  run = await startLocal(folder);
}, 60_000);

afterAll(async () => {
  await run.stop();
  removeProject(folder);
});

const authorized = () => ({ authorization: `Bearer ${run.ready().apiKey}` });

describe('started', () => {
  test('says what it does, where everything is, and what to try next', async () => {
    const { apiKey } = run.ready();
    const printed = run
      .output()
      .replaceAll(apiKey, 'KEY')
      .replaceAll(folder, 'FOLDER')
      .replace(/domains-\w+/, 'domains-FOLDER')
      .replace(/token=[\w-]+/, 'token=TOKEN')
      .replace(/\b\d{4,5}\b/g, 'PORT')
      .replace(/\d+ KB/g, 'SIZE KB')
      .replace(/\d+\.\d s\b/g, 'TIME s');
    await expect(printed).toMatchFileSnapshot('__snapshots__/started.txt');
  });

  test('prints the addresses, and writes ready.json for its owner alone', async () => {
    const ready = run.ready();
    expect(Object.keys(ready.hosts)).toEqual([
      'api.petstore.localhost',
      'pets.localhost',
      'api.pets.localhost',
      'petstore.localhost',
      'www.petstore.localhost',
    ]);
    expect(ready.apiUrl).toMatch(/^https:\/\/api\.petstore\.localhost:\d+\/v1$/);
    expect(ready.dnsServer).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(run.output()).toContain(`curl --cacert .local/ca.pem -H 'Authorization: Bearer ${ready.apiKey}'`);
    const [, ...ports] =
      /https (\d+) · http (\d+) · dns (\d+), all on 127\.0\.0\.1\n/.exec(run.output()) ?? [];
    const { port: httpsPort } = new URL(ready.apiUrl);
    expect(ports).toEqual([httpsPort, expect.stringMatching(/^\d+$/), ready.dnsServer.split(':')[1]]);
    expect(
      await askOver(connect(Number(ports[1]), '127.0.0.1'), 'petstore.localhost', Number(ports[1])),
    ).toMatchObject({
      status: 301,
      location: `https://petstore.localhost:${httpsPort}/`,
    });
    expect(run.output()).toMatch(/Ready in \d+\.\d s/);
  });

  test("keeps .local for its owner alone: what it wrote, and what was there with others' rights", () => {
    const names = ['.', ...globSync('**', { cwd: join(folder, '.local') })];
    expect(names).toEqual(
      expect.arrayContaining(['earlier/file', 'ready.json', 'cloud.env.json', 'cloud.json']),
    );
    const modes = names.map((name) => [name, statSync(join(folder, '.local', name)).mode & 0o077]);
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
  });

  test('has the secret of its services in the two files that commands read, and neither prints nor logs it', () => {
    const environment = JSON.parse(readFileSync(join(folder, '.local/cloud.env.json'), 'utf8'));
    const secret: string = environment.credentials.secretAccessKey;
    expect(secret).toHaveLength(40);
    expect(run.output()).not.toContain(secret);
    const files = globSync('**', { cwd: join(folder, '.local') }).filter((name) =>
      statSync(join(folder, '.local', name)).isFile(),
    );
    const having = files.filter((name) => readFileSync(join(folder, '.local', name)).includes(secret));
    expect(having.sort()).toEqual(['aws.json', 'cloud.env.json']);
  });

  test.each(['api.petstore.localhost', 'pets.localhost', 'api.pets.localhost'])(
    '%s answers 401 without the key and 200 with it, with a certificate of its own',
    async (name) => {
      const ca = readFileSync(run.ready().caFile, 'utf8');
      const refused = await ask(`${host(name)}/v1/pets`, { ca });
      expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(JSON.parse(refused.body)).toMatchObject({ code: 'unauthorized', status: 401 });
      const allowed = await ask(`${host(name)}/v1/pets`, { ca, headers: authorized() });
      expect(allowed.status).toBe(200);
      expect(allowed.certificateNames).toEqual([`DNS:${name}`]);
    },
  );

  test('a client that does not know the authority refuses the certificate', async () => {
    await expect(ask(`${host('pets.localhost')}/v1/pets`, {})).rejects.toThrow(/certificate/);
  });

  test('serves the documentation, and redirects to it over https and http', async () => {
    const ca = readFileSync(run.ready().caFile, 'utf8');
    const page = await ask(`${host('petstore.localhost')}/`, { ca });
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringContaining('text/html') },
    });
    const moved = await ask(`${host('www.petstore.localhost')}/a%20b?x=1&x=2`, { ca });
    expect(moved).toMatchObject({
      status: 301,
      headers: { location: `${host('petstore.localhost')}/a%20b?x=1&x=2` },
    });
  });

  test.each(['udp', 'tcp'] as const)('responds to DNS queries over %s', async (transport) => {
    const cname = await lookUp(run.ready().dnsServer, 'api.petstore.localhost', 'CNAME', transport);
    expect(cname).toEqual([expect.stringMatching(/^d-\w+\.execute-api\.eu-west-1\.localhost$/)]);
    expect(await lookUp(run.ready().dnsServer, 'pets.localhost', 'A', transport)).toEqual(['127.0.0.1']);
  });

  test('another run of the same folder is refused, and harms nothing', async () => {
    const second = await startLocal(folder).catch((error: Error) => error);
    expect(String(second)).toMatch(/another "npm run local" of this folder is running/);
    expect(existsSync(join(folder, '.local/ready.json'))).toBe(true);
  });

  test('a port in use is named, with the option that changes it', async () => {
    const port = new URL(run.ready().apiUrl).port;
    const other = copyProject();
    const holder = process.platform === 'linux' ? `"npm run local" of ${realpathSync(folder)} (process ` : '';
    const second = await startLocal(other, ['--port', port]).catch(String);
    expect(second).toContain(`port ${port} is in use by ${holder}`);
    expect(second).toContain('choose another with --port');
    removeProject(other);
  });
});

describe('npm run keys', () => {
  const keys = (...args: string[]) => runKeys(folder, args);
  const ca = () => readFileSync(run.ready().caFile, 'utf8');
  const statusWith = async (key: string) =>
    (await ask(`${run.ready().apiUrl}/pets`, { ca: ca(), headers: { authorization: `Bearer ${key}` } }))
      .status;

  test('creates a key that works, lists it without showing it, and revokes it', async () => {
    const made = await keys('create', '--name', 'ci', '--expires', '90d');
    expect(made).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Key [0-9a-f]{12} "ci" of local; /),
    });
    const key = made.stdout.trim();
    expect(key).toMatch(/^pets_test_[0-9A-Za-z]{36}$/);
    expect(await statusWith(key)).toBe(200);
    const listed = await keys('list', '--format', 'json');
    expect(listed.stdout + listed.stderr).not.toContain(key);
    const { id } =
      (JSON.parse(listed.stdout) as { id: string; name: string }[]).find(({ name }) => name === 'ci') ?? {};
    expect(await keys('revoke', id ?? '')).toMatchObject({ status: 0 });
    expect((await keys('list')).stdout).not.toContain(id);
  });

  test.each([
    [['revoke', 'pets_test_secretsecretsecretsecretsecretsecre'], 2, /not the id of a key/],
    [['revoke', '000000000000'], 1, /has no key 000000000000/],
    [['create'], 2, /--name/],
    [['create', '--name', 'x', '--expires', 'soon'], 2, /\(90d, 12h\), a date/],
    [['create', '--name', 'x', '--expires', '2020-01-01'], 2, /is in the past/],
    [['list', '--format', 'xml'], 2, /text or json/],
  ] as const)('%j ends with %i and says why', async (args, status, why) => {
    const ran = await keys(...args);
    expect(ran).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(why) });
    expect(ran.stderr).not.toContain('secretsecret');
  });
});

describe('changed while it runs', () => {
  test('a host that is added responds with its own certificate; removed, it is deleted', async () => {
    const ca = readFileSync(run.ready().caFile, 'utf8');
    edit('      - api.pets.localhost', '      - api.pets.localhost\n      - shop.petstore.localhost');
    await until(() => run.ready().hosts['shop.petstore.localhost'] !== undefined);
    const shop = await ask(`${host('shop.petstore.localhost')}/v1/pets`, { ca, headers: authorized() });
    expect(shop).toMatchObject({ status: 200, certificateNames: ['DNS:shop.petstore.localhost'] });
    edit('\n      - shop.petstore.localhost', '');
    await until(() => run.ready().hosts['shop.petstore.localhost'] === undefined);
    expect(await lookUp(run.ready().dnsServer, 'shop.petstore.localhost', 'CNAME', 'udp')).toEqual([]);
    await expect(ask(`${host('shop.petstore.localhost')}/v1/pets`, { ca })).rejects.toThrow();
  });

  test('check right after add is about what is deployed then', async () => {
    const domains = (...args: string[]) => runMain([...args, '--stack', 'local'], folder);
    for (const name of ['q1', 'q2', 'q3'].map((label) => `${label}.petstore.localhost`)) {
      const added = await domains('add', name, '--site', 'docs');
      expect(added).toMatchObject({ status: 0, err: '' });
      expect(added.out).toContain('\n  npm run local deploys it now\n  next    npm run domains -- check');
      const checked = await domains('check', '--host', name);
      expect(checked).toMatchObject({
        status: 0,
        err: 'npm run local is deploying; waiting until it ends\n',
      });
      expect(checked.out).toMatch(/live|already/);
      expect((await domains('status', name)).err).toBe('');
    }
    for (const name of ['q1', 'q2', 'q3']) await domains('remove', `${name}.petstore.localhost`);
    expect((await domains('check')).status).toBe(0);
  }, 60_000);

  test('hosts that DNS or CAA block are stopped, with the reason and the fix; the others are served', async () => {
    const blocked = ['taken.petstore.localhost', 'shop.forbidden.petstore.localhost'];
    edit(
      '      - api.pets.localhost',
      `      - api.pets.localhost\n${blocked.map((name) => `      - ${name}\n`).join('')}`,
    );
    await until(() => blocked.every((name) => new RegExp(`✗ ${name} +blocked`).test(run.output())));
    expect(run.output()).toMatch(/remove +taken\.petstore\.localhost\. +300 +IN +A +192\.0\.2\.1/);
    expect(run.output()).toMatch(
      /add +forbidden\.petstore\.localhost\. +3600 +IN +CAA +0 issue "amazon\.com"/,
    );
    const ca = readFileSync(run.ready().caFile, 'utf8');
    expect((await ask(`${host('pets.localhost')}/v1/pets`, { ca, headers: authorized() })).status).toBe(200);
    expect(run.ready().hosts['taken.petstore.localhost']).toBeUndefined();
    for (const name of blocked) edit(`      - ${name}\n`, '');
  });

  test('a refused zone file is named until it is right; a host that is declared beside it is deployed', async () => {
    const file = join(folder, 'cli/local/internet.zone');
    const text = readFileSync(file, 'utf8');
    const check = async (...hosts: string[]) => {
      const ran = await runMain(['check', '--stack', 'local', '--format', 'json', ...hosts], folder);
      return { status: ran.status, report: JSON.parse(ran.out) };
    };
    edit('      - api.pets.localhost', '      - api.pets.localhost\n      - beside.petstore.localhost');
    writeFileSync(file, `${text}taken.petstore.localhost. 300 IN CNAME x.example.\n`);
    const { status, report } = await check('--host', 'beside.petstore.localhost');
    expect(status).toBe(3);
    expect(report.staleDns.problems).toMatchObject([{ path: `internet.zone:${text.split('\n').length}` }]);
    expect(report.hosts).toMatchObject([{ state: 'live' }]);
    expect(run.output()).toContain(
      'has 1 problem; it was not read. Pulumi.local.yaml is deployed all the same.\n',
    );
    edit('\n      - beside.petstore.localhost', '');
    expect(await check()).toMatchObject({ status: 3, report: { staleDns: { problems: [{}] } } });
    writeFileSync(file, text);
    const repaired = await check();
    expect(repaired.status).toBe(0);
    expect(repaired.report).not.toHaveProperty('staleDns');
  });

  test('a change of the service is what it responds with', async () => {
    const ca = readFileSync(run.ready().caFile, 'utf8');
    const file = join(folder, 'service/keys/authenticate.ts');
    const text = readFileSync(file, 'utf8');
    const response = async () => (await ask(`${run.ready().apiUrl}/pets`, { ca })).body;
    expect(await response()).toContain('Send an API key');
    writeFileSync(file, text.replace('Send an API key', 'Send a changed key'));
    await expect.poll(response, { timeout: 15_000 }).toContain('Send a changed key');
    writeFileSync(file, text);
    await expect.poll(response, { timeout: 15_000 }).toContain('Send an API key');
  }, 40_000);

  test('a config that is wrong is shown whole, and nothing changes', async () => {
    edit('petstore:plan: pro', 'petstore:plan: gold');
    await until(() => /petstore:plan +"gold"/.test(run.output()));
    expect(run.output()).toContain('Pulumi.local.yaml has 1 problem; nothing was changed.');
    await until(() => !run.ready().deployment.isRunning, 2_000);
    const checked = await runMain(['check', '--stack', 'local'], folder);
    expect(checked).toMatchObject({ status: 2, err: expect.not.stringContaining('is deploying') });
    const ca = readFileSync(run.ready().caFile, 'utf8');
    expect((await ask(`${host('pets.localhost')}/v1/pets`, { ca, headers: authorized() })).status).toBe(200);
    edit('petstore:plan: gold', 'petstore:plan: pro');
    await until(() => /nothing to change\n$/.test(run.output()));
  });
});

test('what was created is there after a restart, with the key of before; a request under way is answered', async () => {
  const ca = readFileSync(run.ready().caFile, 'utf8');
  const headers = { ...authorized(), 'content-type': 'application/json' };
  const created = await beginPost(`${run.ready().apiUrl}/pets`, { ca, headers, begin: '{"name":"Rex",' });
  const stopping = run.stop();
  await until(() => !existsSync(join(folder, '.local/ready.json')));
  expect(existsSync(join(folder, '.local/lock'))).toBe(true);
  const { status, location, body } = await created.end('"categoryId":9223372036854775807}');
  expect(status).toBe(201);
  expect(await stopping).toBe(0);
  expect(run.output()).toMatch(/\n\n {2}Stopping: current requests are completed first\.\n$/);
  // What names this run, and its credentials.
  for (const name of ['ready.json', 'aws.json', 'lock'])
    expect([name, existsSync(join(folder, '.local', name))]).toEqual([name, false]);
  expect(readFileSync(join(folder, '.local/cloud.log'), 'utf8')).toMatch(
    /^\S+: .*"operation":"POST \/v1\/pets"/m,
  );
  expect(run.output()).not.toContain('"operation"');
  expect(lastStart(join(folder, '.local'))).toBe('npm run local -- --port 0 --http-port 0 --dns-port 0');
  run = await startLocal(folder);
  const again = await ask(`${run.ready().apiUrl}/pets/${location?.split('/').pop()}`, { ca, headers });
  expect(again).toMatchObject({ status: 200, body });
  expect(again.body).toContain('"categoryId":9223372036854775807');
}, 60_000);

test('a second signal ends it at once, and the next run starts all the same; --fresh without anything of before', async () => {
  expect(await run.stop('SIGTERM', 'SIGHUP')).toBe(130);
  expect(existsSync(join(folder, '.local/lock'))).toBe(true);
  const next = startLocal(folder, ['--fresh']);
  // What the run that was ended has left would lead other programs to nobody.
  await until(() => !existsSync(join(folder, '.local/ready.json')));
  const key = readFileSync(join(folder, '.local/api-key'), 'utf8');
  run = await next;
  expect(run.ready().deployment.isRunning).toBe(false);
  expect(run.ready().apiKey).not.toBe(key);
  const left = ['earlier', 'lock'].filter((name) => existsSync(join(folder, '.local', name)));
  expect(left).toEqual(['lock']);
  expect(lastStart(join(folder, '.local'))).not.toContain('--fresh');
}, 60_000);
