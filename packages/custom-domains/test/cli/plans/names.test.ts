// Names as each tool takes them, the formats that have them, and what is in no row of the table: without DNS.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/cli/folder.ts';
import { launcherOf } from '../../../src/cli/io.ts';
import { HOSTS, PRIVATE, RECORDS, ZONES } from '../../../src/cli/plans/types.ts';
import { unlistedOf } from '../../../src/cli/plans/unlisted.ts';
import { type Change, creating, hostsIn, preview, record, template, terraform } from './plan.ts';

const R53 = 'aws_route53_record';
const [A, B, C] = ['a.example.com', 'b.example.com', 'c.example.com'];
const WWW = ['www.example.org'];
const ORG = { id: 'Z1', name: 'example.org', zone_id: 'Z1' };
/** In the zone example.org, of Route 53 or Cloudflare. */
const inZone = (name: string, zone = 'aws_route53_zone', type = R53) =>
  terraform([zone, 'no-op', ORG, ORG], [type, 'create', record(name, 'A', '192.0.2.1')]);
const flared = (name: string) => inZone(name, 'cloudflare_zone', 'cloudflare_dns_record');
const set = (Name: string, more: object = { HostedZoneName: 'example.com.' }) =>
  template('AWS::Route53::RecordSet', { Name, Type: 'A', ResourceRecords: ['192.0.2.1'], ...more });

const APP_RUNNER = 'aws_apprunner_custom_domain_association';
const TOP = [
  { name: 'example.co.uk', type: 'CNAME', content: 'pages.example.net', zone_id: 'Z1' },
  { name: 'example.co.uk', type: 'HTTPS', data: { priority: 1, target: '.' }, zone_id: 'Z1' },
];
const PRIVATE_NAME = { domain_name: A, endpoint_configuration: [{ types: ['PRIVATE'] }] };
const SUB = { 'Fn::Sub': [`\${Host}.\${Zone}`, { Host: { 'Fn::FindInMap': ['M', 'prod', 'Host'] } }] };
const MAPPED = JSON.stringify({
  ...{ Mappings: { M: { prod: { Host: 'a' } } }, Parameters: { Zone: { Default: 'example.com' } } },
  Resources: { C: { Type: 'AWS::CertificateManager::Certificate', Properties: { DomainName: SUB } } },
});
const AMPLIFY = template('AWS::Amplify::Domain', {
  ...{ DomainName: 'example.com', SubDomainSettings: [{ Prefix: 'www' }, { Prefix: '' }] },
});

/** A root with a zone, and a module that gets its id by a variable; Terraform 1.11.4. */
function modules(zones: readonly Change[], references: readonly string[], more: object = {}): string {
  const record = { name: 'www', type: 'A', zone_id: undefined };
  const plan = JSON.parse(terraform(...zones, [R53, 'create', record]));
  const change = plan.resource_changes.at(-1);
  change.address = `module.m.${R53}.r`;
  const resources = [{ address: `${R53}.r`, expressions: { zone_id: { references: ['var.zone'] } } }];
  const expressions = { zone: { references } };
  const { resources: root } = plan.configuration.root_module;
  const module_calls = { m: { expressions, module: { resources } } };
  plan.configuration.root_module = { resources: root, module_calls };
  return JSON.stringify({ ...plan, ...more });
}

const created = (name: string): Change => ['aws_route53_zone', 'create', { name, zone_id: undefined }];

const ORGS = created('example.org');
/** The record www in the zone that its expression refers to by these. */
const referring = (...zone_id: readonly string[]): Change => {
  return [R53, 'create', { name: 'www', zone_id: undefined }, undefined, { zone_id }];
};
/** A data source of a module with `depends_on`; Terraform 1.15.0. */
const readLater = (zone: object) =>
  terraform(
    ['aws_route53_zone', 'read', { name: 'example.org.', zone_id: undefined, ...zone }],
    referring('data.aws_route53_zone.r0.zone_id'),
  );
const BY_LOCAL = modules([ORGS, created('example.net')], ['local.zone'], {
  relevant_attributes: [{ resource: 'aws_route53_zone.r0', attribute: ['zone_id'] }],
});

/** The record with the key 0 in one of two zones, 0 and 1; Terraform 1.15.0 and OpenTofu 1.12.6. */
const ofInstance = (place: string, reference: string) =>
  terraform(created('dev.example.org'), ORGS, referring(reference))
    .replaceAll(/aws_route53_zone\.r(\d)/g, place)
    .replace(`${R53}.r2`, `${R53}.r2[\\"0\\"]`)
    .replace('"resources":', `"module_calls":${JSON.stringify(DNS)},$&`);
const OUTPUT = { expression: { references: ['aws_route53_zone.z'] } };
const DNS = { dns: { module: { outputs: { zone_id: OUTPUT, d: OUTPUT } } } };
const OLD = { type: 'aws_route53_zone', values: { name: 'example.net', zone_id: 'Z9' } };
const replacedZone = modules(
  [['aws_route53_zone', 'delete create', ORGS[2], OLD.values]],
  ['aws_route53_zone.r0.zone_id'],
  { prior_state: { values: { root_module: { resources: [{ address: 'aws_route53_zone.r0', ...OLD }] } } } },
);
const ofEither = terraform(
  created('example.net'),
  ORGS,
  referring('aws_route53_zone.r0.zone_id', 'aws_route53_zone.r1.zone_id', 'var.isLive'),
);
const twice = (name: string, zone_id: string) =>
  creating(R53, record(name, 'A', '192.0.2.1'), { ...record(name, 'A'), zone_id });

/** In YAML with short tags. */
const SAM = `Transform: AWS::Serverless-2016-10-31
Globals: { HttpApi: { Domain: { CertificateArn: "arn:x" } }, Api: { Domain: { DomainName: c.example.com } } }
Resources:
  A: { Type: "AWS::Serverless::HttpApi", Properties: { Domain: { DomainName: !Sub a.example.com } } }
  B: { Type: "AWS::Serverless::WebSocketApi", Properties: { Domain: { DomainName: !Join [., [b, example.com]] } } }
  F: { Type: "AWS::Serverless::Function", Properties: { Events: { E: { Type: Api, Properties: { Path: / } } } } }
`;

test.each<[what: string, plan: string, found: readonly string[]]>([
  // hashicorp/aws 5.100.0, `expandRecordName` of internal/service/route53/record.go.
  // Cloudflare, "CNAME flattening": at the top of a zone, whose name is what can be registered where the plan does not have it.
  ['a CNAME is beside HTTPS there', creating('cloudflare_dns_record', ...TOP), ['example.co.uk']],
  ['Terraform completes a name', inZone('www'), WWW],
  [
    'by an id as the API has it, `cleanZoneID`',
    inZone('www').replace('.1"],"zone_id":"', '$&/hostedzone/'),
    WWW,
  ],
  ['and none that ends with the zone', inZone('www.example.org'), WWW],
  ['also within a label, which Route 53 refuses', inZone('shop-example.org'), ['refused shop-example.org']],
  ['an empty one is the apex', inZone(''), ['example.org']],
  ['@ is a label at Route 53', inZone('@'), [`plan-unreadable ${R53}.r1`]],
  ['\\052 is a wildcard', inZone('\\052.dev'), ['*.dev.example.org']],
  ['@ is the apex at Cloudflare', flared('@'), ['example.org']],
  ['Cloudflare completes by label', flared('shop-example.org'), ['shop-example.org.example.org']],
  // Route 53: "RRSet with DNS name www. is not permitted in zone example.com."
  ['a name of CloudFormation is always full', set('www'), ['plan-refused www']],
  ['with or without a dot', set('example.com', { HostedZoneId: 'Z1' }), ['example.com']],
  ['outside of its zone it is refused', set('example.org.'), ['refused example.org']],
  ['PRIVATE domain names are no public hosts', creating('aws_api_gateway_domain_name', PRIVATE_NAME), []],
  ["Cognito's prefix is no host", creating('aws_cognito_user_pool_domain', { certificate_arn: null }), []],
  ['FindInMap with literal keys, and a parameter with a default', MAPPED, [A]],
  ['prefixes of Amplify, and the domain itself', AMPLIFY, ['example.com', 'www.example.com']],
  ["a record's zone by a module variable", modules([ORGS], ['aws_route53_zone.r0.zone_id']), WWW],
  ['by a data source that is read during the deployment', readLater({}), WWW],
  ['which can be of a private zone', readLater({ private_zone: true }), []],
  ['by a zone that is replaced, which the state has too', replacedZone, WWW],
  ['of one of several records', replacedZone.replace(`m.${R53}.r`, '$&[0]'), WWW],
  ['not where a condition decides', ofEither, [`plan-unreadable ${R53}.r2`]],
  ['one name in two zones that are not in the plan', twice(A, 'Z2'), [A]],
  ['in one such zone', twice(A, 'Z1'), [`refused ${A}`]],
  ['by an instance', modules([ORGS], ['aws_route53_zone.r0[0].zone_id']), WWW],
  ['by a local, of which the plan has what it is based on', BY_LOCAL, WWW],
  ['SAM: the domains of APIs, of the globals, and of the API that events imply', SAM, [A, B, C]],
  [
    'SAM: the record of one of a zone',
    SAM.replace('a.example.com', '$&, Route53: { HostedZoneName: example.org. }'),
    [B, C, `refused ${A}`],
  ],
  [
    'the hosts that a distribution gets, and not those that it has',
    terraform(['aws_cloudfront_distribution', 'update', { aliases: [A, B] }, { aliases: [A] }]),
    [B],
  ],
  [
    'all of them where it is replaced',
    terraform(['aws_apigatewayv2_domain_name', 'delete create', { domain_name: A }, { domain_name: A }]),
    [A],
  ],
  ['www beside a host of App Runner', creating(APP_RUNNER, { domain_name: A }), [A, `www.${A}`]],
  [
    'hosts of a listener, and no patterns',
    template('AWS::ElasticLoadBalancingV2::ListenerRule', {
      Conditions: [{ Field: 'host-header', HostHeaderConfig: { Values: [A, '*.example.com'] } }],
    }),
    [A],
  ],
  [
    'no certificate that is imported, and none of a private authority',
    creating(
      'aws_acm_certificate',
      { domain_name: A, certificate_body: 'PEM' },
      { domain_name: B, certificate_authority_arn: 'arn:x' },
    ),
    [],
  ],
  [
    'no record of a private zone, and none that is not for hosts',
    terraform(
      ['aws_route53_zone', 'create', { name: 'example.com', zone_id: 'Z1', vpc: [{ vpc_id: 'vpc-1' }] }],
      [R53, 'create', record(A, 'A', '192.0.2.1')],
      [R53, 'create', { ...record(B, 'MX', '10 mx.example.net'), zone_id: 'Z2' }],
      [R53, 'create', { ...record(`_dmarc.${B}`, 'CNAME', 'x.example.net'), zone_id: 'Z2' }],
    ),
    [],
  ],
  [
    'records of a group, and texts that only literals are joined to',
    template('AWS::Route53::RecordSetGroup', {
      HostedZoneName: 'example.com.',
      RecordSets: [
        { Name: { 'Fn::Join': ['.', ['a', 'example.com']] }, Type: 'A', ResourceRecords: ['192.0.2.1'] },
        { Name: { 'Fn::Sub': B }, Type: 'A', ResourceRecords: ['192.0.2.1'] },
      ],
    }),
    [A, B],
  ],
])('%s', async (_, plan, found) => {
  expect((await hostsIn('-', plan)).found).toEqual(found);
});

const AT_MODULE = 'module.dns[\\"$1\\"].aws_route53_zone.z';
test.each([
  ['an instance that it names', 'aws_route53_zone.z[\\"$1\\"]', 'aws_route53_zone.z["1"].zone_id'],
  ["a module's instance", AT_MODULE, 'module.dns["1"].zone_id'],
  ['an output whose name is the beginning of that of its module', AT_MODULE, 'module.dns["1"].d'],
  ["a module's map", 'module.dns.aws_route53_zone.z[\\"$1\\"]', 'module.dns.zone_id["1"]'],
])("a record's zone by %s", async (_, place, reference) => {
  expect((await hostsIn('-', ofInstance(place, reference))).found).toEqual(WWW);
});

test('cdk.out: every stack, also nested ones and those of stages', async () => {
  const out = temporaryFolder();
  mkdirSync(join(out, 'assembly-Prod'));
  const stacks = ['A.template.json', 'AN.nested.template.json', 'assembly-Prod/B.template.json'];
  for (const [index, one] of stacks.entries()) {
    const stack = template('AWS::AppSync::DomainName', { DomainName: `s${index}.example.com` });
    writeFileSync(join(out, one), stack);
  }
  for (const one of ['', 'assembly-Prod']) writeFileSync(join(out, one, 'manifest.json'), '{}');
  expect((await hostsIn(out)).found).toEqual(['s0.example.com', 's1.example.com', 's2.example.com']);
});

/** The values of a resource that has one text at the path, as Terraform has them. */
const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object;

const REQUIRED: Readonly<Record<string, object>> = {
  'AWS::CloudFormation::CustomResource': { hosted_zone_id: 'Z1' },
};
/** Each type of a row of the table by itself. */
const eachType = <Row extends { readonly types: readonly string[] }>(rows: readonly Row[]) =>
  rows.flatMap((row) => row.types.map((type) => [type, row] as const));

test.each(eachType(HOSTS.filter(({ target }) => target !== PRIVATE)))(
  'the host of %s is found',
  async (type, { names: [path = ''], needs = [] }) => {
    const [need = ''] = needs.filter((one) => !path.startsWith(one));
    const values = { ...nested(path, A), ...(need ? nested(need, {}) : {}), ...REQUIRED[type] };
    expect((await hostsIn('-', creating(type, values))).found).toContain(A);
  },
);

test.each(eachType(RECORDS.filter(({ type = 'A' }) => type === 'A')))(
  'the record of %s is found',
  async (type, { at, completion }) => {
    const name = completion === 'relative' ? 'a' : A;
    const values = { name, zone_name: 'example.com', type: 'A', value: '192.0.2.1' };
    const plan = creating(type, at === undefined ? values : { [at]: [values] });
    expect((await hostsIn('-', plan)).found).toEqual([A]);
  },
);

test('what has the look of a host, by its attribute or its type, is listed with its count; what is checked already is not', async () => {
  const byType = ['x_custom_domain', 'aws_route53_records_exclusive', 'hcloud_zone_rrset'];
  const types = [...byType, 'linode:index/domainRecord:DomainRecord'];
  const resources = terraform(
    ['aws_vpclattice_service', 'create', { custom_domain_name: A }],
    ['aws_vpclattice_service', 'create', { custom_domain_name: B }],
    ...types.map((type): Change => [type, 'create', {}]),
    ['kubernetes_ingress_v1', 'create', { spec: [{ rule: [{ host: A }] }] }],
    ['aws_config_configuration_recorder', 'create', {}],
    ['AWS::IVS::RecordingConfiguration', 'create', {}],
    ['aws_acm_certificate', 'create', { domain_name: 'c.example.com' }],
    ['aws_apigatewayv2_api_mapping', 'create', { domain_name: 'c.example.com' }],
    ['aws_sns_topic', 'create', { name: 'domain' }],
  );
  const { plan, planned } = await hostsIn('-', resources);
  expect(unlistedOf(plan, planned.names)).toEqual([
    { type: 'aws_vpclattice_service', count: 2, place: 'aws_vpclattice_service.r0' },
    ...[...types, 'kubernetes_ingress_v1'].map((type, index) => {
      return { type, count: 1, place: `${type}.r${index + 2}` };
    }),
  ]);
});

test.each([
  ['yarn/4.9.1 npm/? node/v24.0.0', undefined, 'yarn custom-domains'],
  ['pnpm/10.1.0 npm/?', undefined, 'pnpm exec custom-domains'],
  ['npm/11.0.0 node/v24.0.0', undefined, 'npx --no -- custom-domains'],
  [undefined, '/usr/local/bin/custom-domains', 'custom-domains'],
])('the command that started it, by %s: %s', (agent, script, words) => {
  expect(launcherOf(agent, script).join(' ')).toBe(words);
});

test('README.md has the table of what is read, without spaces between its cells', () => {
  const code = (all: readonly string[]) => all.map((one) => `\`${one}\``).join(',');
  const row = (types: readonly string[], what: readonly string[], who: string) =>
    `|${code(types)}|${code(what)}|${who.replace(' ', '-')}|`;
  const table = [
    '|types|names|authority→target, or DNS host|',
    '|---|---|---|',
    ...HOSTS.map(({ types, names, authority, issuer, target }) => {
      const who = [issuer.length > 0 ? 'its own' : authority, target];
      return row(types, names, who.filter(Boolean).join('→'));
    }),
    ...RECORDS.map(({ types, completion, provider }) => row(types, [completion], provider)),
    ...ZONES.map(({ types, provider }) => row(types, ['zone'], provider)),
  ];
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  expect(readme).toContain(`\n${table.join('\n')}\n`);
});

test('a component of Pulumi is not listed: its children have steps of their own', async () => {
  const newState = { custom: false, inputs: { host: A } };
  const component = preview('custom-domains:index:CustomHost', { op: 'create', newState });
  const { plan, planned } = await hostsIn('-', component);
  expect(unlistedOf(plan, planned.names)).toEqual([]);
});
