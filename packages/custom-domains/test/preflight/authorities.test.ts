// Other authorities than Amazon's, and hosts whose records no deployment decides.
import { describe, expect, test } from 'vitest';
import { AUTHORITIES, type Issuance } from '../../src/authorities/index.ts';
import type { Routing } from '../../src/dns-hosts/zone.ts';
import type { DnsRecord } from '../../src/preflight/reader/answer.ts';
import { judge } from '../../src/preflight/rules/caa-policy.ts';
import type { Internet } from './internet.ts';
import { externalHost } from './plans.ts';
import { verify, zone } from './scenario.ts';

function issuance(id: string, ...methods: readonly string[]): Issuance {
  const authority = AUTHORITIES.find((one) => one.id === id);
  if (authority === undefined) throw new Error(`no authority ${id}`);
  const isWanted = (one: { id: string }) => methods.length === 0 || methods.includes(one.id);
  return { authority, methods: authority.methods.filter(isWanted) };
}

function records(...values: readonly string[]): DnsRecord[] {
  return values.map((value) => {
    return { name: zone, type: 'CAA', ttl: 300, value, caa: { flags: 0, tag: 'issue', value } };
  });
}

describe('each authority by its own names', () => {
  const issuers = AUTHORITIES.flatMap(({ id, issuers: names }) => names.map((name) => [id, name] as const));

  test.each(issuers)('%s is allowed by %s, and the others are not', (id, issuer) => {
    for (const { id: other } of AUTHORITIES) {
      expect(judge(records(issuer), issuance(other)).allows).toBe(other === id);
    }
  });

  test('each profile is as its sources have it: compare them where this snapshot changes', () => {
    expect(AUTHORITIES).toMatchSnapshot();
  });

  test('each profile says where it is from, and when it was read', () => {
    for (const { sources } of AUTHORITIES) {
      expect(sources.length).toBeGreaterThan(2);
      for (const { url, read } of sources) {
        expect(url).toMatch(/^https:\/\//);
        expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
      }
    }
  });
});

describe('validationmethods, where the client chooses the challenge', () => {
  const le = 'letsencrypt.org; validationmethods=';
  test.each<[string, readonly string[], readonly string[], boolean | readonly string[]]>([
    ['none is left out', [`${le}dns-01,http-01,tls-alpn-01`], [], true],
    ['one of three', [`${le}dns-01`], [], ['dns-01']],
    ['another than the chosen one', [`${le}dns-01`], ['http-01'], false],
    ['the chosen one', [`${le}http-01`], ['http-01'], true],
    ['two properties together', [`${le}dns-01`, `${le}http-01`], [], ['http-01', 'dns-01']],
    ['all by several properties', [`${le}dns-01,tls-alpn-01`, `${le}http-01`], [], true],
    ['a plain property beside it', [`${le}dns-01`, 'letsencrypt.org'], ['http-01'], true],
    ['a plain property beside it, for any method', [`${le}dns-01`, 'letsencrypt.org'], [], true],
    ['a label of the requirements only', [`${le}ca-tbr-7`], ['dns-01'], false],
    ['a method that the client does not have', [`${le}dns-persist-01`], [], false],
  ])('%s', (_, values, methods, expected) => {
    const verdict = judge(records(...values), issuance('letsencrypt', ...methods));
    const only = verdict.allows ? verdict.only?.map(({ id }) => id) : undefined;
    expect(only ?? verdict.allows).toEqual(expected);
  });
});

const at = (name: string, routing: Routing, by: Issuance, verified = false) =>
  externalHost(name, verified, { routing, issuance: by, target: 'gateway' });
const shop = `shop.${zone}`;
const unchanged: Routing = { kind: 'unchanged' };
const addresses: Routing = { kind: 'addresses', addresses: ['192.0.2.7', '2001:db8::7'] };
const platform: Internet = {
  'platform.test': {
    on: ['127.0.0.15'],
    records: ['cname.platform.test A 192.0.2.9', 'cname.platform.test CAA 0 issue letsencrypt.org'],
  },
};

describe('the records stay as they are', () => {
  verify([
    {
      name: 'an address and mail are not conflicts',
      host: at(shop, unchanged, issuance('letsencrypt')),
      records: [`${shop} A 192.0.2.1`, `${shop} MX 10 mail.${zone}`],
      finds: [],
    },
    {
      name: "CAA of the host itself counts, and the fix is the authority's own record",
      host: at(shop, unchanged, issuance('letsencrypt')),
      records: [`${shop} A 192.0.2.1`, `${shop} CAA 0 issue amazon.com`],
      finds: ['blocked caa-blocks-authority'],
      changes: [`add ${shop} CAA 0 issue "letsencrypt.org"`],
    },
    {
      name: 'a challenge that CAA leaves out',
      host: at(shop, unchanged, issuance('letsencrypt', 'http-01')),
      records: [`${shop} A 192.0.2.1`, `${zone} CAA 0 issue letsencrypt.org; validationmethods=dns-01`],
      finds: ['blocked caa-limits-methods'],
      changes: [`add ${zone} CAA 0 issue "letsencrypt.org"`],
    },
    {
      name: 'one challenge is left',
      host: at(shop, unchanged, issuance('google')),
      records: [`${shop} A 192.0.2.1`, `${zone} CAA 0 issue pki.goog; validationmethods=dns-01`],
      finds: ['warning caa-limits-methods'],
    },
    {
      name: "the target's CAA through the CNAME allows",
      host: at(shop, unchanged, issuance('letsencrypt')),
      records: [`${shop} CNAME cname.platform.test`, `${zone} CAA 0 issue amazon.com`],
      more: platform,
      finds: [],
    },
    {
      name: "the target's CAA through the CNAME forbids: no record of the host's owner helps",
      host: at(shop, unchanged, issuance('google')),
      records: [`${shop} CNAME cname.platform.test`],
      more: platform,
      finds: ['blocked caa-of-current-target'],
      changes: [],
      remains: true,
    },
    {
      name: "a wildcard's CAA applies where no record is set below the host",
      host: at(shop, unchanged, issuance('letsencrypt', 'http-01')),
      records: [`*.${zone} A 192.0.2.1`, `*.${zone} CAA 0 issue amazon.com`],
      finds: ['blocked caa-blocks-authority'],
    },
    {
      name: 'and does not where the validation record is below it',
      host: at(shop, unchanged, issuance('letsencrypt', 'dns-01')),
      records: [`*.${zone} A 192.0.2.1`, `*.${zone} CAA 0 issue amazon.com`],
      finds: [],
    },
  ]);
});

describe('addresses of its own', () => {
  verify([
    {
      name: 'none yet: they are to be set',
      host: at(shop, addresses, issuance('letsencrypt')),
      finds: ['info record-missing'],
      changes: [`add ${shop} A 192.0.2.7`, `add ${shop} AAAA 2001:db8::7`],
    },
    {
      name: 'a site that is live lacks one',
      host: at(shop, addresses, issuance('letsencrypt'), true),
      records: [`${shop} A 192.0.2.7`],
      finds: ['blocked record-missing'],
      changes: [`add ${shop} AAAA 2001:db8::7`],
    },
    {
      name: 'all are there, at an apex too, and mail stays',
      host: at(zone, addresses, issuance('letsencrypt'), true),
      records: [`${zone} A 192.0.2.7`, `${zone} AAAA 2001:db8::7`, `${zone} MX 10 mail.${zone}`],
      finds: ['info already-configured'],
    },
    {
      name: 'another one beside them',
      host: at(shop, addresses, issuance('letsencrypt'), true),
      records: [`${shop} A 192.0.2.7`, `${shop} A 192.0.2.8`, `${shop} AAAA 2001:db8::7`],
      finds: ['blocked conflicting-record'],
      changes: [`remove ${shop} A 192.0.2.8`],
    },
    {
      name: 'a CNAME excludes them',
      host: at(shop, addresses, issuance('letsencrypt'), true),
      records: [`${shop} CNAME cname.platform.test`],
      more: { 'platform.test': { on: ['127.0.0.15'], records: ['cname.platform.test A 192.0.2.9'] } },
      finds: ['blocked cname-elsewhere'],
      changes: [
        `remove ${shop} CNAME cname.platform.test`,
        `add ${shop} A 192.0.2.7`,
        `add ${shop} AAAA 2001:db8::7`,
      ],
    },
    {
      name: 'CAA of the host stays, so that the one above it does not count',
      host: at(shop, addresses, issuance('letsencrypt'), true),
      records: [
        ...[`${shop} A 192.0.2.7`, `${shop} AAAA 2001:db8::7`],
        ...[`${shop} CAA 0 issue letsencrypt.org`, `${zone} CAA 0 issue amazon.com`],
      ],
      finds: ['info already-configured'],
    },
    {
      name: 'CAA of the host stays, and counts',
      host: at(shop, addresses, issuance('letsencrypt'), true),
      records: [`${shop} A 192.0.2.7`, `${shop} AAAA 2001:db8::7`, `${shop} CAA 0 issue amazon.com`],
      finds: ['blocked caa-blocks-authority', 'info already-configured'],
    },
  ]);
});

describe('a platform whose name is not known', () => {
  const within: Routing = { kind: 'name', within: [/\.platform\.test$/] };
  verify([
    {
      name: 'a CNAME to it: whose it is, DNS does not show',
      host: at(shop, within, issuance('letsencrypt')),
      records: [`${shop} CNAME cname.platform.test`],
      more: platform,
      finds: ['info already-configured'],
    },
    {
      name: 'a CNAME to another',
      host: at(shop, within, issuance('letsencrypt')),
      records: [`${shop} CNAME x.other.test`],
      more: { 'other.test': { on: ['127.0.0.15'], records: ['x.other.test A 192.0.2.9'] } },
      finds: ['warning cname-elsewhere'],
    },
  ]);
});
