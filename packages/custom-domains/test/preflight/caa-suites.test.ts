// CAA held to the public suites: SSLMate's caatestsuite, Boulder's table, and the examples of RFC 8659 and 8657.
// Their issuer is Amazon here, their method is ACM's, and each case is a zone that is read over real sockets.
import { describe, expect, test } from 'vitest';
import { isWithin } from '../../src/names/dns-name.ts';
import { observeCaa } from '../../src/preflight/observation/observe-caa.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { judge, relevantSet } from '../../src/preflight/rules/caa-policy.ts';
import { without } from '../dnssec/lab.ts';
import type { Signing } from '../dnssec/zone-signer.ts';
import { type Misbehaviour, startDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { apex, both, coded, verify, zone } from './scenario.ts';

type Verdict = 'allowed' | 'denied' | 'unreadable';

/** The verdict for each name, by the relevant RRset of the zones as they are. */
async function verdicts(
  internet: Internet,
  names: readonly string[],
  misbehave?: Misbehaviour,
  timeoutMs = 5000,
): Promise<Record<string, Verdict>> {
  const dns = await startDns(internet, { misbehave });
  const reader = createReader({ resolver: dns.resolver, authorityPort: dns.port, timeoutMs, tries: 1 });
  const all = await Promise.all(
    names.map(async (name) => {
      const set = relevantSet(await observeCaa(reader, [], '', name, []));
      if (set.kind === 'unreadable') return [name, 'unreadable'] as const;
      const allows = set.kind === 'none' || judge(set.records).allows;
      return [name, allows ? 'allowed' : 'denied'] as const;
    }),
  );
  await dns.close();
  return Object.fromEntries(all);
}

function expectAll(found: Record<string, Verdict>, expected: Record<string, Verdict>): void {
  expect(found).toEqual(expected);
}

describe("SSLMate's caatestsuite", () => {
  const suite = 'caatestsuite.test';
  const basic = (lines: readonly string[]) => lines.map((line) => line.replace(/@/g, `.basic.${suite}`));
  const big = Array.from({ length: 1000 }, (_, index) => `big@ CAA 0 t${index} test`);
  const records = basic([
    'empty@ CAA 0 issue ;',
    `deny@ CAA 0 issue ${suite}`,
    `uppercase-deny@ CAA 0 ISSUE ${suite}`,
    `mixedcase-deny@ CAA 0 IsSuE ${suite}`,
    ...big,
    `big@ CAA 0 issue ${suite}`,
    'critical1@ CAA 128 caatestsuitedummyproperty test',
    'critical2@ CAA 130 caatestsuitedummyproperty test',
    'cname-deny@ CNAME deny@',
    'cname-cname-deny@ CNAME cname-deny@',
    'dname-permit.deny@ DNAME permit@',
    'cname-permit-sub.deny@ CNAME sub.permit@',
    `deny-wild@ CAA 0 issuewild ${suite}`,
    'permit@ CAA 0 dummy dummy',
    `deny.permit@ CAA 0 issue ${suite}`,
  ]);
  const more = [
    `xss.${suite} CAA 0 issue <script>alert('Wheeeeee')</script>`,
    `www.auto-base-san.${suite} CAA 0 dummy dummy`,
    `auto-base-san.${suite} CAA 0 issue ${suite}`,
    `www.auto-www-san.${suite} CAA 0 issue ${suite}`,
  ];
  const denied = [
    ...basic([
      'empty@',
      'deny@',
      'uppercase-deny@',
      'mixedcase-deny@',
      'big@',
      'critical1@',
      'critical2@',
      'sub1.deny@',
      'sub2.sub1.deny@',
      'cname-deny@',
      'cname-cname-deny@',
      'sub1.cname-deny@',
      'dname-permit.deny@',
      'cname-permit-sub.deny@',
      'deny.permit@',
    ]),
    `xss.${suite}`,
    `auto-base-san.${suite}`,
    `www.auto-www-san.${suite}`,
  ];
  const allowed = [
    `permit.basic.${suite}`,
    // RFC 8659 4.3: issuewild says nothing of a name that is not a wildcard, and no other is requested here.
    `deny-wild.basic.${suite}`,
    `www.auto-base-san.${suite}`,
    `auto-www-san.${suite}`,
  ];

  /** The suite's RRset of 1,001 records is larger than a packet, so it comes over TCP. */
  const truncating: Misbehaviour = ({ transport }, reply) => {
    if (transport === 'tcp' || reply.length < 1232) return undefined;
    const cut = coded(reply, 0, true);
    cut.writeUInt8(cut.readUInt8(2) | 0x02, 2);
    return [cut];
  };

  test('each name that can be a zone file', async () => {
    const internet: Internet = { [suite]: { on: ['127.0.0.11'], records: [...records, ...more] } };
    const expected = [
      ...denied.map((name) => [name, 'denied'] as const),
      ...allowed.map((name) => [name, 'allowed'] as const),
    ];
    const found = await verdicts(
      internet,
      expected.map(([name]) => name),
      truncating,
    );
    expectAll(found, Object.fromEntries(expected));
  });

  test.each<[string, Misbehaviour]>([
    ['blackhole', ({ type }) => (type === 'CAA' ? [] : undefined)],
    ['servfail', ({ type }, reply) => (type === 'CAA' ? [coded(reply, 2)] : undefined)],
    ['refused', ({ type }, reply) => (type === 'CAA' ? [coded(reply, 5)] : undefined)],
  ])('%s: not readable, and never allowed', async (label, misbehave) => {
    const name = `${label}.${suite}`;
    const found = await verdicts({ [name]: { on: ['127.0.0.11'] } }, [name], misbehave, 200);
    expectAll(found, { [name]: 'unreadable' });
  });
});

/** Zones with DS records in a signed parent, without CAA: "rejection" of each, whatever resolver is queried. */
describe("SSLMate's caatestsuite, DNSSEC", () => {
  const DAY = 24 * 3600;
  const top = { on: ['127.0.0.9'], signed: {} };
  const failing =
    (packets: (reply: Buffer) => Buffer[]): Misbehaviour =>
    ({ server, name }, reply) => {
      if (both.includes(server)) return packets(reply);
      return server === '127.0.0.1' && isWithin(name, zone) ? [coded(reply, 2)] : undefined;
    };
  const denied = (name: string, code: string, signed: Signing, misbehave?: (reply: Buffer) => Buffer[]) => ({
    name,
    host: apex,
    validates: true as const,
    more: { '': top, test: top, [zone]: { on: both, signed } },
    misbehave: misbehave && failing(misbehave),
    finds: [`blocked ${code}`],
    remains: true as const,
  });
  verify([
    denied('expired', 'dnssec-bogus', { inception: -30 * DAY, expiration: -3 * DAY }),
    denied('missing', 'dnssec-bogus', { tamper: without('RRSIG', 'NSEC') }),
    denied('blackhole', 'dns-unreadable', {}, () => []),
    denied('servfail', 'dns-unreadable', {}, (reply) => [coded(reply, 2)]),
    denied('refused', 'dns-unreadable', {}, (reply) => [coded(reply, 5)]),
  ]);
});

/** Boulder validates by http-01 and its issuer is letsencrypt.org: here ACM's method and amazon.com. */
describe("Boulder's table (va/caa_test.go, TestCAAChecking)", () => {
  const account = 'https://amazon.com/acct/reg';
  const zones: Record<string, readonly string[]> = {
    'reserved.test': ['0 issue ca.test'],
    'mixedcase.test': ['0 iSsUe ca.test'],
    'critical.test': ['1 issue ca.test'],
    'present.test': ['0 issue amazon.com'],
    'present.servfail.test': ['0 issue amazon.com'],
    'multi-crit-present.test': ['1 issue ca.test', '1 issue amazon.com'],
    'unknown-critical.test': ['128 foo bar'],
    'unknown-critical2.test': ['1 foo bar'],
    'unknown-noncritical.test': ['126 foo bar'],
    'present-with-parameter.test': ['0 issue   amazon.com  ;foo=bar;baz=bar'],
    'present-with-invalid-tag.test': ['0 issue amazon.com; a_b=123'],
    'present-with-invalid-value.test': ['0 issue amazon.com; ab=1 2 3'],
    'present-other-method.test': ['0 issue amazon.com; validationmethods=http-01'],
    'present-method.test': ['0 issue amazon.com; validationmethods=dns-01'],
    'present-either-method.test': ['0 issue amazon.com; validationmethods=http-01,dns-01'],
    'present-accounturi.test': [`0 issue amazon.com; accounturi=${account}/123`],
    'present-method-accounturi.test': [
      `0 issue amazon.com; accounturi=${account}/123; validationmethods=dns-01`,
    ],
    'present-other-method-accounturi.test': [
      `0 issue amazon.com; accounturi=${account}/123; validationmethods=http-01`,
    ],
    'present-multiple-accounturi.test': [
      `0 issue amazon.com; accounturi=${account}/321`,
      `0 issue amazon.com; accounturi=${account}/123`,
    ],
    'unsatisfiable.test': ['0 issue ;'],
    'unsatisfiable-wildcard.test': ['0 issuewild ;'],
    'unsatisfiable-wildcard-override.test': ['0 issue amazon.com', '0 issuewild ca.test'],
    'satisfiable-wildcard-override.test': ['0 issue ca.test', '0 issuewild amazon.com'],
  };
  const expected: Record<string, Verdict> = {
    'reserved.test': 'denied',
    'mixedcase.test': 'denied',
    'critical.test': 'denied',
    'nx.critical.test': 'denied',
    'absent.test': 'allowed',
    'present.test': 'allowed',
    'child.present.test': 'allowed',
    'present.servfail.test': 'allowed',
    'multi-crit-present.test': 'allowed',
    'unknown-critical.test': 'denied',
    // Boulder reads bit 7 as critical too, for records made by old software. RFC 8659 4.1 and 4.1.1: bit 0 (128) alone is
    // the flag, and the others are ignored.
    'unknown-critical2.test': 'allowed',
    'unknown-noncritical.test': 'allowed',
    'present-with-parameter.test': 'allowed',
    'present-with-invalid-tag.test': 'denied',
    'present-with-invalid-value.test': 'denied',
    'present-other-method.test': 'denied',
    'present-method.test': 'allowed',
    'present-either-method.test': 'allowed',
    // Boulder knows its accounts and denies those of others. Whose an account at Amazon is, only Amazon knows: a doubt.
    'present-accounturi.test': 'allowed',
    'present-method-accounturi.test': 'allowed',
    'present-other-method-accounturi.test': 'denied',
    'present-multiple-accounturi.test': 'allowed',
    'unsatisfiable.test': 'denied',
    // RFC 8659 4.3: issuewild is for wildcards, which are not requested here.
    'unsatisfiable-wildcard.test': 'allowed',
    'unsatisfiable-wildcard-override.test': 'allowed',
    'satisfiable-wildcard-override.test': 'denied',
  };

  test('each name', async () => {
    const records = Object.entries(zones).flatMap(([name, set]) => set.map((data) => `${name} CAA ${data}`));
    expectAll(await verdicts({ test: { on: ['127.0.0.11'], records } }, Object.keys(expected)), expected);
  });

  test('SERVFAIL above the relevant RRset does not matter, and at the name it does', async () => {
    const records = ['present.servfail.test CAA 0 issue amazon.com'];
    const servfail: Misbehaviour = ({ name, type }, reply) =>
      type === 'CAA' && name === 'servfail.test' ? [coded(reply, 2)] : undefined;
    const names = ['present.servfail.test', 'servfail.test', 'x.servfail.test'];
    expectAll(await verdicts({ test: { on: ['127.0.0.11'], records } }, names, servfail), {
      'present.servfail.test': 'allowed',
      'servfail.test': 'unreadable',
      'x.servfail.test': 'unreadable',
    });
  });
});

describe('examples of the RFCs, with amazon.com for their issuer', () => {
  const certs: Record<string, [records: readonly string[], verdict: Verdict]> = {
    'RFC 8659 4.2, two issuers': [['0 issue ca1.test', '0 issue amazon.com'], 'allowed'],
    'RFC 8659 4.2, an issuer': [['0 issue amazon.com'], 'allowed'],
    'RFC 8659 4.2, with a parameter': [['0 issue amazon.com; account=230123'], 'allowed'],
    'RFC 8659 4.2, nobody': [['0 issue ;'], 'denied'],
    'RFC 8659 4.2, malformed': [['0 issue %%%%%'], 'denied'],
    'RFC 8659 4.3, another name for wildcards': [['0 issue ca1.test', '0 issuewild amazon.com'], 'denied'],
    'RFC 8659 4.3, nobody but for wildcards': [['0 issuewild ca2.test', '0 issue ;'], 'denied'],
    'RFC 8659 4.4, iodef beside it': [
      ['0 issue amazon.com', '0 iodef mailto:security@test', '0 iodef https://iodef.test/'],
      'allowed',
    ],
    'RFC 8659 4.5, an unknown critical property': [['0 issue amazon.com', '128 tbs Unknown'], 'denied'],
    'RFC 8657 A, two accounts': [
      [
        '0 issue amazon.com; accounturi=https://amazon.com/account/1234',
        '0 issue amazon.com; accounturi=https://amazon.com/account/2345',
      ],
      'allowed',
    ],
    'RFC 8657 A, two methods': [['0 issue amazon.com; validationmethods=dns-01,xyz-01'], 'allowed'],
    'RFC 8657 A, the same in two properties': [
      ['0 issue amazon.com; validationmethods=dns-01', '0 issue amazon.com; validationmethods=xyz-01'],
      'allowed',
    ],
    'RFC 8657 A, a method and an account each': [
      [
        '0 issue amazon.com; accounturi=https://amazon.com/account/1234; validationmethods=dns-01',
        '0 issue amazon.com; accounturi=https://amazon.com/account/2345; validationmethods=http-01',
      ],
      'allowed',
    ],
    "RFC 8657 A, a method of the authority's own beside it": [
      ['0 issue amazon.com; validationmethods=dns-01,ca-foo'],
      'allowed',
    ],
  };
  test.each(Object.entries(certs))('%s', async (_, [records, verdict]) => {
    const zone = { on: ['127.0.0.11'], records: records.map((data) => `certs.test CAA ${data}`) };
    expectAll(await verdicts({ test: zone }, ['certs.test']), { 'certs.test': verdict });
  });
});
