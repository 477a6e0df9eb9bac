// CustomHost as another team declares it: which provider and parent its resources and look-ups have, tags, outputs.

import { Provider as AwsProvider } from '@pulumi/aws/provider.js';
import { Provider as CloudflareProvider } from '@pulumi/cloudflare/provider.js';
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, test } from 'vitest';
import { cloudflareDns } from '../../src/dns-hosts/cloudflare/records.ts';
import { CustomHost, externalDns, gatewayTarget, redirectTarget, route53Dns } from '../../src/index.ts';
import { record } from './recorder.ts';

const ZONE = 'shop.example';
const gateway = gatewayTarget({ apiId: 'api', stage: '$default' });
const redirect = redirectTarget({ to: `www.${ZONE}`, status: 308 });
const GET_ZONE = 'aws:route53/getZone:getZone';
const GET_CERTIFICATE = 'aws:acm/getCertificate:getCertificate';

/** A state in which the host has a certificate that is not issued: the program looks up what became of it. */
const pending = (host: string) => ({
  [`urn:pulumi:dev::shop::petstore:domains:CustomHost$aws:acm/certificate:Certificate::${host}-certificate`]:
    {
      type: 'aws:acm/certificate:Certificate',
      outputs: { arn: 'arn:aws:acm:eu-west-1:123456789012:certificate/old', tags: {} },
    },
});

const aws = (name: string) => new AwsProvider(name, { region: 'eu-west-1' });

/** Type and provider of everything in the component, the look-ups too. */
async function providersIn(
  declare: () => void,
  host: string,
): Promise<{ used: Record<string, string>; parents: Set<string> }> {
  const { resources, invokes } = await record(async () => declare(), pending(host));
  const own = resources.filter(({ name }) => name.startsWith(`${host}-`));
  const used = [...own, ...invokes].map(({ type, provider }) => [type, provider] as const);
  return { used: Object.fromEntries(used), parents: new Set(own.map(({ parent }) => parent)) };
}

describe('provider and parent reach every resource and look-up', () => {
  test('opts.provider, of a host in a zone that is looked up', async () => {
    const { used, parents } = await providersIn(() => {
      const args = {
        host: ZONE,
        dns: route53Dns({ name: ZONE }),
        target: gateway,
        preflight: 'off',
      } as const;
      new CustomHost('shop', args, { provider: aws('account') });
    }, ZONE);
    expect(used).toEqual({
      'aws:acm/certificate:Certificate': 'account',
      'aws:route53/record:Record': 'account',
      'aws:acm/certificateValidation:CertificateValidation': 'account',
      'aws:apigatewayv2/domainName:DomainName': 'account',
      'aws:apigatewayv2/apiMapping:ApiMapping': 'account',
      [GET_ZONE]: 'account',
      [GET_CERTIFICATE]: 'account',
    });
    expect([...parents]).toEqual(['shop']);
  });

  test('opts.providers, one for each package', async () => {
    const host = `old.${ZONE}`;
    const { used, parents } = await providersIn(() => {
      const providers = [aws('account'), new CloudflareProvider('dns', {})];
      const dns = cloudflareDns({ name: ZONE, zoneId: '0'.repeat(32) });
      new CustomHost('old', { host, dns, target: redirect, preflight: 'off' }, { providers });
    }, host);
    expect(used).toEqual({
      'aws:acm/certificate:Certificate': 'account',
      'cloudflare:index/dnsRecord:DnsRecord': 'dns',
      'aws:acm/certificateValidation:CertificateValidation': 'account',
      'aws:cloudfront/function:Function': 'account',
      'aws:cloudfront/distribution:Distribution': 'account',
      [GET_CERTIFICATE]: 'account',
    });
    expect([...parents]).toEqual(['old']);
  });

  test("opts.parent: the component is its child, and has its parent's providers", async () => {
    const host = `api.${ZONE}`;
    const declare = async () => {
      const parent = new pulumi.ComponentResource('shop:Site', 'site', {}, { providers: [aws('account')] });
      const args = { host, dns: route53Dns({ name: ZONE }), target: gateway, preflight: 'off' } as const;
      new CustomHost('api', args, { parent });
    };
    const { resources, invokes } = await record(declare, pending(host));
    expect(resources.find(({ name }) => name === 'api')).toMatchObject({ parent: 'site' });
    const inside = resources.filter(({ parent }) => parent === 'api');
    expect(inside).toHaveLength(6);
    expect(new Set([...inside, ...invokes].map(({ provider }) => provider))).toEqual(new Set(['account']));
    expect(invokes.map(({ type }) => type).sort()).toEqual([GET_CERTIFICATE, GET_ZONE].sort());
  });

  test('a zone in another account: its own provider has its records and its look-up', async () => {
    const { used } = await providersIn(() => {
      const dns = route53Dns({ name: ZONE }, { provider: aws('dns-account') });
      new CustomHost(
        'shop',
        { host: ZONE, dns, target: redirect, preflight: 'off' },
        { provider: aws('account') },
      );
    }, ZONE);
    expect(used).toMatchObject({
      'aws:route53/record:Record': 'dns-account',
      [GET_ZONE]: 'dns-account',
      'aws:acm/certificate:Certificate': 'account',
      [GET_CERTIFICATE]: 'account',
    });
  });
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
  const tags = () => pulumi.output({ team: pulumi.output('pets'), stack: 'dev' });
  const { resources } = await record(async () => {
    const dns = route53Dns({ name: ZONE, zoneId: 'Z1' });
    new CustomHost('a', {
      host: `a.${ZONE}`,
      dns,
      target: gateway,
      preflight: 'off',
      request: {},
      tags: tags(),
    });
    new CustomHost('b', {
      host: `b.${ZONE}`,
      dns,
      target: redirect,
      preflight: 'off',
      request: {},
      tags: tags(),
    });
  });
  const tagged = resources.filter(({ inputs }) => 'tags' in inputs);
  expect(tagged.map(({ type }) => type.split(':').at(-1)).sort()).toEqual(
    ['Certificate', 'Certificate', 'Distribution', 'DomainName', 'Function'].sort(),
  );
  for (const { inputs } of tagged) expect(inputs.tags).toEqual({ team: 'pets', stack: 'dev' });
});

describe('outputs', () => {
  const resolved = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));

  async function outputsOf(verified: boolean) {
    let host: CustomHost | undefined;
    const given = {
      host: `a.${ZONE}`,
      dns: externalDns({ verified }),
      preflight: 'off',
      request: {},
    } as const;
    await record(async () => {
      host = new CustomHost('a', { ...given, target: gateway });
    });
    const { attached, target, host: name, records } = host as CustomHost;
    return {
      ...{ host: await resolved(name), attached: await resolved(attached), target: await resolved(target) },
      records: (await resolved(records)).map(({ purpose }) => purpose),
    };
  }

  test('are there for a host that is attached', async () => {
    expect(await outputsOf(true)).toEqual({
      host: `a.${ZONE}`,
      attached: true,
      target: 'd-1.execute-api.example',
      records: ['validation', 'routing'],
    });
  });

  test('are there for an external host that is not verified: it has no target', async () => {
    expect(await outputsOf(false)).toEqual({
      host: `a.${ZONE}`,
      attached: false,
      target: undefined,
      records: ['validation'],
    });
  });
});

test('a gateway is not attached without a certificate: its domain name cannot wait for one', () => {
  expect(() => gateway.attach({ host: ZONE }, {})).toThrow(`${ZONE}: a gateway needs an issued certificate`);
});
