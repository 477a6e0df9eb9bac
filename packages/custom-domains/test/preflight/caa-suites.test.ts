// CAA held to the public suites: SSLMate's caatestsuite (its DNSSEC is in ../dnssec/lab.ts), Boulder's table, and the examples of RFC 8659 and 8657.
// Their issuer is Amazon here, their method is ACM's, and each case is a zone that is read over real sockets.
import { describe, expect, test } from 'vitest';
import { ACM } from '../../src/authorities/index.ts';
import { observeCaa } from '../../src/preflight/observation/observe-caa.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { judge, searched, strictest } from '../../src/preflight/rules/caa-policy.ts';
import { type Misbehaviour, startDns } from './dns-server.ts';
import { responds, silent, truncated, when } from './scenario.ts';

const ROOT = { name: '', delegation: { kind: 'unseen' }, servers: [] } as const;

type Verdict = 'allowed' | 'denied' | 'unreadable';

/** The verdict for each name, by the relevant RRset of that zone as it is. */
async function verdicts(
  [zone, ...records]: readonly [string, ...(readonly string[])],
  names: readonly string[],
  { misbehave, timeoutMs = 5000 }: { misbehave?: Misbehaviour; timeoutMs?: number } = {},
): Promise<Record<string, Verdict>> {
  await using dns = await startDns({ [zone]: { on: ['127.0.0.11'], records } }, { misbehave });
  const reader = createReader({ resolver: dns.resolver, authorityPort: dns.port, timeoutMs, tries: 1 });
  const all = await Promise.all(
    names.map(async (name) => {
      const set = strictest(searched(await observeCaa(reader, ROOT, name, []), false), ACM);
      if (set.kind === 'unreadable') return [name, 'unreadable'] as const;
      const allows = set.kind === 'none' || judge(set.records).allows;
      return [name, allows ? 'allowed' : 'denied'] as const;
    }),
  );
  return Object.fromEntries(all);
}

describe("SSLMate's caatestsuite", () => {
  test('an RRset of 1,001 records, which is larger than a packet and comes over TCP', async () => {
    const big = Array.from({ length: 1000 }, (_, index) => `big.test CAA 0 t${index} test`);
    const misbehave: Misbehaviour = ({ transport }, reply) =>
      transport === 'tcp' || reply.length < 1232 ? undefined : [truncated(reply)];
    const zone = ['test', ...big, 'big.test CAA 0 issue ca.test'] as const;
    expect(await verdicts(zone, ['big.test'], { misbehave })).toEqual({ 'big.test': 'denied' });
  });

  test.each([
    ['blackhole', silent],
    ['servfail', responds('SERVFAIL')],
    ['refused', responds('REFUSED')],
  ])('%s: not readable, and never allowed', async (label, change) => {
    const name = `${label}.test`;
    const limits = { misbehave: when({ types: ['CAA'] }, change), timeoutMs: 200 };
    expect(await verdicts([name], [name], limits)).toEqual({ [name]: 'unreadable' });
  });
});

/** Lines of `label verdict`, and in brackets each record of the name, of CAA unless it has a type; `*` is Amazon's issuer, and `#` begins a
 * comment. */
const SUITES = {
  "SSLMate's caatestsuite, each name that can be a zone file": `
empty denied [0 issue ;]
deny denied [0 issue ca.test]
uppercase-deny denied [0 ISSUE ca.test]
mixedcase-deny denied [0 IsSuE ca.test]
critical1 denied [128 caatestsuitedummyproperty test]
critical2 denied [130 caatestsuitedummyproperty test]
sub1.deny denied
sub2.sub1.deny denied
cname-deny denied [CNAME deny.test]
cname-cname-deny denied [CNAME cname-deny.test]
sub1.cname-deny denied
dname-permit.deny denied [DNAME permit.test]
cname-permit-sub.deny denied [CNAME sub.permit.test]
permit allowed [0 dummy dummy]
deny.permit denied [0 issue ca.test]
# RFC 8659 4.3: issuewild says nothing of a name that is not a wildcard, and no other is requested here.
deny-wild allowed [0 issuewild ca.test]
xss denied [0 issue <script>alert('Wheeeeee')</script>]
www.auto-base-san allowed [0 dummy dummy]
auto-base-san denied [0 issue ca.test]
www.auto-www-san denied [0 issue ca.test]
auto-www-san allowed`,
  // Boulder validates by http-01 and its issuer is letsencrypt.org: here ACM's method and amazon.com.
  "Boulder's table (va/caa_test.go, TestCAAChecking)": `
reserved denied [0 issue ca.test]
mixedcase denied [0 iSsUe ca.test]
critical denied [1 issue ca.test]
nx.critical denied
absent allowed
present allowed [0 issue *]
child.present allowed
present.servfail allowed [0 issue *]
multi-crit-present allowed [1 issue ca.test] [1 issue *]
unknown-critical denied [128 foo bar]
# Boulder reads bit 7 as critical too, for records made by old software. RFC 8659 4.1 and 4.1.1: bit 0 (128) alone is
# the flag, and the others are ignored.
unknown-critical2 allowed [1 foo bar]
unknown-noncritical allowed [126 foo bar]
present-with-parameter allowed [0 issue   *  ;foo=bar;baz=bar]
present-with-invalid-tag denied [0 issue *; a_b=123]
present-with-invalid-value denied [0 issue *; ab=1 2 3]
present-other-method denied [0 issue *; validationmethods=http-01]
present-method allowed [0 issue *; validationmethods=dns-01]
present-either-method allowed [0 issue *; validationmethods=http-01,dns-01]
# Boulder knows its accounts and denies those of others. Whose an account at Amazon is, only Amazon knows: a doubt.
present-accounturi allowed [0 issue *; accounturi=https://a.test/reg/123]
present-method-accounturi allowed [0 issue *; accounturi=https://a.test/reg/123; validationmethods=dns-01]
present-other-method-accounturi denied [0 issue *; accounturi=https://a.test/reg/123; validationmethods=http-01]
present-multiple-accounturi allowed [0 issue *; accounturi=https://a.test/reg/321] [0 issue *; accounturi=https://a.test/reg/123]
unsatisfiable denied [0 issue ;]
# RFC 8659 4.3: issuewild is for wildcards, which are not requested here.
unsatisfiable-wildcard allowed [0 issuewild ;]
unsatisfiable-wildcard-override allowed [0 issue *] [0 issuewild ca.test]
satisfiable-wildcard-override denied [0 issue ca.test] [0 issuewild *]`,
  'the examples of RFC 8659, 4.2 to 4.5, and of RFC 8657, A': `
two-issuers allowed [0 issue ca1.test] [0 issue *]
with-a-parameter allowed [0 issue *; account=230123]
malformed denied [0 issue %%%%%]
nobody-but-for-wildcards denied [0 issuewild ca2.test] [0 issue ;]
iodef-beside-it allowed [0 issue *] [0 iodef mailto:security@test] [0 iodef https://iodef.test/]
an-unknown-critical-property denied [0 issue *] [128 tbs Unknown]
two-methods allowed [0 issue *; validationmethods=dns-01,xyz-01]
the-same-in-two-properties allowed [0 issue *; validationmethods=dns-01] [0 issue *; validationmethods=xyz-01]
an-account-and-a-method allowed [0 issue *; accounturi=https://a.test/1; validationmethods=dns-01] [0 issue *; validationmethods=http-01]
a-method-of-the-authority's-own allowed [0 issue *; validationmethods=dns-01,ca-foo]`,
};

test.each(Object.entries(SUITES))('%s', async (_, text) => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const cases = lines.map((line) => {
    const [label, verdict] = line.split(' ');
    const records = [...line.matchAll(/\[([^\]]+)\]/g)].map(([, data = '']) =>
      data.replace('*', 'amazon.com'),
    );
    return { name: `${label}.test`, verdict, records };
  });
  const records = cases.flatMap(({ name, records: own }) =>
    own.map((data) => `${name} ${/^[A-Z]/.test(data) ? '' : 'CAA '}${data}`),
  );
  const expected = Object.fromEntries(cases.map(({ name, verdict }) => [name, verdict]));
  expect(await verdicts(['test', ...records], Object.keys(expected))).toEqual(expected);
});

test('SERVFAIL above the relevant RRset does not matter, and at the name it does', async () => {
  const records = ['test', 'present.servfail.test CAA 0 issue amazon.com'] as const;
  const names = ['present.servfail.test', 'servfail.test', 'x.servfail.test'];
  const misbehave = when({ name: 'servfail.test', types: ['CAA'] }, responds('SERVFAIL'));
  expect(await verdicts(records, names, { misbehave })).toEqual({
    'present.servfail.test': 'allowed',
    'servfail.test': 'unreadable',
    'x.servfail.test': 'unreadable',
  });
});
