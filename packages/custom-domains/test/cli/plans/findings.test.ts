// `custom-domains check --plan` over DNS of the test: what is in the way of a plan, how it is shown, and what the plan does itself
// decides, in the order in which its tool does it.
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/preflight/finding.ts';
import { startDns } from '../../preflight/dns-server.ts';
import type { Internet } from '../../preflight/internet.ts';
import { runCli } from '../run-cli.ts';
import { type Change, creating, preview, record, SAMPLES, sampleFile, template, terraform } from './plan.ts';

const on = ['127.0.0.11'];

/** `records`: of example.com, where old.example.net and 192.0.2.7 are what the samples replace and remove. */
function internet(records: readonly string[], more: Internet = {}): Internet {
  const own = ['moved.example.com CNAME old.example.net', 'swapped.example.com A 192.0.2.7'];
  return {
    'example.com': { on, records: [...records, ...own] },
    'example.net': { on, records: ['pages.example.net A 192.0.2.8', 'old.example.net A 192.0.2.9'] },
    ...more,
  };
}

/** `plan`: its content, or the file of a sample. */
async function check(plan: string, zones: Internet, args: readonly string[] = ['--json']) {
  await using dns = await startDns(zones);
  const network = ['--resolver', dns.resolver, '--timeout', '0.5'];
  const file = plan.startsWith('{') ? '-' : plan;
  // Awaited here, as the DNS ends with the function.
  return await runCli(['check', '--plan', file, ...args, ...network], { lines: [plan] });
}

interface Found {
  readonly host: string;
  readonly findings: readonly Finding[];
}

/** `host: severity code`, of each finding. */
async function found(plan: string, zones: Internet) {
  const { out, status } = await check(plan, zones);
  const hosts = JSON.parse(out).hosts as readonly Found[];
  const listed = hosts.flatMap(({ host, findings }) =>
    findings.map(({ severity, code }) => `${host}: ${severity} ${code}`),
  );
  return { listed: listed.sort(), status };
}

const A = 'a.example.com';
const R53 = 'aws_route53_record';
const CF = 'cloudflare_dns_record';
const ACM = 'aws_acm_certificate';
const DIST = 'aws_cloudfront_distribution';
const GATEWAY = 'aws_api_gateway_domain_name';
const [OLD, NEW] = [record(A, 'A', '192.0.2.1'), record(A, 'CNAME', 'pages.example.net')];
const flared = (type: string, content: string) => ({ name: A, type, content, zone_id: 'Z1' });
const [OLD_CF, NEW_CF] = [flared('A', '192.0.2.1'), flared('CNAME', 'pages.example.net')];
const PROXIED = { ...NEW_CF, proxied: true };
const HTTPS = { name: A, type: 'HTTPS', zone_id: 'Z1', data: { priority: 1, target: '.' } };
const ZONE_CF: Change = ['cloudflare_zone', 'no-op', { name: 'example.com', id: 'Z1' }];
const atTop = (one: object) => ({ ...one, name: 'example.com' });
const step = (op: string, inputs: object) => {
  const urn = 'urn:pulumi:p::s::cloudflare:index/dnsRecord:DnsRecord::r';
  return { op, urn, [op.startsWith('delete') ? 'oldState' : 'newState']: { inputs } };
};
/** Each of another resource; what is the same was so before. */
const steps = (op: 'create' | 'same', ...all: readonly object[]) =>
  JSON.stringify({
    steps: all.map((inputs, index) => {
      const { urn, ...one } = step(op, inputs);
      return { ...one, urn: `${urn}${index}`, ...(op === 'same' && { oldState: { inputs } }) };
    }),
  });
const CREATES = [step('create-replacement', NEW_CF), step('replace', NEW_CF)];
const DELETES = step('delete-replaced', OLD_CF);
const address = (more: object) => ({ ...record(A, 'A', '192.0.2.5'), ...more });
const cloudfront = (aliases: string[], name?: string) => ({ aliases, domain_name: name });
const updated = (name: string, after: string[], before: string[] = []): Change => {
  return [DIST, 'update', cloudfront(after, name), cloudfront(before, name)];
};
const CERT = { domain_name: A, validation_method: 'DNS' };
const certified = (...changes: readonly Change[]) => terraform([ACM, 'create', CERT], ...changes);
const certificate = (more: object) => creating(ACM, { ...CERT, ...more });
const caa = (...values: string[]) => record('example.com', 'CAA', ...values.map((one) => `0 issue "${one}"`));

/** `listed`: of the host a, unless it is named; with it goes the exit status. */
type Case = [what: string, plan: string, listed: readonly string[], records?: readonly string[]];

const CONFLICT = ['blocked conflicting-record'];
const MAYBE = ['warning conflicting-record'];
const TAKEN = ['blocked alias-taken', 'warning cname-elsewhere'];
const FORBIDDEN = ['blocked caa-blocks-authority'];
const REFUSED = ['blocked plan-refused'];
const ONLY_LE = ['example.com CAA 0 issue letsencrypt.org'];
const MX = ['a.example.com MX 10 mx.example.net'];
const OLD_AT = ['a.example.com A 192.0.2.1'];

const ORDER: readonly Case[] = [
  // Terraform 1.11.4: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
  ['create_before_destroy', terraform([CF, 'create delete', NEW_CF, OLD_CF]), CONFLICT],
  ['a replacement deletes it first', terraform([CF, 'delete create', NEW_CF, OLD_CF]), []],
  ['a change in place is one transaction of Route 53', terraform([R53, 'update', NEW, OLD]), []],
  ['two resources have no order', terraform([R53, 'delete', {}, OLD], [R53, 'create', NEW]), MAYBE],
  [
    'unless the new one refers to the old one',
    terraform(
      [R53, 'delete create', record('b.example.com', 'A', '192.0.2.1'), OLD],
      [R53, 'create', NEW, undefined, { depends: [`${R53}.r0`] }],
    ),
    [],
  ],
  // hashicorp/aws 5.100.0: allow_overwrite is UPSERT, else CREATE.
  ['UPSERT', terraform([R53, 'create delete', address({ allow_overwrite: true }), OLD]), []],
  ['UPSERT of no other type', creating(R53, { ...NEW, allow_overwrite: true }), CONFLICT],
  // Pulumi 3.260.0, `preview --json`.
  ['Pulumi creates before it deletes', JSON.stringify({ steps: [...CREATES, DELETES] }), CONFLICT],
  ['not with deleteBeforeReplace', JSON.stringify({ steps: [DELETES, ...CREATES] }), []],
  ['a weighted record may be one of others', creating(R53, address({ set_identifier: 'blue' })), MAYBE],
  ['a proxied CNAME is beside MX', creating(CF, PROXIED), [], MX],
  ['and not beside addresses', creating(CF, PROXIED), CONFLICT],
];

const ISSUE = { flags: '0', tag: 'issue', value: 'ca.test' };
const CF_CAA = { name: '@', type: 'CAA', zone_id: 'Z1', data: ISSUE };

const OWN: readonly Case[] = [
  ['CAA that the plan sets forbids', certified([R53, 'create', caa('letsencrypt.org')]), FORBIDDEN],
  [
    'CAA that it changes allows',
    certified([R53, 'update', caa('letsencrypt.org', 'amazon.com'), caa('letsencrypt.org')]),
    [],
    ONLY_LE,
  ],
  ['CAA that it removes is gone', certified([R53, 'delete', {}, caa('letsencrypt.org')]), [], ONLY_LE],
  ['at Cloudflare, others stay beside it', certified([CF, 'create', CF_CAA], ZONE_CF), FORBIDDEN, ONLY_LE],
  [
    'CAA that is not known yet is not fine',
    certified([R53, 'create', { ...caa(), records: undefined }]),
    ['warning caa-unreadable'],
  ],
  // Route 53: "RRSet of type CNAME with DNS name example.com. is not permitted at apex in zone example.com."
  [
    'a CNAME at an apex',
    terraform(
      ['aws_route53_zone', 'no-op', { name: 'example.com', zone_id: 'Z1' }],
      [R53, 'create', record('', 'CNAME', 'pages.example.net')],
    ),
    ['example.com: blocked plan-refused', 'example.com: warning zone-unconfirmed'],
  ],
  ['a CNAME beside another type', creating(R53, NEW, record(A, 'TXT', 'x')), REFUSED],
  ['also at Cloudflare', creating(CF, NEW_CF, HTTPS), REFUSED],
  // Cloudflare, "CNAME flattening": at the top of a zone on every plan, as what has its addresses.
  [
    'but not at the top of a zone there',
    terraform(ZONE_CF, [CF, 'create', atTop(NEW_CF)], [CF, 'create', atTop(HTTPS)]),
    ['example.com: warning zone-unconfirmed'],
  ],
  ['nor where nothing changes', steps('same', NEW_CF, HTTPS), []],
  ['two weighted records', creating(R53, ...['a', 'b'].map((id) => address({ set_identifier: id }))), []],
];

const EXISTS = ['blocked already-configured'];
const THERE = ['a.example.com CNAME pages.example.net'];
const ALIAS = { name: A, type: 'A', zone_id: 'Z1', alias: [{ name: 'pages.example.net' }] };
const AAAA = record(A, 'AAAA', '2001:DB8:0:0:0:0:0:1');
const IMPORTED = JSON.stringify({ steps: [step('import', NEW_CF)] });
const hostname = (ssl: object) => creating('cloudflare_custom_hostname', { hostname: A, ssl });
const STACK = template('AWS::Route53::RecordSet', {
  ...{ Name: `${A}.`, Type: 'A', HostedZoneId: 'Z1' },
  AliasTarget: { DNSName: { 'Fn::GetAtt': ['D', 'DomainName'] } },
});

const PRESENT: readonly Case[] = [
  ['the record itself, which none creates twice', creating(R53, NEW), EXISTS, THERE],
  [
    'also where a certificate is for the names below its own too',
    certified([ACM, 'create', { domain_name: `*.${A}` }], [R53, 'create', NEW]),
    EXISTS,
    THERE,
  ],
  ['one that the plan has forgotten', terraform([R53, 'create', NEW], [R53, 'forget', {}, NEW]), CONFLICT],
  ['an alias: addresses, and no text', creating(R53, ALIAS), CONFLICT, [...OLD_AT, `${A} TXT here`]],
  ['no address that is replaced', terraform([R53, 'update', NEW, AAAA]), [], [`${A} AAAA 2001:db8::1`]],
  ['none that an alias of its own shows', terraform([R53, 'update', address({}), ALIAS]), []],
  ['what may be the own record of a template', STACK, MAYBE],
  ['no record that is imported', IMPORTED, [], THERE],
  ['of a record alone, no CAA', creating(R53, NEW), [], ONLY_LE],
  ['CAA of the authority that it names', hostname({ certificate_authority: 'google' }), FORBIDDEN, ONLY_LE],
  ['an authority that is not known', hostname([{ method: 'txt' }]), ['warning plan-unreadable'], []],
];

const CREATED = { op: 'create', newState: { inputs: { aliases: [A] } } };

/** CloudFront, CNAMEAlreadyExists: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html */
const ALIASES: readonly Case[] = [
  ['a new distribution gets a name of another one', creating(DIST, cloudfront([A])), TAKEN],
  ['so does a known one', terraform(updated('d2.cloudfront.net', [A])), TAKEN],
  [
    'also where the name leaves a distribution of the plan',
    terraform(updated('d1.cloudfront.net', [], [A]), [DIST, 'create', cloudfront([A])]),
    TAKEN,
  ],
  ['its own name', terraform(updated('d1.cloudfront.net', [A])), ['info already-configured']],
  ['in Pulumi', preview('aws:cloudfront/distribution:Distribution', CREATED), TAKEN],
  [
    'a template may be of that distribution',
    template('AWS::CloudFront::Distribution', { DistributionConfig: { Aliases: [A] } }),
    ['warning alias-taken', 'warning cname-elsewhere'],
  ],
  // API Gateway (v1) is EDGE unless it says otherwise.
  ['an EDGE domain name of API Gateway', creating(GATEWAY, { domain_name: A }), TAKEN],
];

const REGIONAL = { endpoint_configuration: [{ types: ['REGIONAL'] }], regional_certificate_arn: undefined };
const WAITS = 'aws_acm_certificate_validation';
const through = { regional_certificate_arn: [`${WAITS}.r2.certificate_arn`] };
/** The domain name z, the certificate of a, and the resource that waits for that. */
const served = (names: object) =>
  terraform(
    [GATEWAY, 'create', { domain_name: 'z.example.com', ...REGIONAL }, undefined, through],
    [ACM, 'create', { ...CERT, ...names }],
    [WAITS, 'create', {}, undefined, { certificate_arn: [`${ACM}.r1.arn`, `${ACM}.r1`] }],
  );
const Z_REFUSED = ['z.example.com: blocked plan-refused'];
const ARN = 'arn:aws:acm:eu-west-1:123456789012:certificate/x';
const LONG = `${'a'.repeat(60)}.example.com`;
const EU = { aliases: ['z.example.com'], viewer_certificate: [{ acm_certificate_arn: ARN }] };
const CFN_CERTIFICATE = 'AWS::CertificateManager::Certificate';
const LIMITS = ['warning certificate-limits'];

const CERTIFICATES: readonly Case[] = [
  ['one for another name', served({}), Z_REFUSED],
  ['a wildcard is for one label', served({ subject_alternative_names: ['*.example.com'] }), []],
  ['names that the provider alone computes', served({ subject_alternative_names: undefined }), Z_REFUSED],
  ['that of CloudFront is in us-east-1', creating(DIST, EU), Z_REFUSED],
  ['64 octets of the first name', certificate({ domain_name: LONG }), [`${LONG}: blocked plan-refused`]],
  // ACM, RequestCertificate, botocore 1.44.8.
  ['a final dot', certificate({ domain_name: `${A}.` }), REFUSED],
  [
    'e-mail is not DNS validation',
    certificate({ validation_method: 'EMAIL' }),
    ['blocked caa-limits-methods', ...LIMITS],
    ['example.com CAA 0 issue amazon.com; validationmethods=dns-01'],
  ],
  ['the default of CloudFormation', template(CFN_CERTIFICATE, { DomainName: A }), LIMITS],
  ["Amazon's N2 hierarchies", certificate({ root_hierarchy_type: 'N2_AMAZON_MANAGED' }), LIMITS],
];

const ZONE = { 'cloudfront.net': { on: ['127.0.0.13'], records: ['d1.cloudfront.net A 192.0.2.9'] } };

describe.each([
  ['order', ORDER, OLD_AT],
  ['in the way', PRESENT, OLD_AT],
  ['own records', OWN, []],
  ['aliases', ALIASES, ['a.example.com CNAME d1.cloudfront.net']],
  ['certificates', CERTIFICATES, []],
] as const)('%s', (_, cases, at) => {
  test.each<Case>(cases)('%s', async (__, plan, listed, records = at) => {
    const result = await found(plan, internet(records, ZONE));
    const others = result.listed.filter((one) => !/^[az]\.example\.com: info record-missing/.test(one));
    expect(others).toEqual(listed.map((one) => (one.includes(': ') ? one : `${A}: ${one}`)));
    const [worst = ''] = listed.map((one) => one.replace(/^.*: /, ''));
    expect(result.status).toBe(worst.endsWith('unreadable') ? 3 : Number(worst.startsWith('blocked')));
  });
});

/** One resource removes its A record, and another one creates its CNAME. */
const SWAPPED = {
  'terraform.json': ['swapped.example.com: warning conflicting-record'],
  'cdk.template.json': [],
  'pulumi.json': ['swapped.example.com: blocked conflicting-record'],
};

test.each(SAMPLES)(
  '%s: a record in the way, CAA, and a delegation of a name to another zone',
  async (name) => {
    const records = [
      'taken.example.com A 192.0.2.1',
      'strict.example.com CAA 0 issue letsencrypt.org',
      'example.com CAA 0 issuewild letsencrypt.org',
    ];
    const zones = internet(records, { 'lame.example.com': { on: ['127.0.0.13'] } });
    const listed = [
      '*.example.com: blocked caa-blocks-authority',
      // The plan delegates its new zone itself.
      'app.dev.example.com: info zone-not-delegated',
      'lost.lame.example.com: blocked delegated-away',
      'strict.example.com: blocked caa-blocks-authority',
      ...SWAPPED[name],
      'taken.example.com: blocked conflicting-record',
    ];
    expect(await found(sampleFile(name), zones)).toEqual({ listed, status: 1 });
  },
);

test("in the way: a zone that is not the delegated one, by its servers' names", async () => {
  const nameServers = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.net'];
  const plan = terraform(
    ['aws_route53_zone', 'no-op', { name: 'example.com', zone_id: 'Z1', name_servers: nameServers }],
    [R53, 'create', NEW],
  );
  const zones = internet([], {
    'example.com': { on, nameServers: ['ns-9.awsdns-09.org'] },
    'awsdns-09.org': { on, records: ['ns-9.awsdns-09.org A 127.0.0.11'] },
  });
  expect(await found(plan, zones)).toEqual({ listed: ['a.example.com: blocked wrong-zone'], status: 1 });
});

test('what is missing of a plan is a finding on the plan, so that it is not fine', async () => {
  const plan = '{"steps":[],"diagnostics":[{"severity":"error","message":"x"}]}';
  const { out, status } = await check(plan, {});
  const unreadable = [expect.objectContaining({ host: '-', verdict: 'unknown' })];
  expect([status, JSON.parse(out)]).toEqual([3, expect.objectContaining({ hosts: [], unreadable })]);
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

test('of a conflict, what the plan sets itself is not to be added by hand', async () => {
  const { out } = await check(creating(R53, NEW), internet(['a.example.com A 192.0.2.1']));
  const [{ findings }] = JSON.parse(out).hosts as [Found];
  expect(findings.flatMap(({ records }) => records)).toEqual([
    expect.objectContaining({ action: 'remove', type: 'A', value: '192.0.2.1' }),
  ]);
});

test('a type that may have hosts and is not known: a note, and status 3 with --strict', async () => {
  const plan = creating('aws_vpclattice_service', { custom_domain_name: 'a.example.com' });
  const results = await Promise.all([[], ['--strict']].map((args) => check(plan, {}, args)));
  expect(results.map(({ status }) => status)).toEqual([0, 3]);
  expect(results[0]?.out).toMatch(/may have hosts: aws_vpclattice_service \(1\)\n.*1 resource of 1 type/);
});

test('as text and as Markdown: what is in the way first, where the plan has each host, and how to see it again', async () => {
  const [file, zones] = [sampleFile('terraform.json'), internet(['taken.example.com A 192.0.2.1'])];
  const text = (await check(file, zones, [])).out;
  expect(text).toMatch(/^Terraform plan \S+: 8 hosts added or moved\n/);
  for (const part of [
    /✗ taken\.example\.com +blocked, 1 finding\n +in +aws_route53_record\.taken\n +conflicting-record/,
    /✓ \*\.example\.com +Amazon may issue/,
    /\nThen: npx --no -- custom-domains check --plan \S+ --resolver \S+ --timeout 0\.5\n$/,
    /\? aws_cognito_user_pool_domain\.cust/,
  ])
    expect(text).toMatch(part);
  const markdown = (await check(file, zones, ['--format', 'markdown'])).out;
  expect(markdown.match(/^#+ .*/gm)).toEqual([
    expect.stringMatching(/^### ❌ Terraform plan .*: 8 hosts added or moved$/),
    '#### ❌ `taken.example.com`: blocked, 1 finding (`aws_route53_record.taken`)',
    '#### ❓ `aws_cognito_user_pool_domain.cust`: could not be read',
    '#### ⚠️ `swapped.example.com`: 1 warning (`aws_route53_record.swapped`)',
    '#### ✅ No warnings',
  ]);
  expect(markdown).toMatch(/^\d of \d blocked\.$/m);
  expect(markdown).toContain('- remove `taken.example.com.  300  IN  A  192.0.2.1`');
  expect(markdown).toContain('- `strict.example.com` Amazon may issue (no CAA) (`aws_acm_certificate.site`)');
});
