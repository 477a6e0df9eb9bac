// `custom-domains check --plan`: on a Terraform plan, a CDK template and a Pulumi preview of the same site, over DNS of the test.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startDns, type TestDns } from '../preflight/dns-server.ts';
import type { Internet } from '../preflight/internet.ts';
import { runCli } from './run-cli.ts';

let dns: TestDns;
afterEach(() => dns.close());

const PLANS = ['terraform.json', 'cdk.template.json', 'pulumi.json'] as const;
const fileOf = (name: string) => join(import.meta.dirname, 'plans', name);

/** `records`: of example.com, where old.example.net and 192.0.2.7 are what the plans replace and remove. */
function internet(records: readonly string[], more: Internet = {}): Internet {
  const on = ['127.0.0.11'];
  return {
    'example.com': {
      on,
      records: [...records, 'moved.example.com CNAME old.example.net', 'swapped.example.com A 192.0.2.7'],
    },
    'example.net': {
      on: ['127.0.0.12'],
      records: ['pages.example.net A 192.0.2.8', 'old.example.net A 192.0.2.9'],
    },
    ...more,
  };
}

async function check(name: string, zones: Internet, args: readonly string[] = ['--json']) {
  dns = await startDns(zones);
  const network = ['--resolver', dns.resolver, '--timeout', '0.5'];
  const plan = name.startsWith('{') ? '-' : fileOf(name);
  return runCli(['check', '--plan', plan, ...args, ...network], { lines: [name] });
}

interface Found {
  readonly host: string;
  readonly findings: readonly { readonly severity: string; readonly code: string }[];
}

/** `host: severity code`, of each finding. */
const listed = (all: readonly Found[]) =>
  all.flatMap(({ host, findings }) => findings.map(({ severity, code }) => `${host}: ${severity} ${code}`));

const NOT_KNOWN = {
  'terraform.json': 'aws_cognito_user_pool_domain.cust',
  'cdk.template.json': 'Login',
  'pulumi.json': 'cloudflare:index/dnsRecord:DnsRecord::login',
} as const;

describe.each(PLANS)('%s', (name) => {
  // A template does not say what is deployed, so that there these two could be its own.
  const { hosts: more, replaced } =
    name === 'cdk.template.json'
      ? { hosts: ['still.example.com'], replaced: [] }
      : { hosts: [], replaced: ['moved.example.com', 'swapped.example.com'] };

  test('a clean one: every host is found, the unchanged one is not, and what is not known yet is said so', async () => {
    const { out, status } = await check(name, internet([]));
    const { hosts, unreadable } = JSON.parse(out);
    const added = ['shop.example.com', '*.example.com', 'strict.example.com', 'taken.example.com'];
    const others = ['lost.lame.example.com', 'app.dev.example.com'];
    const names = hosts.map(({ host }: Found) => host);
    expect(names.sort()).toEqual([...added, ...others, ...more, ...replaced].sort());
    // The plan delegates its new zone itself.
    expect(listed(hosts)).toEqual(['app.dev.example.com: info zone-not-delegated']);
    expect(listed(unreadable)).toEqual([`${NOT_KNOWN[name]}: blocked plan-unreadable`]);
    expect(status).toBe(3);
  });

  test('a record in the way, CAA, CAA of the wildcard, and a delegation of a name to another zone', async () => {
    const { out, status } = await check(
      name,
      internet(
        [
          'taken.example.com A 192.0.2.1',
          'strict.example.com CAA 0 issue letsencrypt.org',
          'example.com CAA 0 issuewild letsencrypt.org',
        ],
        {
          'lame.example.com': { on: ['127.0.0.13'] },
        },
      ),
    );
    expect(listed(JSON.parse(out).hosts).sort()).toEqual([
      '*.example.com: blocked caa-blocks-authority',
      'app.dev.example.com: info zone-not-delegated',
      'lost.lame.example.com: blocked delegated-away',
      'strict.example.com: blocked caa-blocks-authority',
      'taken.example.com: blocked conflicting-record',
    ]);
    expect(status).toBe(1);
  });
});

/** A Terraform plan of these resources: type, what it does, before and after. */
function terraform(
  ...changes: readonly (readonly [type: string, actions: string, ...values: object[]])[]
): string {
  const resource_changes = changes.map(([type, actions, after, before], index) => ({
    ...{ address: `${type}.r${index}`, mode: 'managed', type },
    change: {
      ...{ actions: actions.split(' '), before: before ?? null, after_unknown: {} },
      after: actions === 'delete' ? null : after,
    },
  }));
  return JSON.stringify({
    ...{ format_version: '1.2', terraform_version: '1.11.4', planned_values: {}, resource_changes },
  });
}

const template = (Type: string, Properties: object) =>
  JSON.stringify({ Resources: { R: { Type, Properties } } });
const record = (name: string, type: string, ...records: string[]) => ({ name, type, records, zone_id: 'Z1' });
const on = ['127.0.0.11'];

describe('what a plan has', () => {
  test.each<[what: string, plan: string, hosts: readonly string[]]>([
    [
      'the hosts that a distribution gets, and not those that it has',
      terraform([
        'aws_cloudfront_distribution',
        'update',
        { aliases: ['a.example.com', 'b.example.com'] },
        { aliases: ['a.example.com'] },
      ]),
      ['b.example.com'],
    ],
    [
      'all of them where it is replaced',
      terraform([
        'aws_apigatewayv2_domain_name',
        'delete create',
        { domain_name: 'a.example.com' },
        { domain_name: 'a.example.com' },
      ]),
      ['a.example.com'],
    ],
    [
      'www beside a host of App Runner',
      terraform(['aws_apprunner_custom_domain_association', 'create', { domain_name: 'a.example.com' }]),
      ['a.example.com', 'www.a.example.com'],
    ],
    [
      'hosts of a listener, and no patterns',
      template('AWS::ElasticLoadBalancingV2::ListenerRule', {
        Conditions: [
          { Field: 'host-header', HostHeaderConfig: { Values: ['a.example.com', '*.example.com'] } },
        ],
      }),
      ['a.example.com'],
    ],
    [
      'no host of a user pool with a prefix alone',
      terraform(['aws_cognito_user_pool_domain', 'create', { domain: 'my-shop' }]),
      [],
    ],
    [
      'no certificate that is imported, and none of a private authority',
      terraform(
        ['aws_acm_certificate', 'create', { domain_name: 'a.example.com', certificate_body: 'PEM' }],
        [
          'aws_acm_certificate',
          'create',
          { domain_name: 'b.example.com', certificate_authority_arn: 'arn:x' },
        ],
      ),
      [],
    ],
    [
      'no record of a private zone, and none that is not for hosts',
      terraform(
        ['aws_route53_zone', 'create', { name: 'example.com', zone_id: 'Z1', vpc: [{ vpc_id: 'vpc-1' }] }],
        ['aws_route53_record', 'create', record('a.example.com', 'A', '192.0.2.1')],
        [
          'aws_route53_record',
          'create',
          { ...record('b.example.com', 'MX', '10 mx.example.net'), zone_id: 'Z2' },
        ],
        [
          'aws_route53_record',
          'create',
          { ...record('_dmarc.example.com', 'CNAME', 'x.example.net'), zone_id: 'Z2' },
        ],
      ),
      [],
    ],
    [
      'records of a group, and texts that only literals are joined to',
      template('AWS::Route53::RecordSetGroup', {
        HostedZoneName: 'example.com.',
        RecordSets: [
          { Name: { 'Fn::Join': ['.', ['a', 'example.com']] }, Type: 'A', ResourceRecords: ['192.0.2.1'] },
          { Name: { 'Fn::Sub': 'b.example.com' }, Type: 'A', ResourceRecords: ['192.0.2.1'] },
        ],
      }),
      ['a.example.com', 'b.example.com'],
    ],
  ])('%s', async (_, plan, hosts) => {
    const { out } = await check(plan, internet([]));
    expect(JSON.parse(out).hosts.map(({ host }: Found) => host)).toEqual(hosts);
    expect(JSON.parse(out).unreadable).toEqual([]);
  });
});

test.each<[what: string, name: string, known: readonly object[], hosts: readonly string[], status: number]>([
  ['is not known either, where DNS has no zone of it', 'www.shop.eu', [], ['www.shop.eu'], 3],
  ['is not taken for a full one with two labels', 'api.dev', [], [], 3],
  ['is one with a final dot', 'api.dev.', [], ['api.dev'], 0],
  ['is one where a certificate has it', 'api.dev', [{ domain_name: 'api.dev' }], ['api.dev'], 0],
])("a record's name in a zone that the plan does not name %s", async (_, name, known, hosts, status) => {
  const certificates = known.map((values) => ['aws_acm_certificate', 'create', values] as const);
  const plan = terraform(['aws_route53_record', 'create', record(name, 'A', '192.0.2.1')], ...certificates);
  const result = await check(plan, internet([], { 'api.dev': { on: ['127.0.0.13'] } }));
  const found = JSON.parse(result.out);
  expect([found.hosts.map(({ host }: Found) => host), result.status]).toEqual([hosts, status]);
});

const CNAME = record('a.example.com', 'CNAME', 'pages.example.net');
const ALIAS = { name: 'a.example.com', type: 'A', zone_id: 'Z1', alias: [{ name: 'pages.example.net' }] };

describe('what is in the way of a plan', () => {
  test.each<
    [what: string, plan: string, records: readonly string[], found: readonly string[], status: number]
  >([
    ['nothing', terraform(['aws_route53_record', 'create', CNAME]), [], [], 0],
    [
      'the record itself, which the DNS host refuses to create twice',
      terraform(['aws_route53_record', 'create', CNAME]),
      ['a.example.com CNAME pages.example.net'],
      ['blocked already-configured'],
      1,
    ],
    [
      'no record that the plan has forgotten: it is not its own any more',
      terraform(['aws_route53_record', 'create', CNAME], ['aws_route53_record', 'forget', {}, CNAME]),
      ['a.example.com A 192.0.2.1'],
      ['blocked conflicting-record'],
      1,
    ],
    [
      'no record that it overwrites',
      terraform(['aws_route53_record', 'create', { ...CNAME, allow_overwrite: true }]),
      ['a.example.com CNAME old.example.net'],
      [],
      0,
    ],
    [
      'an address, of an alias; and no text beside it',
      terraform(['aws_route53_record', 'create', ALIAS]),
      ['a.example.com A 192.0.2.1', 'a.example.com TXT here'],
      ['blocked conflicting-record'],
      1,
    ],
    [
      'no address that it replaces, in whatever form the plan has it',
      terraform([
        'aws_route53_record',
        'update',
        CNAME,
        record('a.example.com', 'AAAA', '2001:DB8:0:0:0:0:0:1'),
      ]),
      ['a.example.com AAAA 2001:db8::1'],
      [],
      0,
    ],
    [
      'no addresses that an alias of its own shows',
      terraform(['aws_route53_record', 'update', { ...CNAME, type: 'A', records: ['192.0.2.5'] }, ALIAS]),
      ['a.example.com A 192.0.2.1'],
      [],
      0,
    ],
    [
      'what may be its own, where a template does not say what is deployed',
      template('AWS::Route53::RecordSet', {
        ...{ Name: 'a.example.com.', Type: 'A', HostedZoneId: 'Z1' },
        AliasTarget: { DNSName: { 'Fn::GetAtt': ['D', 'DomainName'] } },
      }),
      ['a.example.com A 192.0.2.1'],
      ['warning conflicting-record'],
      0,
    ],
    [
      'of a record alone, no CAA: nobody issues for it',
      terraform(['aws_route53_record', 'create', CNAME]),
      ['example.com CAA 0 issue "ca.test"'],
      [],
      0,
    ],
    [
      'no record that is imported',
      JSON.stringify({
        steps: [
          {
            op: 'import',
            urn: 'urn:pulumi:production::site::aws:route53/record:Record::a',
            newState: { inputs: CNAME },
          },
        ],
      }),
      ['a.example.com CNAME pages.example.net'],
      [],
      0,
    ],
    [
      'CAA, of a custom hostname whose authority is known',
      terraform([
        'cloudflare_custom_hostname',
        'create',
        { hostname: 'a.example.com', ssl: { certificate_authority: 'lets_encrypt' } },
      ]),
      ['example.com CAA 0 issue pki.goog'],
      ['blocked caa-blocks-authority'],
      1,
    ],
    [
      'that the authority of a custom hostname is not known',
      terraform([
        'cloudflare_custom_hostname',
        'create',
        { hostname: 'a.example.com', ssl: [{ method: 'txt' }] },
      ]),
      [],
      ['warning plan-unreadable'],
      3,
    ],
  ])('%s', async (_, plan, records, found, status) => {
    const result = await check(plan, internet(records));
    const [host] = JSON.parse(result.out).hosts as Found[];
    expect((host?.findings ?? []).map(({ severity, code }) => `${severity} ${code}`)).toEqual(found);
    expect(result.status).toBe(status);
  });

  test("a zone that is not the delegated one, by its servers' names", async () => {
    const nameServers = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.net'];
    const plan = terraform(
      ['aws_route53_zone', 'no-op', { name: 'example.com', zone_id: 'Z1', name_servers: nameServers }],
      ['aws_route53_record', 'create', CNAME],
    );
    const zones = internet([], {
      'example.com': { on, nameServers: ['ns-9.awsdns-09.org'] },
      'awsdns-09.org': { on, records: ['ns-9.awsdns-09.org A 127.0.0.11'] },
    });
    const { out, status } = await check(plan, zones);
    expect(listed(JSON.parse(out).hosts)).toEqual(['a.example.com: blocked wrong-zone']);
    expect(status).toBe(1);
  });
});

test('of a conflict, what the plan sets itself is not to be added by hand', async () => {
  const { out } = await check(
    terraform(['aws_route53_record', 'create', CNAME]),
    internet(['a.example.com A 192.0.2.1']),
  );
  const [{ findings }] = JSON.parse(out).hosts;
  expect(findings.flatMap(({ records }: { records: object[] }) => records)).toEqual([
    expect.objectContaining({ action: 'remove', type: 'A', value: '192.0.2.1' }),
  ]);
});

test('a record that exists is found also where the certificate is for the names below its own too', async () => {
  const names = { domain_name: 'a.example.com', subject_alternative_names: ['*.a.example.com'] };
  const plan = terraform(['aws_acm_certificate', 'create', names], ['aws_route53_record', 'create', CNAME]);
  const { out } = await check(plan, internet(['a.example.com CNAME pages.example.net']));
  expect(listed(JSON.parse(out).hosts)).toEqual(['a.example.com: blocked already-configured']);
});

test("in UTF-16, as Windows PowerShell's > writes it, a plan is the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'custom-domains-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'plan.json');
  const plan = JSON.parse(readFileSync(fileOf('terraform.json'), 'utf8'));
  writeFileSync(file, `\ufeff${JSON.stringify(plan)}`, 'utf16le');
  dns = await startDns(internet([]));
  const { out, err } = await runCli(['check', '--plan', file, '--json', '--resolver', dns.resolver]);
  expect([err, JSON.parse(out).hosts.map(({ host }: Found) => host)]).toEqual([
    '',
    expect.arrayContaining(['shop.example.com', 'app.dev.example.com']),
  ]);
});

test.each<[what: string, plan: string, message: string]>([
  ['text', 'Terraform will perform', 'standard input is not JSON.'],
  ['another JSON', '[]', 'none of the plans that are known'],
  [
    'a state',
    JSON.stringify({ format_version: '1.0', terraform_version: '1' }),
    'is a state, and not a plan',
  ],
  [
    'a later format',
    JSON.stringify({ format_version: '2.0', terraform_version: '3', planned_values: {} }),
    '"2.0", which is not known',
  ],
  [
    'one that is nested too deeply',
    `{"steps":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'standard input ',
  ],
  ['one with a list that is none', '{"steps":[1]}', 'has steps that are not a list of objects'],
])('refused: %s', async (_, plan, message) => {
  dns = await startDns({});
  const { status, out, err } = await runCli(['check', '--plan', '-'], { lines: [plan] });
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(err).toContain('terraform show -json PLAN');
});

test('refused at once: a plan beyond the bound, and one with a host beside it', async () => {
  dns = await startDns({});
  const lines = Array.from({ length: 65 }, () => ' '.repeat(1024 * 1024));
  expect((await runCli(['check', '--plan', '-'], { lines })).err).toContain('has more than 64 MB.');
  expect((await runCli(['check', 'a.example.com', '--plan', '-'])).err).toContain('a plan and hosts');
  expect((await runCli(['check', '--plan', '-', '--live'])).err).toContain(
    '--live is for hosts that are named',
  );
});

test.each([
  ['a preview that ended in an error', '{"steps":[],"diagnostics":[{"severity":"error","message":"x"}]}'],
  ['a plan that did', '{"format_version":"1.2","terraform_version":"1","planned_values":{},"errored":true}'],
  ['a template with a loop', '{"Resources":{"Fn::ForEach::Hosts":[],"Topic":{"Type":"AWS::SNS::Topic"}}}'],
])('%s is not the whole change', async (_, plan) => {
  const { out, status } = await check(plan, {});
  expect([status, listed(JSON.parse(out).unreadable)]).toEqual([3, ['-: blocked plan-unreadable']]);
});

test('as text and as Markdown: what is in the way first, where the plan has each host, and how to see it again', async () => {
  const records = ['taken.example.com A 192.0.2.1'];
  const text = (await check('terraform.json', internet(records), [])).out;
  expect(text).toMatch(/^Terraform plan \S+: 8 hosts added or moved\n/);
  expect(text).toMatch(
    /✗ taken\.example\.com +blocked, 1 finding\n +in +aws_route53_record\.taken\n +conflicting-record/,
  );
  expect(text).toMatch(/✓ \*\.example\.com +Amazon may issue/);
  expect(text).toMatch(/\nThen: npx --no custom-domains check --plan \S+ --resolver \S+ --timeout 0\.5\n$/);
  expect(text).toMatch(/\? aws_cognito_user_pool_domain\.cust/);
  await dns.close();
  const markdown = (await check('terraform.json', internet(records), ['--format', 'markdown'])).out;
  expect(markdown.match(/^#+ .*/gm)).toEqual([
    expect.stringMatching(/^### ❌ Terraform plan .*: 8 hosts added or moved$/),
    '#### ❌ `taken.example.com`: blocked, 1 finding (`aws_route53_record.taken`)',
    '#### ❓ `aws_cognito_user_pool_domain.cust`: could not be read',
  ]);
  expect(markdown).toContain('- remove `taken.example.com.  300  IN  A  192.0.2.1`');
  expect(markdown).toContain('- `strict.example.com` Amazon may issue (no CAA) (`aws_acm_certificate.site`)');
});
