// `domains check`, end to end: a stack's file, a git revision and live DNS to text and JSON.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  changedFile,
  type DomainsFixture,
  healthyInternet,
  mixedInternet,
  movedFile,
  openFixture,
  productionFile,
  runMain,
  stagingFile,
} from './harness.ts';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
});
afterEach(() => fixture.close());

describe('check', () => {
  test('all hosts of a stack, ready: exit status 0', async () => {
    await fixture.serve(healthyInternet);
    expect(await fixture.run('check', '--stack', 'production')).toEqual({
      status: 0,
      err: '',
      out: `production: 3 hosts

  ✓ api.petstore.example  ready. Cloudflare · Amazon may issue (no CAA) · no conflicts
  ✓ petstore.example      ready. Cloudflare · Amazon may issue (no CAA) · no conflicts
  ✓ old.petstore.example  ready. Cloudflare · Amazon may issue (no CAA) · no conflicts

All 3 are ready.
`,
    });
  });

  test('over a revision: what the pull request adds and removes', async () => {
    fixture.commit();
    fixture.write('Pulumi.production.yaml', changedFile);
    await fixture.serve(mixedInternet);
    const { status, out } = await fixture.run('check', '--base', 'base');
    expect(status).toBe(1);
    await expect(out).toMatchFileSnapshot('../../golden/domains/check.txt');
  });

  test('hosts are in a column, a removed one with the longest name too', async () => {
    const long = 'longer-than-any.petstore.example';
    fixture.write('Pulumi.production.yaml', productionFile.replace('old.petstore.example', long));
    fixture.commit();
    fixture.write('Pulumi.production.yaml', productionFile);
    await fixture.serve(healthyInternet);
    const { out } = await fixture.run('check', '--base', 'base');
    expect(out).toContain(`  ✓ ${'old.petstore.example'.padEnd(long.length)}  ready. `);
    expect(out).toContain(`${long}  removed`);
  });

  test('a removal that production refuses has status 1, in both commands, until it is confirmed', async () => {
    fixture.commit();
    const without = productionFile.replace('    domains:\n      - old.petstore.example\n', '');
    fixture.write('Pulumi.production.yaml', without);
    await fixture.serve(healthyInternet);
    const { status, out } = await fixture.run('check', '--base', 'base');
    expect(out).toContain('1 removal not confirmed: production refuses the deployment, and nothing changes.');
    expect(status).toBe(1);
    expect((await fixture.run('report', '--base', 'base')).status).toBe(1);
    fixture.write('Pulumi.production.yaml', `${without}  petstore:removals: [old.petstore.example]\n`);
    expect((await fixture.run('check', '--base', 'base')).status).toBe(0);
    expect((await fixture.run('report', '--base', 'base')).status).toBe(0);
  });

  test('over a revision with nothing changed', async () => {
    fixture.commit();
    await fixture.serve(healthyInternet);
    const { status, out } = await fixture.run('check', '--base', 'base');
    expect(status).toBe(0);
    expect(out).toBe(
      'production: no host added, changed or removed since base\n\nnothing to check in production\n',
    );
  });

  test('a stack that the revision did not have: all hosts are added', async () => {
    fixture.commit();
    fixture.write('Pulumi.staging.yaml', stagingFile);
    await fixture.serve(healthyInternet);
    const { out } = await fixture.run('check', '--base', 'base', '--stack', 'staging');
    expect(out).toContain('staging: 3 hosts added\nnote: Pulumi.staging.yaml is new since base\n');
  });

  test('JSON: every field of the interface', async () => {
    fixture.write('Pulumi.production.yaml', changedFile);
    await fixture.serve(mixedInternet);
    const { status, out } = await fixture.run('check', '--host', 'API2.petstore.dev.', '--format', 'json');
    expect(status).toBe(1);
    expect(JSON.parse(out)).toEqual({
      stack: 'production',
      hosts: [
        {
          host: 'api2.petstore.dev',
          site: 'api',
          role: 'domain',
          zone: 'petstore.dev',
          provider: 'route53',
          state: 'blocked',
          findings: [
            {
              code: 'conflicting-record',
              severity: 'blocked',
              found: 'A 192.0.2.1 (TTL 600) at this name, on its server',
              why: expect.stringContaining('excludes every other record'),
              fix: 'remove it',
              records: [
                { action: 'remove', name: 'api2.petstore.dev', type: 'A', value: '192.0.2.1', ttl: 600 },
              ],
            },
          ],
          next: [],
        },
      ],
      removed: [],
      notes: [],
    });
  });

  test('deployed hosts are known from the outputs, and checked for drift', async () => {
    const target = 'd-1.execute-api.eu-west-1.amazonaws.com';
    const host = {
      site: 'api',
      role: 'primary',
      certificate: 'ISSUED',
      url: 'https://api.petstore.example/v1',
      target,
    };
    const records = [
      {
        purpose: 'validation',
        name: '_v.api.petstore.example',
        type: 'CNAME',
        value: '_x.acm-validations.aws',
        ttl: 3600,
      },
      { purpose: 'routing', name: 'api.petstore.example', type: 'CNAME', value: target, ttl: 3600 },
    ];
    fixture.write(
      'outputs.json',
      JSON.stringify({ baseUrl: '', hosts: { 'api.petstore.example': { ...host, records } } }),
    );
    const args = ['check', '--host', 'api.petstore.example', '--outputs', 'outputs.json', '--format', 'json'];
    const lines = records.map(({ name, value }) => `${name} CNAME ${value}`);
    await fixture.serve({
      ...healthyInternet,
      'petstore.example': { on: ['127.0.0.21'], records: lines },
      'amazonaws.com': { on: ['127.0.0.26'], records: [`${target} A 192.0.2.9`] },
    });
    const right = await fixture.run(...args);
    expect(right.status).toBe(0);
    expect(JSON.parse(right.out).hosts[0]).toMatchObject({
      state: 'live',
      findings: [{ code: 'already-configured' }],
    });

    await fixture.serve(healthyInternet);
    const gone = await fixture.run(...args);
    expect(gone.status).toBe(1);
    const found = JSON.parse(gone.out).hosts[0].findings;
    expect(found.map(({ code }: { code: string }) => code)).toEqual(['record-missing', 'record-missing']);
    expect(found[0].records).toEqual([
      { action: 'add', name: 'api.petstore.example', type: 'CNAME', value: target, ttl: 3600 },
    ]);
  });

  test('a host that moves: for how long its old record is remembered; the exit status is not affected', async () => {
    fixture.commit();
    const moving = 'old.petstore.example';
    const target = 'd1.cloudfront.net';
    fixture.write('Pulumi.production.yaml', movedFile);
    const records = [{ purpose: 'routing', name: moving, type: 'CNAME', value: target, ttl: 3600 }];
    const deployed = { site: 'docs', role: 'domain', certificate: 'ISSUED', target, records };
    fixture.write('outputs.json', JSON.stringify({ hosts: { [moving]: deployed } }));
    const zone = { on: ['127.0.0.21'], records: [`${moving} 1200 CNAME ${target}`] };
    await fixture.serve({ ...healthyInternet, 'petstore.example': zone });
    const { status, out } = await fixture.run('check', '--base', 'base', '--outputs', 'outputs.json');
    expect(status).toBe(0);
    expect(out).toContain('1 warning');
    expect(out.replace(/\s+/g, ' ')).toContain(
      'resolvers remember its old record for 1200 s: CNAME d1.cloudfront.net',
    );
  });

  test('a resolver that is silent: exit status 3', async () => {
    await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
    const { status, out } = await fixture.run('check');
    expect(status).toBe(3);
    expect(out).toContain('dns-unreadable');
    expect(out).not.toContain('ready');
  });

  test('the resolver only: the note names what was not checked', async () => {
    await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? undefined : []));
    const { status, out } = await fixture.run('check', '--resolver-only');
    expect(status).toBe(0);
    expect(out.replace(/\s+/g, ' ')).toContain("note: only the resolver was queried: the zones' own servers");
  });

  // The system refuses to connect a socket to this address, as it refuses every address without a network.
  test.each([[], ['--resolver-only']])(
    'no network: exit status 3, and advice that can be followed (%s)',
    async (...args) => {
      const { status, out, err } = await fixture.run(
        ...['check', '--stack', 'production', '--resolver', '255.255.255.255', ...args],
      );
      expect([status, err]).toEqual([3, '']);
      const text = out.replace(/\s+/g, ' ');
      expect(text).toContain('255.255.255.255 cannot be reached');
      expect(text).toContain('check that this machine is online and that the resolver responds');
      expect(text).not.toContain('--resolver-only');
    },
  );

  test('many hosts: progress on standard error', async () => {
    fixture.write('Pulumi.production.yaml', changedFile);
    await fixture.serve(healthyInternet);
    expect((await fixture.run('check', '--stack', 'production')).err).toBe('reading DNS of 6 hosts\n');
  });

  test('many hosts on a terminal: how many of them are read', async () => {
    fixture.write('Pulumi.production.yaml', changedFile);
    const { resolver } = await fixture.serve(healthyInternet);
    const args = ['check', '--stack', 'production', '--resolver', resolver];
    const { err } = await runMain(args, fixture.folder, { isTerminal: true });
    expect(err.trimEnd().split('\n')).toEqual([
      'reading DNS of 6 hosts',
      ...[1, 2, 3, 4, 5, 6].map((done) => `reading DNS: ${done} of 6 hosts`),
    ]);
    const few = await runMain([...args, '--host', 'petstore.example'], fixture.folder, { isTerminal: true });
    expect(few.err).toBe('');
  });

  test('control characters from DNS do not reach the terminal', async () => {
    const evil = 'api.petstore.example TXT \u001b[2Jhidden\u0007';
    await fixture.serve({ ...healthyInternet, 'petstore.example': { on: ['127.0.0.21'], records: [evil] } });
    const { out } = await fixture.run('check');
    expect(out).toContain('TXT "\\027[2Jhidden\\007"');
    expect(out).not.toContain('\u001b');
  });
});

test.each<[string, string[], string[]]>([
  ['all hosts: of all', [], ['api.petstore.example', 'old.petstore.example']],
  ['one host: of that one', ['--host', 'Old.Petstore.example'], ['old.petstore.example']],
  ['another host: of none', ['--host', 'petstore.example'], []],
])('what a move has left, with %s', async (_, args, expected) => {
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [] };
  const kept = { target: 'gateway', until: '2020-01-01T00:00:00Z' };
  const hosts = { 'api.petstore.example': { ...host, kept }, 'old.petstore.example': { ...host, kept } };
  fixture.write('outputs.json', JSON.stringify({ hosts }));
  await fixture.serve(healthyInternet);
  const { out } = await fixture.run('check', '--outputs', 'outputs.json', '--format', 'json', ...args);
  const notes: string[] = JSON.parse(out).notes;
  expect(notes.filter((note) => note.includes('was kept until')).map((note) => note.split(':')[0])).toEqual(
    expected,
  );
});

describe('mistakes: exit status 2, and what to do', () => {
  test.each<[string, string[], string]>([
    ['an unknown option', ['check', '--bas', 'x'], 'Did you mean --base?'],
    ['an unknown command', ['chek'], 'Did you mean check?'],
    ['an unknown format', ['check', '--format', 'xml'], 'Allowed choices are text, json, markdown'],
    ['an unknown stack', ['check', '--stack', 'none'], 'stacks here: production'],
    ['a stack without a name', ['check', '--stack', ''], '--stack is empty.\n  stacks here: production'],
    ['a folder that is not there', ['check', '--dir', '/nowhere'], 'There is no folder /nowhere.'],
    [
      'one to edit in',
      ['add', 'a.dev', '--site', 'docs', '--dir', '/nowhere'],
      'There is no folder /nowhere.',
    ],
    ['one to compare in', ['check', '--base', 'x', '--dir', '/nowhere'], 'There is no folder /nowhere.'],
    ['an abbreviated stack', ['check', '--stack', 'prod'], 'did you mean --stack production?'],
    ['a host that is not declared', ['check', '--host', 'x.test'], 'declared hosts: api.petstore.example'],
    ['a folder without the file', ['check', '--dir', '.git'], "run it in the project's folder"],
    ['a resolver that is none', ['check', '--resolver', 'dns.test'], 'for example --resolver 1.1.1.1'],
    ['outputs that are not there', ['check', '--outputs', 'none.json'], 'none.json cannot be read'],
    ['outputs in a folder', ['check', '--outputs', '.'], 'cannot be read: it is a folder'],
    ['outputs below a file', ['check', '--outputs', 'Pulumi.production.yaml/x'], 'cannot be read: ENOTDIR'],
    [
      'outputs of something else',
      ['check', '--outputs', 'Pulumi.production.yaml'],
      'pulumi stack output --json',
    ],
  ])('%s', async (_, args, message) => {
    const { status, out, err } = await fixture.run(...args);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
  });

  test.each(['check', 'report', 'status', 'records', 'verify', 'add', 'remove'])(
    '%s --help has an example',
    async (name) => {
      const { status, out } = await fixture.run(name, '--help');
      expect(status).toBe(0);
      expect(out).toContain(`npm run domains -- ${name}`);
    },
  );
});
