// `domains status`: a host's life from live DNS, its certificate and its answer.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Misbehaviour } from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { type DomainsFixture, openFixture } from './harness.ts';
import { startTlsHost, type TlsHost } from './tls-host.ts';

const host = 'api.petstore.example';
const other = 'api2.petstore.example';
const target = 'd-1.execute-api.test';
const validation = {
  purpose: 'validation',
  name: `_v.${host}`,
  type: 'CNAME',
  value: '_x.acm.test',
  ttl: 3600,
};
const routing = { purpose: 'routing', name: host, type: 'CNAME', value: target, ttl: 3600 };

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

let fixture: DomainsFixture;
let tls: TlsHost | undefined;
beforeEach(() => {
  fixture = openFixture();
});
afterEach(async () => {
  await fixture.close();
  await tls?.close();
  tls = undefined;
});

interface Scene {
  readonly records?: readonly string[];
  readonly certificate?: string;
  readonly reason?: string;
  readonly earlierRequest?: string;
  readonly names?: readonly string[];
  readonly answers?: number;
  readonly misbehave?: Misbehaviour;
  readonly external?: boolean;
  /** The stack has a live host beside it. */
  readonly beside?: boolean;
}

/** A stack that the local cloud serves: its file, its outputs, its DNS, its HTTPS port. */
async function stage({
  records = [],
  certificate = 'ISSUED',
  reason,
  earlierRequest,
  names = [host],
  answers = 200,
  misbehave,
  external = false,
  beside = false,
}: Scene) {
  tls = await startTlsHost([...names, ...(beside ? [other] : [])], { status: answers });
  const dns = await fixture.serve(
    {
      'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
      test: { on: ['127.0.0.9'], records: [`${target} A 127.0.0.1`] },
    },
    misbehave,
  );
  const url = `https://${host}:${tls.port}/v1`;
  const outputs = {
    hosts: {
      [host]: {
        ...{ site: 'api', role: 'primary', target, url, certificate, reason, earlierRequest },
        records: certificate === 'FAILED' ? [] : [validation, routing],
      },
      ...(beside && {
        [other]: {
          site: 'api',
          role: 'domain',
          target,
          url: `https://${other}:${tls.port}/v1`,
          certificate: 'ISSUED',
          records: [{ ...routing, name: other }],
        },
      }),
    },
  };
  mkdirSync(join(fixture.folder, '.local'), { recursive: true });
  const file = external ? externalFile : stackFile;
  fixture.write('Pulumi.local.yaml', beside ? `${file}    domains: [${other}]\n` : file);
  fixture.write('.local/ca.pem', tls.authorityPem);
  fixture.write('.local/outputs.json', JSON.stringify(outputs));
  fixture.write(
    '.local/ready.json',
    JSON.stringify({
      hosts: {},
      caFile: join(fixture.folder, '.local/ca.pem'),
      dnsServer: dns.resolver,
      pid: process.pid,
    }),
  );
}

const right = [`${host} CNAME ${target}`, `_v.${host} CNAME _x.acm.test`];
const json = async () => {
  const { status, out } = await fixture.run('status', '--format', 'json');
  return { status, ...JSON.parse(out).hosts[0] };
};

describe('live', () => {
  test('as text', async () => {
    await stage({ records: right });
    const { status, out } = await fixture.run('status');
    expect(out).toBe(`${host}  local · api · Cloudflare · live

  ✓ declared
  ✓ DNS           CNAME to ${target} (TTL 300), on both of its servers
  ✓ verified      validation record seen
  ✓ certificate   local cloud, for ${host}, 197 days left
  ✓ live          responds with 200
`);
    expect(status).toBe(0);
  });

  test('as JSON', async () => {
    await stage({ records: right });
    expect(await json()).toMatchObject({
      status: 0,
      host,
      state: 'live',
      certificate: 'ISSUED',
      presented: { names: [host], daysLeft: 197 },
      answer: { status: 200 },
      fault: null,
      propagationSeconds: 0,
    });
  });

  test('what is not asked is said first', async () => {
    await stage({ records: right });
    const { out } = await fixture.run('status', '--resolver-only');
    expect(out).toMatch(/^note: only the resolver was queried/);
  });

  test('what would break the next renewal', async () => {
    await stage({ records: [right[0] ?? '', 'petstore.example CAA 0 issue letsencrypt.org'] });
    const { findings, ...life } = await json();
    expect(life).toMatchObject({ status: 1, state: 'blocked' });
    expect(findings.map(({ code }: { code: string }) => code)).toEqual([
      'caa-blocks-authority',
      'record-missing',
      'already-configured',
    ]);
  });
});

describe('the next renewal, with the clock turned', () => {
  const lost = right.slice(0, 1);

  test.each([
    ['healthy, on the day of its issue', right, 0, 'live', 0],
    ['healthy, when ACM may renew it', right, 140, 'live', 0],
    ['its validation record is lost, 61 days before the end', lost, 136, 'live', 0],
    ['the same, 59 days before the end', lost, 138, 'blocked', 1],
    ['DNS is right, and ACM has not renewed it: later than documented', right, 150, 'live', 0],
    ['the same, later than any schedule', right, 162, 'blocked', 1],
  ])('%s', async (_, records, days, state, status) => {
    await stage({ records });
    fixture.turnClock(days);
    expect(await json()).toMatchObject({ status, state, fault: null, presented: { daysLeft: 197 - days } });
  });

  test('of an external host too, whose owner sets the record', async () => {
    await stage({ records: lost, external: true });
    fixture.turnClock(136);
    const before = await json();
    expect(before).toMatchObject({ status: 0, state: 'live' });
    expect(before.findings[0].why).toMatch(/ends on \S+, in 61 days, and this blocks from \d{4}-\d\d-\d\d$/);
    fixture.turnClock(138);
    const { status, out } = await fixture.run('status');
    expect(status).toBe(1);
    expect(out).toMatch(/✗ renewal +will fail, and the site with it on \d{4}-\d\d-\d\d: see below/);
    expect(out).toContain(`add     _v.${host}.  3600  IN  CNAME  _x.acm.test.`);
  });

  test('a validation record that leads elsewhere', async () => {
    await stage({ records: [...lost, `_v.${host} CNAME _x.elsewhere.test`] });
    fixture.turnClock(138);
    const { status, findings } = await json();
    expect(status).toBe(1);
    expect(findings[0]).toMatchObject({ code: 'record-missing', severity: 'blocked' });
    expect(findings[0].found).toContain('has CNAME _x.elsewhere.test, not _x.acm.test');
  });
});

describe('not live', () => {
  test('the routing record is missing', async () => {
    await stage({ records: right.slice(1) });
    const { status, out } = await fixture.run('status', host);
    expect(status).toBe(1);
    expect(out).toContain(`local · api · Cloudflare · blocked`);
    expect(out).toContain(`add     ${host}.  3600  IN  CNAME  ${target}.`);
  });

  test("a certificate of another name: a visitor's browser would refuse it", async () => {
    await stage({ records: right, names: ['other.petstore.example'] });
    const life = await json();
    expect(life).toMatchObject({ status: 1, state: 'blocked' });
    expect(life.fault).toContain('its certificate is not trusted');
    expect(life.presented.names).toEqual(['other.petstore.example']);
  });

  test('an answer that is none of the site', async () => {
    await stage({ records: right, answers: 404 });
    expect(await json()).toMatchObject({ status: 1, fault: 'it responds with 404, not 200' });
  });

  test('nothing listens', async () => {
    await stage({ records: right });
    await tls?.close();
    expect((await json()).fault).toContain('it does not respond: 127.0.0.1: ECONNREFUSED');
  });

  test('waiting for the certificate: what to do after 30 minutes', async () => {
    await stage({ records: right, certificate: 'PENDING_VALIDATION' });
    const { status, out } = await fixture.run('status');
    expect(status).toBe(0);
    expect(out).toContain('· issuing\n');
    expect(out).toMatch(/… certificate +requested; usually issued within a few minutes/);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'Request it again: npm run local, if it takes more than 30 minutes',
    );
  });

  test('a certificate that the authority may not issue: CAA is named', async () => {
    await stage({
      records: [...right, 'petstore.example CAA 0 issue letsencrypt.org'],
      certificate: 'PENDING_VALIDATION',
    });
    const { status, out } = await fixture.run('status');
    expect(status).toBe(1);
    expect(out).toContain('petstore.example allows only letsencrypt.org');
    expect(out).toContain('add     petstore.example.  3600  IN  CAA  0 issue "amazon.com"');
  });

  test.each([
    ['CAA_ERROR', /a CAA record .* add one for amazon.com; the next deployment requests a new certificate/],
    ['TIMED_OUT', /did not see the validation record in time: .*; the next deployment waits again/],
    ['RECORD_EXISTS', /at Cloudflare already; pulumi up shows the command that imports it into the stack/],
    ['PCA_LIMIT_EXCEEDED', /ACM's reason is PCA_LIMIT_EXCEEDED: see "Certificate request fails"/],
  ])('a certificate that failed: %s, and what to do', async (reason, message) => {
    await stage({ certificate: 'FAILED', reason });
    const { status, out } = await fixture.run('status');
    expect(status).toBe(1);
    const text = out.replace(/\s+/g, ' ');
    expect(text).toMatch(new RegExp(`✗ certificate +${reason}: `));
    expect(text).toMatch(message);
    expect(text).toContain('(npm run local)');
    expect(await json()).toMatchObject({ certificate: 'FAILED', reason });
  });

  test('a certificate that is requested again after the earlier request timed out', async () => {
    const earlierRequest = 'VALIDATION_TIMED_OUT';
    await stage({ records: right.slice(0, 1), certificate: 'PENDING_VALIDATION', earlierRequest });
    const { out } = await fixture.run('status');
    expect(out).toMatch(/certificate +requested again: the earlier request ended as VALIDATION_TIMED_OUT/);
    expect(await json()).toMatchObject({ state: 'awaiting-dns', earlierRequest });
  });

  test('DNS that cannot be read: exit status 3', async () => {
    await stage({
      records: right,
      misbehave: ({ server }) => (server.startsWith('127.0.0.2') ? [] : undefined),
    });
    const { status, out } = await fixture.run('status');
    expect(status).toBe(3);
    expect(out).toContain('dns-unreadable');
  });
});

describe('how long it can take', () => {
  test('a resolver that has the old record in its cache: the remaining time', async () => {
    await stage({
      records: right,
      misbehave: ({ server, type, name }, reply) => {
        if (server !== '127.0.0.1' || type !== 'CNAME' || name !== host) return undefined;
        const old = Buffer.from(reply);
        // The TTL of the one answer stands before its length and its name.
        old.writeUInt32BE(2460, old.length - (target.length + 2) - 2 - 4);
        old.write('old', old.length - 5);
        return [old];
      },
    });
    const { out } = await fixture.run('status');
    expect(out.replace(/\s+/g, ' ')).toContain('a resolver may serve the old value for 41 min more');
  });

  test('a resolver that remembers "not there": the time of the zone', async () => {
    await stage({ records: right.slice(1) });
    expect((await json()).propagationSeconds).toBe(60);
  });
});

describe('--watch', () => {
  test('ends when all are live', async () => {
    await stage({ records: right });
    expect((await fixture.run('status', '--watch')).status).toBe(0);
  });

  test('prints a reading where it differs from the one before', async () => {
    await stage({ records: right, certificate: 'PENDING_VALIDATION' });
    const watch = fixture.run('status', '--watch');
    // Two readings, 2 s apart, before the certificate is there.
    await delay(3000);
    fixture.writeLocal(
      'outputs.json',
      fixture.read('.local/outputs.json').replace('PENDING_VALIDATION', 'ISSUED'),
    );
    const { status, out } = await watch;
    expect(status).toBe(0);
    expect(out.match(/Cloudflare · \w+$/gm)).toEqual(['Cloudflare · issuing', 'Cloudflare · live']);
    expect(out.split('(the terminal is cleared)')).toHaveLength(3);
  });

  test('one host is live and the other is not: it ends after 72 hours, as ACM does, with what it read last', async () => {
    const records = [...right, `${other} CNAME ${target}`];
    await stage({ records, certificate: 'PENDING_VALIDATION', beside: true });
    const watch = fixture.run('status', '--watch');
    await delay(1500);
    fixture.turnClock(3.1);
    const { status, out } = await watch;
    expect(status).toBe(0);
    expect(out.match(/Cloudflare · \w+$/gm)).toContain('Cloudflare · live');
    expect(out).toContain('waited for 75 h');
  });
});

test('a stack that is not deployed: how to get there', async () => {
  fixture.write('Pulumi.local.yaml', stackFile);
  const { status, err } = await fixture.run('status', '--stack', 'local');
  expect(status).toBe(2);
  expect(err).toContain('npm run local');
});
