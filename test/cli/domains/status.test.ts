// `domains status`: a host's life from live DNS, its certificate and its answer, once or repeatedly.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codesOf, deployedAs, fixtureForEach, type Misbehaviour, outputsOf } from './harness.ts';
import { startTlsHost } from './tls-host.ts';

const host = 'api.petstore.example';
const other = 'api2.petstore.example';
const target = 'd-1.execute-api.test';
const right = [`${host} CNAME ${target}`, `_v.${host} CNAME _x.acm-validations.aws`];
const lost = right.slice(0, 1);
const PENDING = 'PENDING_VALIDATION';

const stackFile = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones:
    petstore.example: { provider: cloudflare, zoneId: 023e105f4ecef8ad9ca31a8372d0c353 }
  petstore:api:
    primary: ${host}
`;
const externalFile = stackFile
  .replace(/ {2}petstore:zones:\n.*\n/, '')
  .concat(`  petstore:verified: [${host}]\n`);

const fixture = fixtureForEach();

/** A stack that the local cloud serves: its file, its outputs, its DNS, its HTTPS port. `beside`: it has a live host beside the first. */
async function stage({
  records = right as readonly string[],
  certificate = 'ISSUED',
  misbehave = undefined as Misbehaviour | undefined,
  file = stackFile,
  beside = false,
} = {}) {
  const tls = await startTlsHost([host, other]);
  await fixture.serve(
    {
      'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
      test: { on: ['127.0.0.9'], records: [`${target} A 127.0.0.1`] },
    },
    misbehave,
  );
  const own = (name: string, role: string, state: string) => ({
    ...deployedAs('api', role, name, state, target),
    url: `https://${name}:${tls.port}/v1`,
  });
  const first = own(host, 'primary', certificate);
  const hosts = { [host]: first, ...(beside && { [other]: own(other, 'domain', 'ISSUED') }) };
  fixture.write('Pulumi.local.yaml', beside ? `${file}    domains: [${other}]\n` : file);
  fixture.writeLocal('ca.pem', tls.authorityPem);
  fixture.writeLocal('outputs.json', outputsOf(hosts));
  fixture.ready();
}

async function json() {
  const { status, hosts } = await fixture.runJson('status');
  return { status, ...hosts[0] };
}

test('live: 0, with every member of the model', async () => {
  await stage();
  expect(await json()).toEqual({
    ...{ status: 0, host, site: 'api', role: 'primary', state: 'live', certificate: 'ISSUED' },
    ...{ reason: null, earlierRequest: null, fault: null, propagationSeconds: 0 },
    presented: expect.objectContaining({ names: [host, other], issuer: 'local cloud', daysLeft: 197 }),
    renewal: { guardedFrom: expect.any(String), progress: 'in-time' },
    answer: { status: 200 },
    findings: [expect.objectContaining({ code: 'already-configured' })],
    next: [],
  });
});

test.each<[string, readonly string[], number, string, number]>([
  ['on the day of its issue', right, 0, 'live', 0],
  ['the same, 59 days before the end', lost, 138, 'blocked', 1],
  ['the same, later than any schedule', right, 162, 'blocked', 1],
])('the next renewal, with the clock turned: %s', async (_, records, days, state, status) => {
  for (const file of [stackFile, externalFile]) {
    await stage({ records, file });
    fixture.turnClock(days);
    expect(await json()).toMatchObject({ status, state, fault: null, presented: { daysLeft: 197 - days } });
  }
});

const wrong = [...lost, `_v.${host} CNAME _y.acm-validations.aws`];
test.each<[string, readonly string[], Misbehaviour | undefined, string]>([
  ['with another value', wrong, undefined, 'its validation record has another value'],
  [
    'on one of two servers',
    right,
    ({ server, name }) => (server === '127.0.0.22' && name.startsWith('_v.') ? [] : undefined),
    'validation record on ada.ns.cloudflare.test (127.0.0.21) only',
  ],
])('a validation record %s', async (_, records, misbehave, text) => {
  await stage({ records, misbehave, certificate: PENDING });
  expect((await fixture.run('status')).out).toContain(text);
});

test('DNS cannot be read: 3', async () => {
  await stage({ misbehave: ({ server }) => (server.startsWith('127.0.0.2') ? [] : undefined) });
  const { status, ...found } = await json();
  expect([status, codesOf(found)]).toEqual([3, expect.arrayContaining(['blocked dns-unreadable'])]);
});

test('the certificate of the local authority was deleted: 2, with how to have it again', async () => {
  await stage();
  rmSync(join(fixture.folder, '.local/ca.pem'));
  const { status, err } = await fixture.run('status');
  expect(status).toBe(2);
  expect(err).toMatch(/ca\.pem .*\n.*npm run local$/m);
});

test('a resolver that has the old record in its cache: the time that remains', async () => {
  await stage({
    misbehave: ({ server, type, name }, reply) => {
      if (server !== '127.0.0.1' || type !== 'CNAME' || name !== host) return undefined;
      const old = Buffer.from(reply);
      // The TTL of the one answer stands before its length and its name.
      old.writeUInt32BE(2460, old.length - (target.length + 2) - 2 - 4);
      old.write('old', old.length - 5);
      return [old];
    },
  });
  expect((await json()).propagationSeconds).toBe(2460);
});

describe('--watch', () => {
  const statesIn = (out: string) => out.match(/(?<=Cloudflare · )\w+$/gm);

  test('prints a reading where it differs from the one before', async () => {
    await stage({ certificate: PENDING });
    let pauses = 0;
    fixture.whileSleeping(() => {
      pauses += 1;
      if (pauses < 3) return;
      const outputs = fixture.read('.local/outputs.json');
      fixture.writeLocal('outputs.json', outputs.replace(PENDING, 'ISSUED'));
    });
    const { status, out } = await fixture.run('status', '--watch');
    expect([status, pauses, statesIn(out)]).toEqual([0, 3, ['issuing', 'live']]);
    expect(out.split('(the terminal is cleared)')).toHaveLength(2);
  });

  test('one host is live and the other is not: it ends after 72 hours, as ACM does', async () => {
    const records = [...right, `${other} CNAME ${target}`];
    await stage({ records, certificate: PENDING, beside: true });
    let days = 0;
    fixture.whileSleeping(() => {
      days += 1;
      fixture.turnClock(days);
    });
    const { status, out } = await fixture.run('status', '--watch');
    expect([status, days]).toEqual([0, 3]);
    expect(statesIn(out)).toContain('live');
  });

  test('the local cloud has ended: 2, and not that DNS has', async () => {
    await stage({ certificate: PENDING });
    // No system has so high a process id.
    fixture.whileSleeping(() => fixture.ready({}, { dnsServer: '127.0.0.1:9', pid: 2 ** 30 }));
    const { status, out, err } = await fixture.run('status', '--watch');
    expect([status, statesIn(out)]).toEqual([2, ['issuing']]);
    expect(err).toContain('npm run local');
  });
});

test.each<[what: string, args: string[], isAtOnce: boolean, status: number]>([
  ['status, while DNS is read', ['status'], false, 130],
  ['an edit, while DNS is read: nothing is written', ['remove', other], false, 130],
  ['the domains page, which is meant to be stopped', ['open'], true, 0],
  ['a watch that has read nothing yet', ['status', '--watch'], true, 130],
])('Ctrl-C is no outage, and nothing is printed: %s', async (_, args, isAtOnce, status) => {
  const stop = new AbortController();
  fixture.setIo({ signal: stop.signal });
  await stage({ beside: true, misbehave: isAtOnce ? undefined : () => void stop.abort() });
  if (isAtOnce) stop.abort();
  const file = fixture.read('Pulumi.local.yaml');
  expect(await fixture.run(...args, '--stack', 'local')).toEqual({ status, out: '', err: '' });
  expect(fixture.read('Pulumi.local.yaml')).toBe(file);
});
