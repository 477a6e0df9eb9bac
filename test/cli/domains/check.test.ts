// `domains check`: its exit statuses, its model as JSON, what it reads of DNS and what it shows meanwhile.
import { describe, expect, test } from 'vitest';
import {
  changedFile,
  codesOf,
  fixtureForEach,
  healthyInternet,
  mixedInternet,
  outputsOf,
  productionFile,
} from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const API = 'api.petstore.example';

const fixture = fixtureForEach({ [FILE]: productionFile });

const check = (...args: string[]) => fixture.run('check', '--stack', 'production', ...args);
const checkJson = (...args: string[]) => fixture.runJson('check', '--stack', 'production', ...args);

test('all hosts are ready: 0', async () => {
  await fixture.serve(healthyInternet);
  const { status, hosts } = await checkJson();
  const states = hosts.map(({ state }: { state: string }) => state);
  expect([status, states]).toEqual([0, ['declared', 'declared', 'declared']]);
});

test('one is blocked: 1, with every member of the model', async () => {
  fixture.write(FILE, changedFile);
  await fixture.serve(mixedInternet);
  const { status, ...model } = await checkJson('--host', 'API2.petstore.dev.');
  expect(status).toBe(1);
  const host = { host: 'api2.petstore.dev', site: 'api', role: 'domain', zone: 'petstore.dev' };
  const record = { action: 'remove', name: 'api2.petstore.dev', type: 'A', value: '192.0.2.1', ttl: 600 };
  const text = expect.any(String);
  const finding = { code: 'conflicting-record', severity: 'blocked', found: text, why: text, fix: text };
  expect(model).toEqual({
    stack: 'production',
    hosts: [
      {
        ...{ ...host, provider: 'route53', state: 'blocked', next: [] },
        findings: [{ ...finding, records: [record] }],
      },
    ],
    ...{ removed: [], notes: [] },
  });
});

test('the resolver is silent: 3, and no host is called ready', async () => {
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const { status, hosts } = await checkJson('--host', API);
  expect([status, codesOf(hosts[0])]).toEqual([3, ['blocked dns-unreadable']]);
});

test.each<[string, string[], string[]]>([
  ['all hosts: of all', [], [API, 'old.petstore.example']],
  ['one host: of that one', ['--host', 'Old.Petstore.example'], ['old.petstore.example']],
])('what a move has left is a note, with %s', async (_, args, expected) => {
  const kept = { target: 'gateway', until: '2020-01-01T00:00:00Z' };
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [], kept };
  fixture.write('outputs.json', outputsOf({ [API]: host, 'old.petstore.example': host }));
  await fixture.serve(healthyInternet);
  const { notes } = await checkJson('--outputs', 'outputs.json', ...args);
  expect(notes.map((note: string) => note.split(':')[0])).toEqual(expected);
});

describe("the zones' own servers", () => {
  test('are not queried with --resolver-only, which is a note', async () => {
    const dns = await fixture.serve(healthyInternet);
    const { status, notes } = await checkJson('--resolver-only');
    expect([status, notes.length]).toEqual([0, 1]);
    expect(new Set(dns.queries.map(({ server }) => server))).toEqual(new Set(['127.0.0.1']));
  });
});

test('progress is shown on a terminal, and is gone at the end', async () => {
  await fixture.serve(healthyInternet);
  const progress: string[] = [];
  fixture.setIo({ isTerminal: true, progress: (text) => void progress.push(String(text)) });
  await check('--format', 'json');
  expect(progress).toEqual(['reading DNS', '']);
});

test('what the local zone file can cause has the fix of the local stack', async () => {
  fixture.write('Pulumi.local.yaml', productionFile);
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const fixOf = async (stack: string) => {
    const { hosts } = await fixture.runJson('check', '--stack', stack, '--host', API);
    return hosts[0].findings[0].fix;
  };
  expect(await fixOf('local')).not.toBe(await fixOf('production'));
});
