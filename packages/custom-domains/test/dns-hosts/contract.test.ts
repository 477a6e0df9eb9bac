// What every DNS host of the list does alike: its descriptor holds together, and its records are of its strategy.
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, test } from 'vitest';
import { DNS_HOSTS, type DnsHostId, dnsHostOfServer } from '../../src/dns-hosts/list.ts';
import {
  dnsAdapter,
  type HostZone,
  routingType,
  zoneAccount,
  zoneProvider,
} from '../../src/dns-hosts/zone.ts';
import { hostNames } from '../../src/names/logical-names.ts';
import { type Recorded, record } from '../components/recorder.ts';

const ZONE = 'shop.example';

const TOKEN = 'CLOUDFLARE_API_TOKEN_TEAM';
const ROLE = 'arn:aws:iam::210987654321:role/dns/petstore';
/** STS takes a session's name of at most 64 characters. */
const SESSION = 's'.repeat(65);
const assumeRoles = JSON.stringify([{ roleArn: ROLE, sessionName: SESSION.slice(0, 64) }]);

interface Sample<Id extends DnsHostId> {
  readonly zone: HostZone & { readonly provider: Id };
  /** A name server as its customers see it. */
  readonly server?: string;
  /** Whose the zone is, and the provider that it has. */
  readonly account?: string;
  readonly provider?: Pick<Recorded, 'inputs' | 'variables'>;
  /** What the owner, or a report, is told to set at an apex; and the types of what the stack sets. */
  readonly apex: readonly [told: string, ...set: string[]];
  /** What the HTTPS record of an apex has: Cloudflare's the data, Route 53's the distribution that has it. */
  readonly https?: object;
}

const SAMPLES: { readonly [Id in DnsHostId]: Sample<Id> } = {
  cloudflare: {
    zone: { name: ZONE, provider: 'cloudflare', zoneId: 'f'.repeat(32), tokenVariable: TOKEN },
    server: 'ada.ns.cloudflare.com',
    account: TOKEN,
    provider: { inputs: {}, variables: { [TOKEN]: 'CLOUDFLARE_API_TOKEN' } },
    apex: ['CNAME', 'CNAME'],
    https: { priority: 1, target: '.', value: 'alpn="h3,h2"' },
  },
  route53: {
    zone: { name: ZONE, provider: 'route53', zoneId: 'Z1', role: ROLE },
    server: 'ns-2048.awsdns-64.com',
    account: '210987654321-dns/petstore',
    provider: { inputs: expect.objectContaining({ region: 'eu-west-1', assumeRoles }), variables: {} },
    apex: ['ALIAS', 'A', 'AAAA'],
    https: [{ name: 'D1.CloudFront.example', zoneId: 'ZCDN', evaluateTargetHealth: false }],
  },
  external: { zone: { provider: 'external', verified: true }, apex: ['ALIAS'] },
};

async function recordsOf(zone: HostZone, host: string, httpsParams?: string): Promise<readonly Recorded[]> {
  const { resources } = await record(async () => {
    const dns = await dnsAdapter(zone);
    const names = hostNames(host);
    const parent = new pulumi.ComponentResource('shop:Host', 'parent');
    const target = {
      domainName: pulumi.output('D1.CloudFront.example'),
      hostedZoneId: pulumi.output('ZCDN'),
      ...(httpsParams && { httpsParams: pulumi.output(httpsParams) }),
    };
    const validation = { name: '_token.shop.example.', value: '_proof.acm-validations.aws.' };
    dns.validationRecord(names.validationRecord, validation, { parent });
    dns.routingRecords(names, { host, apex: host === ZONE, target, ttl: 60 }, { parent });
  });
  const own = resources.filter(({ parent }) => parent === 'parent');
  return own.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

describe.each(DNS_HOSTS.map((one) => [one.id, one] as const))('%s', (id, dnsHost) => {
  const { zone, server, account, provider, apex, https }: Sample<DnsHostId> = SAMPLES[id];
  const [told, ...types] = apex;

  test('sets one validation record and one routing record for a host below the apex, both CNAMEs', async () => {
    const host = `api.${ZONE}`;
    const records = await recordsOf(zone, host);
    const { validationRecord, routingRecord } = hostNames(host);
    const wanted = id === 'external' ? [] : [routingRecord, validationRecord];
    expect(records.map(({ name }) => name)).toEqual(wanted);
    expect(records.map(({ inputs }) => inputs.type)).toEqual(wanted.map(() => 'CNAME'));
    // The validation record does not take the routing record's.
    expect(records.map(({ inputs }) => inputs.ttl)).toEqual(id === 'external' ? [] : [60, 3600]);
  });

  test('routes an apex, and says with which type', async () => {
    const { validationRecord } = hostNames(ZONE);
    const routing = (await recordsOf(zone, ZONE)).filter(({ name }) => name !== validationRecord);
    const ttls = types.map((type) => (type === 'CNAME' ? 60 : undefined));
    expect(routing.map(({ inputs }) => inputs.type)).toEqual(types);
    expect(routing.map(({ inputs }) => inputs.ttl)).toEqual(ttls);
    expect(routingType({ apex: true, zone })).toBe(told);
    expect(routingType({ apex: false, zone })).toBe('CNAME');
  });

  test("looks up its zone's name servers, which are its own; an external host has none", async () => {
    const found: (readonly string[] | undefined)[] = [];
    await record(async () => {
      found.push(await (await dnsAdapter(zone)).nameServers());
    });
    expect(found).toEqual([server === undefined ? undefined : [server]]);
    expect(server && dnsHostOfServer(server)).toBe(server && id);
    expect(dnsHost.nameServers.length > 0).toBe(server !== undefined);
    expect(dnsHost.lookUp !== undefined).toBe(server !== undefined);
  });

  test('announces the protocols of a distribution at an apex, and nowhere else', async () => {
    const isHttps = ({ inputs }: Recorded) => inputs.type === 'HTTPS';
    const params = 'alpn="h3,h2"';
    expect((await recordsOf(zone, `www.${ZONE}`, params)).filter(isHttps)).toEqual([]);
    expect((await recordsOf(zone, ZONE)).filter(isHttps)).toEqual([]);
    const found = (await recordsOf(zone, ZONE, params)).filter(isHttps);
    const wanted = https === undefined ? [] : [[hostNames(ZONE).httpsRecord, https]];
    expect(found.map(({ name, inputs }) => [name, inputs.data ?? inputs.aliases])).toEqual(wanted);
  });

  test('reads a record as it sets it', async () => {
    const params = 'alpn="h3,h2"';
    const records = [...(await recordsOf(zone, `api.${ZONE}`)), ...(await recordsOf(zone, ZONE, params))];
    const values = ['_proof.acm-validations.aws', 'd1.cloudfront.example', `1 . ${params}`];
    expect(records.length > 0).toBe(dnsHost.record !== undefined);
    for (const { type, inputs } of records) {
      expect(dnsHost.record?.type).toBe(type);
      const { name, value, ttl } = dnsHost.record?.read(inputs) ?? {};
      expect([`api.${ZONE}`, ZONE, `_token.${ZONE}`]).toContain(name);
      expect(values).toContain(value);
      expect(ttl).toBe(inputs.ttl);
    }
  });

  test('has a provider for a zone of another account, no input of which is a secret', async () => {
    const run = { session: SESSION, region: 'eu-west-1' };
    const { resources } = await record(async () => void (await zoneProvider(zone, run)));
    const providers = resources.filter(({ type }) => type.startsWith('pulumi:providers:'));
    expect(providers.map(({ name }) => name)).toEqual(account === undefined ? [] : [`dns-${account}`]);
    const given = providers.map(({ inputs, variables }) => ({ inputs, variables }));
    expect(given).toEqual(provider === undefined ? [] : [provider]);
    expect(zoneAccount(zone)?.name).toBe(account);
    expect(zoneAccount({ name: ZONE, provider: id } as HostZone)).toBeUndefined();
  });
});

// At Cloudflare it has to be imported (failure-advice.test.ts).
test('an existing validation record is overwritten at Route 53', async () => {
  const records = await recordsOf(SAMPLES.route53.zone, `api.${ZONE}`);
  const overwritten = records.find(({ name }) => name.endsWith('-validation'));
  expect(overwritten?.inputs.allowOverwrite).toBe(true);
});

test('a name server of a DNS host that has no folder here, and of none', () => {
  expect(['ns1.gandi.net', 'ns1.shop.example'].map(dnsHostOfServer)).toEqual(['Gandi', undefined]);
});
