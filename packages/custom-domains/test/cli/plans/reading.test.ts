// The hosts of a plan, whatever wrote it; what is not a plan; and what is not the whole of one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/cli/folder.ts';
import { UsageError } from '../../../src/output/index.ts';
import { creating, hostsIn, preview, read, SAMPLES, sampleFile, template, terraform } from './plan.ts';

const NOT_KNOWN = {
  'terraform.json': 'aws_cognito_user_pool_domain.cust',
  'cdk.template.json': 'Login',
  'pulumi.json': 'cloudflare:index/dnsRecord:DnsRecord::login',
} as const;

test.each(SAMPLES)('%s: each host, but for the unchanged one, and what is not known yet', async (name) => {
  const added = ['shop', '*', 'strict', 'taken', 'lost.lame', 'app.dev'];
  // A template does not say what is deployed.
  const others = name === 'cdk.template.json' ? ['still'] : ['moved', 'swapped'];
  const names = [...added, ...others].map((one) => `${one}.example.com`);
  const { found } = await hostsIn(sampleFile(name));
  expect(found).toEqual([...names, `plan-unreadable ${NOT_KNOWN[name]}`].sort());
});

const A = 'a.example.com';

test("in UTF-16, as Windows PowerShell's > writes it, a plan is the same", async () => {
  const file = join(temporaryFolder(), 'plan.json');
  const sample = sampleFile('terraform.json');
  writeFileSync(file, `\ufeff${readFileSync(sample, 'utf8')}`, 'utf16le');
  expect((await hostsIn(file)).found).toEqual((await hostsIn(sample)).found);
});

const AFTER_READ = terraform(['x', 'read', {}], ['y', 'create', {}]);

test.each([
  ['text', 'Terraform will perform', /^standard input is neither JSON nor a template in YAML\./],
  ['another JSON', '[]', /none of the plans that are known/],
  ['an object of it', '{"steps":1}', /none of the plans that are known/],
  ['JSON that is cut off', '{"steps":[', /^standard input is not JSON\./],
  ['broken YAML', 'Resources: [', /is neither JSON nor YAML: Flow sequence .* at line 1, column 13\./],
  ['more YAML than a template can have', '#'.repeat(1024 * 1024 + 1), /in YAML has at most 1 MB\./],
  ['a state', '{"format_version":"1.0","terraform_version":"1"}', /is a state, and not a plan/],
  ['a later format', '{"format_version":"2.0","planned_values":{}}', /"2\.0", which is not known/],
  ['one nested too deeply', `{"steps":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /^standard input /],
  ['one with a list that is none', '{"steps":[1]}', /has steps that are not a list of objects/],
  ['a step that is none', '{"steps":[{"op":5}]}', /has steps\[0\] whose "op" is not a text/],
  ['a change without a type', creating(undefined as unknown as string, {}), /changes\[0\] whose "type" is/],
  ['one after a data source', AFTER_READ.replace('"y.r1"', '1'), /changes\[1\] whose/],
  ['a resource without a type', '{"Resources":{"R":{},"T":{"Type":"A::B::C"}}}', /"R" whose "Type" is/],
  ['a text that is an object', creating('x', {}).replace('"x.r0"', '{"toString":1}'), /"address" is/],
])('refused: %s', async (_, plan, message) => {
  const refusal = await read('-', plan).catch((error) => error);
  expect(refusal).toBeInstanceOf(UsageError);
  expect(refusal.message).toMatch(message);
  expect(refusal.message).toContain('\n  give what one of these writes: terraform show -json PLAN');
});

test.each([
  ['objects', [`{"steps":[${'{},'.repeat(500_000)}1]}`], 'has more than 500000 objects and lists.'],
  ['octets', Array<string>(65).fill(' '.repeat(1024 * 1024)), 'has more than 64 MB.'],
])('refused: more %s than memory should be taken for', async (_, input, message) => {
  await expect(read('-', ...input)).rejects.toThrow(message);
});

const transformed = (Transform: string, Resources: object) => JSON.stringify({ Transform, Resources });

test.each([
  ['a preview that ended in an error', '{"steps":[],"diagnostics":[{"severity":"error","message":"x"}]}'],
  ['a plan that ended in one', terraform().replace('{', '{"errored":true,')],
  ['a template with a loop', transformed('AWS::LanguageExtensions', { 'Fn::ForEach::H': ['H', [], {}] })],
  ['a template with a macro', transformed('Other', { T: { Type: 'AWS::SNS::Topic' } })],
])('%s is not the whole change', async (_, plan) => {
  expect((await read('-', plan)).gaps).toHaveLength(1);
});

const CERTIFICATE = 'aws:acm/certificate:Certificate';
const inputs = { domainName: A };
const LEADS = { 'Fn::FindInMap': ['M', 'p', 'H'] };
const ITSELF = JSON.stringify({
  ...{ Mappings: { M: { p: { H: LEADS } } } },
  Resources: { C: { Type: 'AWS::CertificateManager::Certificate', Properties: { DomainName: LEADS } } },
});
const CREATED = { op: 'create', newState: {} };
const created = (type: string, newState?: object) => preview(type, { op: 'create', newState });

test.each<[what: string, plan: string, found: number]>([
  ['new states without inputs, or none', preview(CERTIFICATE, CREATED, { op: 'x' }), 2],
  ['an import without inputs', preview(CERTIFICATE, { op: 'import', newState: { id: 'x' } }), 1],
  ['a name that is a number', created(CERTIFICATE, { inputs: { domainName: 5 } }), 1],
  ['no list', created('aws:cloudfront/distribution:Distribution', { inputs: { aliases: {} } }), 1],
  ['a record without values', created('aws:route53/record:Record'), 1],
  ['a change without values', terraform(['aws_acm_certificate', 'create', [] as object]), 1],
  ['a distribution without values', terraform(['aws_cloudfront_distribution', 'update', [] as object]), 1],
  ['a certificate without a name', creating('aws_acm_certificate', {}), 1],
  [
    'a Join of no list',
    template('AWS::CertificateManager::Certificate', { DomainName: { 'Fn::Join': {} } }),
    1,
  ],
  ['a mapping that leads to itself', ITSELF, 1],
  ['properties that are none', template('AWS::CertificateManager::Certificate', [A]), 1],
  [
    'nothing of what stays, is read or is deleted',
    preview(
      CERTIFICATE,
      { op: 'same', oldState: { inputs }, newState: { inputs } },
      { op: 'read', newState: { outputs: inputs } },
      ...['refresh', 'delete', 'discard'].map((op) => ({ op, oldState: { inputs } })),
    ),
    0,
  ],
  ['nothing of what is deleted', terraform(['aws_acm_certificate', 'delete', [] as object, inputs]), 0],
])('a wrong shape is not read as no host: %s', async (_, text, number) => {
  const { plan, found } = await hostsIn('-', text);
  expect([...plan.gaps, ...found]).toHaveLength(number);
  expect(found.filter((one) => !one.startsWith('plan-unreadable '))).toEqual([]);
});
