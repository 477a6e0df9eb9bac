// CAA policy as tables: what of RFC 8659 and RFC 8657 the public suites (caa-suites.test.ts) do not have.
import { describe, expect, test } from 'vitest';
import { ACM, AUTHORITIES, authorityNamed } from '../../../src/authorities/index.ts';
import type { CaaStep } from '../../../src/preflight/observation/observation.ts';
import { type Answer, type DnsRecord, failed } from '../../../src/preflight/reader/answer.ts';
import { summarizeCaa } from '../../../src/preflight/rules/caa.ts';
import { judge, searched, strictest } from '../../../src/preflight/rules/caa-policy.ts';
import { issuance } from '../cases/given.ts';
import { cloudflareHost } from '../plans.ts';

function caa(text: string, name = 'a.test'): DnsRecord {
  const [flags = '', tag = '', ...rest] = text.split(' ');
  const value = rest.join(' ');
  return { name, type: 'CAA', ttl: 300, value: text, caa: { flags: Number(flags), tag, value } };
}

test.each<[string, string[], boolean]>([
  ['no authority (blank)', ['0 issue '], false],
  ['no authority, and Amazon beside it', ['0 issue ;', '0 issue amazon.com'], true],
  ['a look-alike', ['0 issue amazon.com.evil.test'], false],
  ['a subdomain of its name', ['0 issue ca.amazon.com'], false],
  ['malformed counts as no authority: a parameter without a value', ['0 issue amazon.com; policy'], false],
  ['malformed counts as no authority: two words', ['0 issue amazon.com letsencrypt.org'], false],
  ['malformed beside well-formed', ['0 issue %%%%%', '0 issue amazon.com'], true],
  ['only iodef', ['0 iodef mailto:a@a.test'], true],
  ['only issuemail', ['0 issuemail ;'], true],
  ['only issuevmc', ['0 issuevmc ;'], true],
  ['critical on a known tag', ['128 issue amazon.com', '128 iodef mailto:a@a.test'], true],
  ['a known tag in capitals, critical', ['128 IssueWild ;'], true],
  ['a tag named critical', ['0 critical amazon.com'], true],
  ['validation by the label of the requirements', ['0 issue amazon.com;validationmethods=ca-tbr-7'], true],
  ['validation by "dns", which is not a label', ['0 issue amazon.com;validationmethods=dns'], false],
  ['validation by a persistent record only', ['0 issue amazon.com; validationmethods=dns-persist-01'], false],
  ['a malformed list of methods', ['0 issue amazon.com; validationmethods=dns-01,'], false],
  ['a method in capitals', ['0 issue amazon.com; validationmethods=DNS-01'], false],
  ['methods twice', ['0 issue amazon.com; validationmethods=dns-01; validationmethods=dns-01'], false],
  ['a semicolon after the last parameter', ['0 issue amazon.com; policy=ev;'], false],
  ['a semicolon after the issuer', ['0 issue amazon.com;'], true],
  ['two of them', ['0 issue amazon.com;;'], false],
  ['a parameter without a name', ['0 issue amazon.com; =1'], false],
  ['blanks around each part', ['0 issue \tamazon.com ; a = 1 ; b=2\t'], true],
  ['no method at all', ['0 issue amazon.com; validationmethods='], false],
  ['a method that only looks like DNS', ['0 issue amazon.com; validationmethods=dnsx'], false],
  ["another authority's methods", ['0 issue amazon.com', '0 issue le.test; validationmethods=http-01'], true],
  [
    'two accounts at once',
    ['0 issue amazon.com; accounturi=https://a.test/1; accounturi=https://a.test/2'],
    false,
  ],
])('may Amazon issue for a name that is not a wildcard? %s: %j %s', (_, records, allows) => {
  expect(judge(records.map((text) => caa(text))).allows).toBe(allows);
});

describe('where servers differ, the strictest', () => {
  const relevantSet = (steps: readonly CaaStep[]) => strictest(searched(steps, false), ACM);
  const read = { authoritative: true, chain: [] } as const;
  const absent: Answer = { kind: 'absent', ...read };
  const unread = failed('servfail', 'ns1 answered SERVFAIL');
  const set = (text: string): Answer => ({ kind: 'found', ...read, records: [caa(text)] });

  /** From the strictest: what each server has, and what may be issued by it. */
  const answers: readonly (readonly [string, Answer])[] = [
    ['one that forbids', set('0 issue other.test')],
    ['one that cannot be read', unread],
    ['one that another account may be meant by', set('0 issue amazon.com; accounturi=https://a.test/1')],
    ['one that allows', set('0 issue amazon.com')],
  ];
  const pairs = answers.flatMap(([name, strict], i) =>
    answers.slice(i + 1).map(([other, lenient]) => [name, other, strict, lenient] as const),
  );
  const stepOf = (...differing: readonly Answer[]): CaaStep => ({
    ...{ name: 'x.a.test', own: differing[0] ?? absent },
    differing: differing.map((own, index) => ({ own, server: `ns${index}.a.test` })),
  });
  const found = (...differing: readonly Answer[]) => relevantSet([stepOf(...differing)]);

  test.each(pairs)('%s, not %s', (_strict, _lenient, strict, lenient) => {
    expect(found(strict, lenient)).toEqual(found(strict));
    expect(found(lenient, strict)).toEqual(found(strict));
    expect(found(strict)).not.toEqual(found(lenient));
  });

  test('of a set and none, also what is further up', () => {
    const step = stepOf(set('0 issue amazon.com'), absent);
    const forbidding: CaaStep = { name: 'a.test', own: set('0 issue other.test') };
    expect(relevantSet([step, forbidding])).toMatchObject({ at: 'a.test' });
    expect(relevantSet([step])).toMatchObject({ at: 'x.a.test' });
  });
});

test('the summary of a host says that CAA is not known where it could not be read', () => {
  const plan = cloudflareHost('a.test', 'a.test');
  const summary = (own: Answer) =>
    summarizeCaa(plan, {
      ...{ host: plan.host, at: 0, resolverOnly: false, views: [], doubled: [] },
      caa: [{ name: plan.host, own }],
      cut: { kind: 'zone', name: plan.host, negativeTtl: 60, missing: [] },
    });
  expect(summary(failed('servfail', 'SERVFAIL'))).toBe('CAA not known');
  expect(summary({ kind: 'absent', authoritative: true, chain: [] })).toBe('Amazon may issue (no CAA)');
});

const issuers = AUTHORITIES.flatMap(({ id, issuers: names }) => names.map((name) => [id, name] as const));

test.each(issuers)('%s is allowed by %s, and the others are not', (id, issuer) => {
  for (const { id: other } of AUTHORITIES) {
    expect(judge([caa(`0 issue ${issuer}`)], issuance(other)).allows).toBe(other === id);
  }
});

test.each([
  ['letsencrypt', 'letsencrypt'],
  // Values of `certificate_authority`: Cloudflare's provider 5.8, Fastly's provider 7.
  ['lets_encrypt', 'letsencrypt'],
  ['lets-encrypt', 'letsencrypt'],
  ['ssl_com', 'sslcom'],
  ['certainly', 'certainly'],
  ['pki.goog', 'google'],
  ['ZeroSSL', 'sectigo'],
  ['entrust', 'sectigo'],
  ['trust-provider.com', 'sectigo'],
  ['geotrust', 'digicert'],
  // It issued its last certificate on 2025-10-31.
  ['buypass', undefined],
  ['', undefined],
])('--authority %s, by its id, its other names or its CAA names, is %s', (name, id) =>
  expect(authorityNamed(name)?.id).toBe(id),
);

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
  ['a method that the client does not have', [`${le}dns-account-01`], [], false],
  ['a method that is used where it is chosen', [`${le}dns-persist-01`], [], ['dns-persist-01']],
  ['that one, and it is chosen', [`${le}dns-persist-01`], ['dns-persist-01'], true],
  ['another one than that', [`${le}dns-01`], ['dns-persist-01'], false],
])('validationmethods, where the client chooses the challenge: %s', (_, values, methods, expected) => {
  const records = values.map((value) => caa(`0 issue ${value}`));
  const verdict = judge(records, issuance('letsencrypt', ...methods));
  const only = verdict.allows ? verdict.only?.map(({ id }) => id) : undefined;
  expect(only ?? verdict.allows).toEqual(expected);
});
