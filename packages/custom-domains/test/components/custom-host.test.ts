// CustomHost as another team declares it: which provider and parent its resources and look-ups have, tags, outputs.

import { Provider as AwsProvider } from '@pulumi/aws/provider.js';
import { Provider as CloudflareProvider } from '@pulumi/cloudflare/provider.js';
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import {
  CustomHost,
  type DnsAdapter,
  externalDns,
  gatewayTarget,
  type HostTarget,
  Redirects,
  route53Dns,
} from '../../src/index.ts';
import { record } from './recorder.ts';

const ZONE = 'shop.example';
const gateway = gatewayTarget({ apiId: 'api', stage: '$default' });
const redirect = () => new Redirects('redirects').target({ to: `www.${ZONE}`, status: 308 });
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const GET_ZONE = 'aws:route53/getZone:getZone';
const GET_CERTIFICATE = 'aws:acm/getCertificate:getCertificate';

/** A state in which the host has a certificate that is not issued: the program looks up what became of it. */
const pending = (host: string) => ({
  [`urn:pulumi:dev::shop::custom-domains:index:CustomHost$${CERTIFICATE}::${host}-certificate`]: {
    type: CERTIFICATE,
    outputs: { arn: 'arn:aws:acm:eu-west-1:123456789012:certificate/old', tags: {} },
  },
});

const aws = (name: string) => new AwsProvider(name, { region: 'eu-west-1' });

/** The provider of each type. */
const ofAccount = (...types: readonly string[]) => Object.fromEntries(types.map((type) => [type, 'account']));
const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
const OWN = ofAccount(CERTIFICATE, VALIDATION, GET_CERTIFICATE);
const GATEWAY = ofAccount('aws:apigatewayv2/domainName:DomainName', 'aws:apigatewayv2/apiMapping:ApiMapping');
const REDIRECT = ofAccount(
  'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey',
  'aws:cloudfront/distribution:Distribution',
);

/** `given`: its zone and its options, in a program. */
type Row = readonly [
  what: string,
  target: HostTarget,
  given: () => readonly [DnsAdapter, pulumi.ComponentResourceOptions],
  used: Readonly<Record<string, string>>,
];
const inSite = () => {
  const providers = [aws('account')];
  return { parent: new pulumi.ComponentResource('shop:Site', 'site', {}, { providers }) };
};

test.each<Row>([
  [
    'opts.providers',
    redirect(),
    () => [
      cloudflareDns({ name: ZONE, zoneId: '0'.repeat(32) }),
      { providers: [aws('account'), new CloudflareProvider('dns', {})] },
    ],
    { ...OWN, ...REDIRECT, 'cloudflare:index/dnsRecord:DnsRecord': 'dns' },
  ],
  [
    'opts.parent',
    gateway,
    () => [route53Dns({ name: ZONE }), inSite()],
    { ...OWN, ...GATEWAY, 'aws:route53/record:Record': 'account', [GET_ZONE]: 'account' },
  ],
  [
    "the zone's own provider, for its records and its look-up",
    redirect(),
    () => [route53Dns({ name: ZONE }, { provider: aws('dns') }), { provider: aws('account') }],
    { ...OWN, ...REDIRECT, 'aws:route53/record:Record': 'dns', [GET_ZONE]: 'dns' },
  ],
])('every resource and look-up is of %s, every resource in the component', async (_, target, given, used) => {
  const host = `api.${ZONE}`;
  const { resources, invokes } = await record(async () => {
    const [dns, opts] = given();
    new CustomHost('api', { host, dns, target, preflight: 'off' }, opts);
  }, pending(host));
  const own = resources.filter(({ name }) => name.startsWith(`${host}-`));
  const providers = [...own, ...invokes].map(({ type, provider }) => [type, provider]);
  expect(Object.fromEntries(providers)).toEqual(used);
  expect([...new Set(own.map(({ parent }) => parent))]).toEqual(['api']);
  const [component] = resources.filter(({ name }) => name === 'api');
  expect(component?.parent).toBe(resources.some(({ name }) => name === 'site') ? 'site' : '');
});

test('a zone is looked up once for all the hosts of a provider', async () => {
  const { invokes, resources } = await record(async () => {
    const dns = route53Dns({ name: ZONE });
    const shared = { dns, target: gateway, preflight: 'off', request: {} } as const;
    const [one, other] = [aws('one'), aws('other')];
    new CustomHost('a', { host: `a.${ZONE}`, ...shared }, { provider: one });
    new CustomHost('b', { host: `b.${ZONE}`, ...shared }, { provider: one });
    new CustomHost('c', { host: `c.${ZONE}`, ...shared }, { provider: other });
  });
  expect(invokes).toEqual([
    { type: GET_ZONE, provider: 'one' },
    { type: GET_ZONE, provider: 'other' },
  ]);
  const records = resources.filter(({ type }) => type === 'aws:route53/record:Record');
  expect(records.map(({ inputs }) => inputs.zoneId)).toEqual(Array(6).fill('ZSHOP'));
});

test('tags can be outputs, whole or one by one', async () => {
  const { resources } = await record(async () => {
    const tags = pulumi.output({ team: pulumi.output('pets'), stack: 'dev' });
    const dns = route53Dns({ name: ZONE, zoneId: 'Z1' });
    const shared = { dns, preflight: 'off', request: {}, tags } as const;
    new CustomHost('a', { host: `a.${ZONE}`, target: gateway, ...shared });
    new CustomHost('b', { host: `b.${ZONE}`, target: redirect(), ...shared });
  });
  const tagged = resources.filter(({ inputs }) => 'tags' in inputs);
  expect(tagged.map(({ type }) => type.split(':').at(-1)).sort()).toEqual(
    ['Certificate', 'Certificate', 'Distribution', 'DomainName'].sort(),
  );
  for (const { inputs } of tagged) expect(inputs.tags).toEqual({ team: 'pets', stack: 'dev' });
});

test.each([
  ['is attached', true, 'd-1.execute-api.example', ['validation', 'routing']],
  ['is external and not verified: it has no target', false, undefined, ['validation']],
])('the outputs of a host that %s', async (_, verified, target, purposes) => {
  let resource: CustomHost | undefined;
  await record(async () => {
    const args = { host: `a.${ZONE}`, dns: externalDns({ verified }), target: gateway, request: {} };
    resource = new CustomHost('a', { ...args, preflight: 'off' });
  });
  const { host, attached, target: to, records } = resource as CustomHost;
  const outputs = pulumi.all([host, attached, to, records]);
  const resolved = await new Promise<unknown[]>((resolve) => outputs.apply(resolve));
  const wanted = purposes.map((purpose) => expect.objectContaining({ purpose }));
  expect(resolved).toEqual([`a.${ZONE}`, verified, target, wanted]);
});
