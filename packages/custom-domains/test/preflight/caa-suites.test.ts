// CAA held to the public suites: SSLMate's caatestsuite (its DNSSEC is in ../dnssec/lab.ts), Boulder's table, and the examples of RFC 8659 and 8657.
// Their issuer is Amazon here, their method is ACM's, and each case is a zone that is read over real sockets.
import { describe, expect, test } from 'vitest';
import { observeCaa } from '../../src/preflight/observation/observe-caa.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { judge, relevantSet } from '../../src/preflight/rules/caa-policy.ts';
import { type Misbehaviour, startDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { coded } from './scenario.ts';

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
    ...basic(['empty@', 'deny@', 'uppercase-deny@', 'mixedcase-deny@', 'big@', 'critical1@', 'critical2@']),
    ...basic(['sub1.deny@', 'sub2.sub1.deny@', 'cname-deny@', 'cname-cname-deny@', 'sub1.cname-deny@']),
    ...basic(['dname-permit.deny@', 'cname-permit-sub.deny@', 'deny.permit@']),
    ...['xss', 'auto-base-san', 'www.auto-www-san'].map((name) => `${name}.${suite}`),
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
    const found = await verdicts(internet, [...denied, ...allowed], truncating);
    const namesWith = (verdict: Verdict) => Object.keys(found).filter((name) => found[name] === verdict);
    expect([namesWith('denied'), namesWith('allowed')]).toEqual([denied, allowed]);
  });

  test.each<[string, Misbehaviour]>([
    ['blackhole', ({ type }) => (type === 'CAA' ? [] : undefined)],
    ['servfail', ({ type }, reply) => (type === 'CAA' ? [coded(reply, 2)] : undefined)],
    ['refused', ({ type }, reply) => (type === 'CAA' ? [coded(reply, 5)] : undefined)],
  ])('%s: not readable, and never allowed', async (label, misbehave) => {
    const name = `${label}.${suite}`;
    const found = await verdicts({ [name]: { on: ['127.0.0.11'] } }, [name], misbehave, 200);
    expect(found).toEqual({ [name]: 'unreadable' });
  });
});

/** Boulder validates by http-01 and its issuer is letsencrypt.org: here ACM's method and amazon.com. */
describe("Boulder's table (va/caa_test.go, TestCAAChecking)", () => {
  const account = 'accounturi=https://amazon.com/acct/reg';
  const table: Readonly<Record<string, readonly [Verdict, ...records: string[]]>> = {
    'reserved.test': ['denied', '0 issue ca.test'],
    'mixedcase.test': ['denied', '0 iSsUe ca.test'],
    'critical.test': ['denied', '1 issue ca.test'],
    'nx.critical.test': ['denied'],
    'absent.test': ['allowed'],
    'present.test': ['allowed', '0 issue amazon.com'],
    'child.present.test': ['allowed'],
    'present.servfail.test': ['allowed', '0 issue amazon.com'],
    'multi-crit-present.test': ['allowed', '1 issue ca.test', '1 issue amazon.com'],
    'unknown-critical.test': ['denied', '128 foo bar'],
    // Boulder reads bit 7 as critical too, for records made by old software. RFC 8659 4.1 and 4.1.1: bit 0 (128) alone is
    // the flag, and the others are ignored.
    'unknown-critical2.test': ['allowed', '1 foo bar'],
    'unknown-noncritical.test': ['allowed', '126 foo bar'],
    'present-with-parameter.test': ['allowed', '0 issue   amazon.com  ;foo=bar;baz=bar'],
    'present-with-invalid-tag.test': ['denied', '0 issue amazon.com; a_b=123'],
    'present-with-invalid-value.test': ['denied', '0 issue amazon.com; ab=1 2 3'],
    'present-other-method.test': ['denied', '0 issue amazon.com; validationmethods=http-01'],
    'present-method.test': ['allowed', '0 issue amazon.com; validationmethods=dns-01'],
    'present-either-method.test': ['allowed', '0 issue amazon.com; validationmethods=http-01,dns-01'],
    // Boulder knows its accounts and denies those of others. Whose an account at Amazon is, only Amazon knows: a doubt.
    'present-accounturi.test': ['allowed', `0 issue amazon.com; ${account}/123`],
    'present-method-accounturi.test': [
      'allowed',
      `0 issue amazon.com; ${account}/123; validationmethods=dns-01`,
    ],
    'present-other-method-accounturi.test': [
      ...(['denied', `0 issue amazon.com; ${account}/123; validationmethods=http-01`] as const),
    ],
    'present-multiple-accounturi.test': [
      ...(['allowed', `0 issue amazon.com; ${account}/321`, `0 issue amazon.com; ${account}/123`] as const),
    ],
    'unsatisfiable.test': ['denied', '0 issue ;'],
    // RFC 8659 4.3: issuewild is for wildcards, which are not requested here.
    'unsatisfiable-wildcard.test': ['allowed', '0 issuewild ;'],
    'unsatisfiable-wildcard-override.test': ['allowed', '0 issue amazon.com', '0 issuewild ca.test'],
    'satisfiable-wildcard-override.test': ['denied', '0 issue ca.test', '0 issuewild amazon.com'],
  };

  test('each name', async () => {
    const all = Object.entries(table);
    const records = all.flatMap(([name, [, ...set]]) => set.map((data) => `${name} CAA ${data}`));
    const expected = Object.fromEntries(all.map(([name, [verdict]]) => [name, verdict]));
    expect(await verdicts({ test: { on: ['127.0.0.11'], records } }, Object.keys(table))).toEqual(expected);
  });

  test('SERVFAIL above the relevant RRset does not matter, and at the name it does', async () => {
    const records = ['present.servfail.test CAA 0 issue amazon.com'];
    const servfail: Misbehaviour = ({ name, type }, reply) =>
      type === 'CAA' && name === 'servfail.test' ? [coded(reply, 2)] : undefined;
    const names = ['present.servfail.test', 'servfail.test', 'x.servfail.test'];
    expect(await verdicts({ test: { on: ['127.0.0.11'], records } }, names, servfail)).toEqual({
      'present.servfail.test': 'allowed',
      'servfail.test': 'unreadable',
      'x.servfail.test': 'unreadable',
    });
  });
});

const ACCOUNT = 'accounturi=https://amazon.com/account';

test.each<[string, Verdict, ...records: string[]]>([
  ['RFC 8659 4.2, two issuers', 'allowed', '0 issue ca1.test', '0 issue amazon.com'],
  ['RFC 8659 4.2, an issuer', 'allowed', '0 issue amazon.com'],
  ['RFC 8659 4.2, with a parameter', 'allowed', '0 issue amazon.com; account=230123'],
  ['RFC 8659 4.2, nobody', 'denied', '0 issue ;'],
  ['RFC 8659 4.2, malformed', 'denied', '0 issue %%%%%'],
  ['RFC 8659 4.3, another name for wildcards', 'denied', '0 issue ca1.test', '0 issuewild amazon.com'],
  ['RFC 8659 4.3, nobody but for wildcards', 'denied', '0 issuewild ca2.test', '0 issue ;'],
  [
    ...(['RFC 8659 4.4, iodef beside it', 'allowed', '0 issue amazon.com'] as const),
    ...(['0 iodef mailto:security@test', '0 iodef https://iodef.test/'] as const),
  ],
  ['RFC 8659 4.5, an unknown critical property', 'denied', '0 issue amazon.com', '128 tbs Unknown'],
  [
    ...(['RFC 8657 A, two accounts', 'allowed'] as const),
    ...([`0 issue amazon.com; ${ACCOUNT}/1234`, `0 issue amazon.com; ${ACCOUNT}/2345`] as const),
  ],
  ['RFC 8657 A, two methods', 'allowed', '0 issue amazon.com; validationmethods=dns-01,xyz-01'],
  [
    ...(['RFC 8657 A, the same in two properties', 'allowed'] as const),
    ...['0 issue amazon.com; validationmethods=dns-01', '0 issue amazon.com; validationmethods=xyz-01'],
  ],
  [
    ...(['RFC 8657 A, a method and an account each', 'allowed'] as const),
    `0 issue amazon.com; ${ACCOUNT}/1234; validationmethods=dns-01`,
    `0 issue amazon.com; ${ACCOUNT}/2345; validationmethods=http-01`,
  ],
  [
    "RFC 8657 A, a method of the authority's own",
    'allowed',
    '0 issue amazon.com; validationmethods=dns-01,ca-foo',
  ],
])('%s, with amazon.com for its issuer: %s', async (_, verdict, ...records) => {
  const zone = { on: ['127.0.0.11'], records: records.map((data) => `certs.test CAA ${data}`) };
  expect(await verdicts({ test: zone }, ['certs.test'])).toEqual({ 'certs.test': verdict });
});
