// What `custom-domains check` and `dangling` find, over DNS and web servers of the test: codes, records, exit statuses.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/cli/folder.ts';
import { dsText } from '../../src/dnssec/signature.ts';
import type { Finding } from '../../src/preflight/finding.ts';
import { startDns } from '../preflight/dns-server.ts';
import { anchorsOf } from '../preflight/scenario.ts';
import { type Input, runCli } from './run-cli.ts';

const WEB = '127.0.0.21';
let pages: string[];
let respond: (response: ServerResponse) => void;
const web = createServer((request, response) => {
  pages.push(`${request.headers.host}`);
  respond(response);
}).listen(0, WEB);
await once(web, 'listening');
const dns = await startDns({
  'example.com': {
    on: ['127.0.0.11'],
    records: [
      'shop.example.com CNAME cname.platform.com',
      '_v.shop.example.com CNAME _x.acm-validations.aws',
      'taken.example.com 600 A 192.0.2.1',
      'blog.example.com CNAME octocat.github.io',
      'cdn.example.com CNAME d2.cloudfront.net',
      'gone.example.com CNAME gone.platform.com',
      'old.example.com CNAME old.eu-west-1.elasticbeanstalk.com',
    ],
  },
  'platform.com': {
    on: ['127.0.0.12'],
    records: ['cname.platform.com A 192.0.2.9', 'cname.platform.com CAA 0 issue letsencrypt.org'],
  },
  'acm-validations.aws': { on: ['127.0.0.12'] },
  'github.io': { on: ['127.0.0.12'], records: [`octocat.github.io A ${WEB}`] },
  'cloudfront.net': { on: ['127.0.0.13'], records: ['d2.cloudfront.net A 192.0.2.9'] },
  'elasticbeanstalk.com': { on: ['127.0.0.13'] },
});
beforeEach(() => {
  pages = [];
  respond = (response) => void response.writeHead(404).end("There isn't a GitHub Pages site here.");
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await dns.close();
});

function run(args: string, input?: Input) {
  const network = ['--resolver', dns.resolver, '--timeout', '0.5', '--web-port'];
  return runCli([...args.split(' '), ...network, String((web.address() as AddressInfo).port)], input);
}

interface HostResult {
  readonly host: string;
  readonly verdict: string;
  readonly needs?: string;
  readonly findings: readonly (Finding & { readonly next: string })[];
}

async function check(args: string): Promise<{ status: number; hosts: readonly HostResult[] }> {
  const { status, out } = await run(`check ${args} --json`);
  return { status, hosts: JSON.parse(out).hosts };
}

const codesOf = ({ findings }: HostResult) => findings.map(({ severity, code }) => `${severity} ${code}`);

const TO_PLATFORM = '--target cname:cname.platform.com';
const OTHER_VALUE = '--validation _v.shop.example.com=_y.acm-validations.aws';
const LE = '--authority letsencrypt';
const AWAITED = 'info record-missing';

test.each<[string, 0 | 1 | 3, readonly string[]]>([
  ['new.example.com --authority google', 0, []],
  [`www.example.com ${TO_PLATFORM} ${LE}`, 0, [AWAITED]],
  [`www.example.com ${TO_PLATFORM} --authority google`, 1, ['blocked caa-of-new-target', AWAITED]],
  ['www.example.com --target a:192.0.2.1 --authority google --live', 1, ['blocked record-missing']],
  ['www.example.com --target cloudfront --live', 1, ['blocked record-missing']],
  // At an apex the target's CAA does not count: its alias shows addresses alone.
  [`example.com ${TO_PLATFORM} --authority google`, 0, [AWAITED]],
  // ACM's limit of a name is not another authority's.
  [`${'a'.repeat(60)}.example.com --authority letsencrypt`, 0, []],
  ['cdn.example.com --target cname:d1.cloudfront.net', 1, ['blocked cname-elsewhere', 'blocked alias-taken']],
  // A load balancer may take the host from a distribution.
  ['cdn.example.com --target cname:x.us-east-1.elb.amazonaws.com', 1, ['blocked cname-elsewhere']],
  [`shop.example.com ${LE} --validation _v.shop.example.com.=_X.acm-validations.aws.`, 0, []],
  [`shop.example.com ${LE} ${OTHER_VALUE}`, 1, ['blocked record-missing']],
])('check %s: exit status %i', async (args, status, codes) => {
  const result = await check(args);
  expect(result.hosts.flatMap(codesOf)).toEqual(codes);
  expect(result.status).toBe(status);
});

const EXPIRED = { inception: -9e6, expiration: -1e6 };
test('--root-keys: with the keys of another root, a new target that does not validate', async () => {
  const [on, signed] = [['127.0.0.13'], {}];
  await using lab = await startDns({
    ...{ '': { on, signed }, net: { on, signed }, 'example.net': { on } },
    'expired.net': { on, signed: EXPIRED, records: ['www.expired.net A 192.0.2.1'] },
  });
  const lines = anchorsOf(lab).map((ds) => `. IN DS ${dsText(ds)}`);
  const file = join(temporaryFolder({ keys: lines.join('\n') }), 'keys');
  const args = ['--target', 'cname:www.expired.net', '--authority', 'amazon', '--json', '--root-keys', file];
  const { status, out } = await runCli(['check', 'new.example.net', ...args, '--resolver', lab.resolver]);
  const [checked] = JSON.parse(out).hosts as [HostResult];
  expect([status, ...codesOf(checked)]).toEqual([1, 'blocked dnssec-bogus', 'info record-missing']);
});

const ALIAS = /^an alias \(ALIAS, ANAME\) or a flattened CNAME to the name that CloudFront shows/;
const BOTH = 'new.example.com.  3600  IN  A  192.0.2.1; new.example.com.  3600  IN  AAAA  2001:db8::1';
test.each([
  ['cloudfront', 'new.example.com', /^a CNAME to the name .* shows, like d111111abcdef8\.cloudfront\.net$/],
  ['cloudfront', 'example.com', ALIAS],
  ['cname:shop.example.net', 'new.example.com', 'new.example.com.  3600  IN  CNAME  shop.example.net.'],
  ['cname:shop.example.net', 'example.com', 'example.com.  3600  IN  ALIAS  shop.example.net.'],
  ['a:192.0.2.1,2001:db8::1', 'new.example.com', BOTH],
])('the record that %s needs at %s', async (target, host, needs) => {
  const [checked] = (await check(`${host} --target ${target} --authority amazon`)).hosts;
  expect(checked?.needs).toEqual(typeof needs === 'string' ? needs : expect.stringMatching(needs));
});

test('JSON: every member, with the next command of each finding and the exit status', async () => {
  const { out } = await run('check taken.example.com --target cname:d1.cloudfront.net --live --json');
  const { authority, target, ...report } = JSON.parse(out);
  expect(Object.keys(authority).join()).toBe('id,title,issuers,methods,followsParameters,sources');
  expect(Object.keys(target)).toEqual(['title', 'name', 'profile', 'source']);
  const name = 'taken.example.com';
  const text = { found: expect.any(String), why: expect.any(String), fix: expect.any(String) };
  const records = [
    { action: 'remove', name, type: 'A', value: '192.0.2.1', ttl: 600 },
    { action: 'add', name, type: 'CNAME', value: 'd1.cloudfront.net', ttl: 3600 },
  ];
  const next = expect.stringMatching(/^dig @127\.0\.0\.1 -p \d+ A taken\.example\.com$/);
  const finding = { code: 'conflicting-record', severity: 'blocked', ...text, records, next };
  const needs = 'taken.example.com.  3600  IN  CNAME  d1.cloudfront.net.';
  const again = expect.stringMatching(/^npx --no -- custom-domains check taken\.example\.com --target /);
  const sees = { name: 'here', refuses: [], unread: [], addresses: ['192.0.2.1'] };
  const host = { host: name, verdict: 'blocked', needs, sees, findings: [finding], again };
  const notes = [expect.stringMatching('DNSSEC was not validated')];
  expect(report).toEqual({ hosts: [host], notes, status: 1 });
});

test('a validation record is for one of the hosts, and the others need none', async () => {
  const all = 'a.example.com shop.example.com b.example.com';
  const { hosts } = await check(`${all} --authority amazon ${OTHER_VALUE}`);
  expect(hosts.map(({ verdict }) => verdict)).toEqual(['ok', 'blocked', 'ok']);
});

test('hosts of standard input, each once; comments and empty lines are left out; a line of progress for each', async () => {
  const lines = ['# shops', '', 'a.example.com b.example.com', 'A.EXAMPLE.com. # again'];
  const { status, out, progress } = await run('check - --authority amazon', { lines });
  expect(status).toBe(0);
  expect(out.match(/✓ .*/g)).toEqual([
    '✓ a.example.com  Amazon may issue (no CAA)',
    '✓ b.example.com  Amazon may issue (no CAA)',
  ]);
  expect(progress).toEqual([...[0, 1, 2].map((done) => `reading DNS: ${done} of 2 hosts`), '']);
});

test("the zones' own servers are queried at the port that is given; of a silent one, exit status 3", async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.11');
  await once(silent, 'listening');
  const asked = once(silent, 'message');
  const port = `--authority-port ${silent.address().port}`;
  const { status, out } = await run(`check a.example.com --authority google ${port}`);
  expect(status).toBe(3);
  expect(out).toContain('note: DNSSEC was not validated');
  await asked;
  silent.close();
});

test('with the resolver alone it says what it could not see', async () => {
  const before = dns.queries.length;
  const { status, out } = await run('check a.example.com --authority google --resolver-only');
  expect(status).toBe(0);
  expect(out).toContain('note: only the resolver was queried');
  expect(out, 'the port of a resolver on the loopback is that of an internet of its own').toContain(
    'note: DNSSEC was not validated',
  );
  expect(new Set(dns.queries.slice(before).map(({ server }) => server))).toEqual(new Set(['127.0.0.1']));
});

describe('dangling', () => {
  test('each name by itself: its finding, the next command, and the worst as exit status', async () => {
    const given = 'old.example.com blog.example.com new.example.com';
    const { status, out, progress } = await run(`dangling ${given} --json`);
    const { names } = JSON.parse(out) as { names: (HostResult & { name: string })[] };
    expect(names.map((one) => [one.name, one.verdict, ...codesOf(one)])).toEqual([
      ['old.example.com', 'blocked', 'blocked target-claimable'],
      ['blog.example.com', 'warning', 'warning target-missing'],
      ['new.example.com', 'ok'],
    ]);
    expect(names[0]?.findings[0]?.next).toBe('curl -sSi http://old.example.com/');
    expect(status).toBe(1);
    expect(pages).toEqual(['blog.example.com']);
    expect(progress).toEqual(['reading where 3 names lead', '']);
  });

  test.each(['dangling blog.example.com', 'check blog.example.com --authority amazon'])(
    '%s is interrupted while a web server is silent: at once, without a result',
    async (args) => {
      const stop = new AbortController();
      respond = () => stop.abort();
      const interrupted = { status: 130, out: '', err: 'interrupted\n' };
      expect(await run(args, { signal: stop.signal })).toMatchObject(interrupted);
    },
  );
});
