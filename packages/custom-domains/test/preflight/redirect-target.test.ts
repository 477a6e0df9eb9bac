// A redirect waits for its target, and is known to be blocked only where its target is.
import { expect, test } from 'vitest';
import { type CheckedHost, exitStatus, type FindingCode, verdictOf } from '../../src/preflight/finding.ts';
import { redirectsToBlocked } from '../../src/preflight/rules/redirect-target.ts';
import { finding } from '../../src/preflight/rules/rule.ts';
import { cloudflareHost } from './plans.ts';

const WWW = 'www.petstore.test';
const target = cloudflareHost('petstore.test', 'petstore.test');
const from = {
  ...cloudflareHost(WWW, 'petstore.test'),
  redirect: { to: `https://${target.host}`, status: 301 },
};
const TEXT = { found: 'a', why: 'b', fix: 'c' };

/** What the redirect is found to have, where its target has that finding. */
function found(code: FindingCode, deployed: readonly string[] = []) {
  const checked = [
    { plan: from, findings: [] },
    { plan: target, findings: [finding(target, code, 'blocked', TEXT)] },
  ];
  return redirectsToBlocked(checked as unknown as CheckedHost[], new Set(deployed)).get(WWW) ?? [];
}

test.each<[string, FindingCode, readonly string[], string, string, 0 | 1 | 3]>([
  ['is blocked', 'cname-elsewhere', [], 'target-blocked blocked', 'blocked', 1],
  ['could not be read', 'dns-unreadable', [], 'dns-unreadable blocked', 'unknown', 3],
  ['is blocked, of a deployed redirect', 'cname-elsewhere', [WWW], 'target-blocked warning', 'warning', 0],
  ['could not be read, of a deployed one', 'dns-unreadable', [WWW], 'target-blocked warning', 'warning', 0],
])('a target that %s', (_what, code, deployed, expected, verdict, status) => {
  const findings = found(code, deployed);
  expect(findings.map((one) => `${one.code} ${one.severity}`)).toEqual([expected]);
  expect(verdictOf(findings)).toBe(verdict);
  expect(exitStatus(findings)).toBe(status);
  expect(findings[0]?.found).toContain(
    code === 'dns-unreadable' ? 'whose DNS could not be read' : 'is blocked',
  );
});

test('a target that is deployed holds nothing', () => {
  expect(found('dns-unreadable', [target.host])).toEqual([]);
});
