// `custom-domains check --plan` over DNS of the test: what is in the way of a plan, and how it is shown.
import { expect, test } from 'vitest';
import { check, type Found, found, internet, on } from './checking.ts';
import { creating, record, SAMPLES, sampleFile, terraform } from './plan.ts';

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

const RECORD = 'aws_route53_record';
const CNAME = record('a.example.com', 'CNAME', 'pages.example.net');

test("in the way: a zone that is not the delegated one, by its servers' names", async () => {
  const nameServers = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.net'];
  const plan = terraform(
    ['aws_route53_zone', 'no-op', { name: 'example.com', zone_id: 'Z1', name_servers: nameServers }],
    [RECORD, 'create', CNAME],
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
  const { out } = await check(creating(RECORD, CNAME), internet(['a.example.com A 192.0.2.1']));
  const [{ findings }] = JSON.parse(out).hosts;
  expect(findings.flatMap(({ records }: { records: object[] }) => records)).toEqual([
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
  expect(text).toMatch(
    /✗ taken\.example\.com +blocked, 1 finding\n +in +aws_route53_record\.taken\n +conflicting-record/,
  );
  expect(text).toMatch(/✓ \*\.example\.com +Amazon may issue/);
  expect(text).toMatch(
    /\nThen: npx --no -- custom-domains check --plan \S+ --resolver \S+ --timeout 0\.5\n$/,
  );
  expect(text).toMatch(/\? aws_cognito_user_pool_domain\.cust/);
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
