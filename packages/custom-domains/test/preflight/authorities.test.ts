// Certificate authorities by their own issuer names, their methods, and where each profile is from.
import { describe, expect, test } from 'vitest';
import { AUTHORITIES } from '../../src/authorities/index.ts';
import type { DnsRecord } from '../../src/preflight/reader/answer.ts';
import { judge } from '../../src/preflight/rules/caa-policy.ts';
import { issuance } from './cases/given.ts';
import { zone } from './scenario.ts';

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
