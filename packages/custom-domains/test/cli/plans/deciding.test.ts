// What a plan does itself decides, in the order in which its tool does it: over DNS of the test.
import { expect, test } from 'vitest';
import { found, internet } from './checking.ts';
import { type Change, creating, preview, record, template, terraform } from './plan.ts';

const A = 'a.example.com';
const R53 = 'aws_route53_record';
const CF = 'cloudflare_dns_record';
const ACM = 'aws_acm_certificate';
const [OLD, NEW] = [record(A, 'A', '192.0.2.1'), record(A, 'CNAME', 'pages.example.net')];
const flared = (type: string, content: string, more = {}) => ({
  name: A,
  type,
  content,
  zone_id: 'Z1',
  ...more,
});
const [OLD_CF, NEW_CF] = [flared('A', '192.0.2.1'), flared('CNAME', 'pages.example.net')];
const step = (op: string, inputs: object) => {
  const urn = 'urn:pulumi:p::s::cloudflare:index/dnsRecord:DnsRecord::r';
  return { op, urn, [op.startsWith('delete') ? 'oldState' : 'newState']: { inputs } };
};
const cloudfront = (aliases: string[], name?: string) => ({ aliases, domain_name: name });
const DIST = 'aws_cloudfront_distribution';
const CERT = { domain_name: A, validation_method: 'DNS' };
const caa = (...values: string[]) => record('example.com', 'CAA', ...values.map((one) => `0 issue "${one}"`));

type Case = readonly [
  what: string,
  plan: string,
  records: readonly string[],
  listed: readonly string[],
  status: number,
];
const AT = ['a.example.com A 192.0.2.1'];
const TO_D1 = ['a.example.com CNAME d1.cloudfront.net'];
const ONLY_LE = ['example.com CAA 0 issue letsencrypt.org'];
const CONFLICT = `${A}: blocked conflicting-record`;
const TAKEN = [`${A}: blocked alias-taken`, `${A}: warning cname-elsewhere`];
const OTHER = 'z.example.com';

const ORDER: readonly Case[] = [
  // Terraform 1.11.4: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
  [
    'create_before_destroy leaves the old record in the way',
    terraform([CF, 'create delete', NEW_CF, OLD_CF]),
    AT,
    [CONFLICT],
    1,
  ],
  ['a replacement deletes it first', terraform([CF, 'delete create', NEW_CF, OLD_CF]), AT, [], 0],
  ['a change in place is one transaction of Route 53', terraform([R53, 'update', NEW, OLD]), AT, [], 0],
  [
    'two resources have no order',
    terraform([R53, 'delete', {}, OLD], [R53, 'create', NEW]),
    AT,
    [`${A}: warning conflicting-record`],
    0,
  ],
  [
    'unless the new one refers to the old one',
    terraform(
      [R53, 'delete create', record('b.example.com', 'A', '192.0.2.1'), OLD],
      [R53, 'create', NEW, undefined, { depends: [`${R53}.r0`] }],
    ),
    AT,
    [],
    0,
  ],
  // hashicorp/aws 5.100.0: allow_overwrite is UPSERT, else CREATE.
  [
    'UPSERT replaces the same type',
    terraform([R53, 'create delete', { ...record(A, 'A', '192.0.2.5'), allow_overwrite: true }, OLD]),
    AT,
    [],
    0,
  ],
  ['and no other type', creating(R53, { ...NEW, allow_overwrite: true }), AT, [CONFLICT], 1],
  // Pulumi 3.260.0, `preview --json`.
  [
    'Pulumi creates before it deletes',
    JSON.stringify({
      steps: [step('create-replacement', NEW_CF), step('replace', NEW_CF), step('delete-replaced', OLD_CF)],
    }),
    AT,
    [CONFLICT],
    1,
  ],
  [
    'with deleteBeforeReplace it does not',
    JSON.stringify({
      steps: [step('delete-replaced', OLD_CF), step('replace', NEW_CF), step('create-replacement', NEW_CF)],
    }),
    AT,
    [],
    0,
  ],
  [
    'a weighted record may be one of others',
    creating(R53, { ...record(A, 'A', '192.0.2.5'), set_identifier: 'blue' }),
    AT,
    [`${A}: warning conflicting-record`],
    0,
  ],
  [
    'a proxied CNAME is beside MX',
    creating(CF, { ...NEW_CF, proxied: true }),
    ['a.example.com MX 10 mx.example.net'],
    [],
    0,
  ],
  ['and not beside addresses', creating(CF, { ...NEW_CF, proxied: true }), AT, [CONFLICT], 1],
];

const OWN: readonly Case[] = [
  [
    'CAA that the plan sets forbids',
    terraform([ACM, 'create', CERT], [R53, 'create', caa('letsencrypt.org')]),
    [],
    [`${A}: blocked caa-blocks-authority`],
    1,
  ],
  [
    'CAA that it changes allows',
    terraform(
      [ACM, 'create', CERT],
      [R53, 'update', caa('letsencrypt.org', 'amazon.com'), caa('letsencrypt.org')],
    ),
    ONLY_LE,
    [],
    0,
  ],
  [
    'CAA that it removes is gone',
    terraform([ACM, 'create', CERT], [R53, 'delete', {}, caa('letsencrypt.org')]),
    ONLY_LE,
    [],
    0,
  ],
  [
    'at Cloudflare, others stay beside it',
    terraform(
      [ACM, 'create', CERT],
      [
        CF,
        'create',
        { name: '@', type: 'CAA', zone_id: 'Z1', data: { flags: '0', tag: 'issue', value: 'ca.test' } },
      ],
      ['cloudflare_zone', 'no-op', { name: 'example.com', id: 'Z1' }],
    ),
    ONLY_LE,
    [`${A}: blocked caa-blocks-authority`],
    1,
  ],
  [
    'CAA that is not known yet is not fine',
    terraform([ACM, 'create', CERT], [R53, 'create', { ...caa(), records: undefined }]),
    [],
    [`${A}: warning caa-unreadable`],
    3,
  ],
  // Route 53: "RRSet of type CNAME with DNS name example.com. is not permitted at apex in zone example.com."
  [
    'a CNAME at an apex',
    terraform(
      ['aws_route53_zone', 'no-op', { name: 'example.com', zone_id: 'Z1' }],
      [R53, 'create', record('', 'CNAME', 'pages.example.net')],
    ),
    [],
    ['example.com: blocked plan-refused', 'example.com: warning zone-unconfirmed'],
    1,
  ],
  [
    'a CNAME beside another type',
    creating(R53, NEW, record(A, 'TXT', 'x')),
    [],
    [`${A}: blocked plan-refused`],
    1,
  ],
  [
    'two weighted records are fine',
    creating(R53, ...['a', 'b'].map((id) => ({ ...record(A, 'A', '192.0.2.1'), set_identifier: id }))),
    [],
    [],
    0,
  ],
];

/** CloudFront, CNAMEAlreadyExists: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html */
const ALIASES: readonly Case[] = [
  ['a new distribution gets a name of another one', creating(DIST, cloudfront([A])), TO_D1, TAKEN, 1],
  [
    'so does a known one',
    terraform([DIST, 'update', cloudfront([A], 'd2.cloudfront.net'), cloudfront([], 'd2.cloudfront.net')]),
    TO_D1,
    TAKEN,
    1,
  ],
  [
    'also where the name leaves a distribution of the plan',
    terraform(
      [DIST, 'update', cloudfront([], 'd1.cloudfront.net'), cloudfront([A], 'd1.cloudfront.net')],
      [DIST, 'create', cloudfront([A])],
    ),
    TO_D1,
    TAKEN,
    1,
  ],
  [
    'the one to which the name leads already',
    terraform([DIST, 'update', cloudfront([A], 'd1.cloudfront.net'), cloudfront([], 'd1.cloudfront.net')]),
    TO_D1,
    [`${A}: info already-configured`],
    0,
  ],
  [
    'in Pulumi',
    preview('aws:cloudfront/distribution:Distribution', {
      op: 'create',
      newState: { inputs: { aliases: [A] } },
    }),
    TO_D1,
    TAKEN,
    1,
  ],
  [
    'a template may be of that distribution',
    template('AWS::CloudFront::Distribution', { DistributionConfig: { Aliases: [A] } }),
    TO_D1,
    [`${A}: warning alias-taken`, `${A}: warning cname-elsewhere`],
    0,
  ],
  // API Gateway (v1) is EDGE unless it says otherwise.
  [
    'an EDGE domain name of API Gateway is a distribution',
    creating('aws_api_gateway_domain_name', { domain_name: A }),
    TO_D1,
    TAKEN,
    1,
  ],
];

const GATEWAY = 'aws_api_gateway_domain_name';
const REGIONAL = { endpoint_configuration: [{ types: ['REGIONAL'] }], regional_certificate_arn: undefined };
const through = { regional_certificate_arn: ['aws_acm_certificate_validation.r2.certificate_arn'] };
/** The domain name, its certificate, and the resource that waits for that. */
const served = (names: object): readonly Change[] => [
  [GATEWAY, 'create', { domain_name: OTHER, ...REGIONAL }, undefined, through],
  [ACM, 'create', { ...CERT, ...names }],
  [
    'aws_acm_certificate_validation',
    'create',
    {},
    undefined,
    { certificate_arn: [`${ACM}.r1.arn`, `${ACM}.r1`] },
  ],
];
const REFUSED = `${OTHER}: blocked plan-refused`;
const ARN = 'arn:aws:acm:eu-west-1:123456789012:certificate/x';

const CERTIFICATES: readonly Case[] = [
  ['one for another name', terraform(...served({})), [], [REFUSED], 1],
  [
    'a wildcard is for one label',
    terraform(...served({ subject_alternative_names: ['*.example.com'] })),
    [],
    [],
    0,
  ],
  [
    'alternative names that the provider alone computes are none',
    terraform(...served({ subject_alternative_names: undefined })),
    [],
    [REFUSED],
    1,
  ],
  [
    'that of CloudFront is in us-east-1',
    creating(DIST, { aliases: [OTHER], viewer_certificate: [{ acm_certificate_arn: ARN }] }),
    [],
    [REFUSED],
    1,
  ],
  [
    "ACM's first name has at most 64 octets",
    creating(ACM, { ...CERT, domain_name: `${'a'.repeat(60)}.example.com` }),
    [],
    [`${'a'.repeat(60)}.example.com: blocked plan-refused`],
    1,
  ],
  // ACM, RequestCertificate, botocore 1.44.8.
  ['a final dot is refused', creating(ACM, { ...CERT, domain_name: `${OTHER}.` }), [], [REFUSED], 1],
  [
    'e-mail is not DNS validation',
    creating(ACM, { ...CERT, validation_method: 'EMAIL' }),
    ['example.com CAA 0 issue amazon.com; validationmethods=dns-01'],
    [`${A}: blocked caa-limits-methods`, `${A}: warning certificate-limits`],
    1,
  ],
  [
    'e-mail is the default of CloudFormation',
    template('AWS::CertificateManager::Certificate', { DomainName: A }),
    [],
    [`${A}: warning certificate-limits`],
    0,
  ],
  [
    "Amazon's N2 hierarchies are named",
    creating(ACM, { ...CERT, root_hierarchy_type: 'N2_AMAZON_MANAGED' }),
    [],
    [`${A}: warning certificate-limits`],
    0,
  ],
];

const ZONE = { 'cloudfront.net': { on: ['127.0.0.13'], records: ['d1.cloudfront.net A 192.0.2.9'] } };

test.each([...ORDER, ...OWN, ...ALIASES, ...CERTIFICATES])('%s', async (_, plan, records, listed, status) => {
  const result = await found(plan, internet(records, ZONE));
  const hosts = result.listed.filter((one) => !/^[az]\.example\.com: info record-missing/.test(one));
  expect({ ...result, listed: hosts }).toEqual({ listed, status });
});
