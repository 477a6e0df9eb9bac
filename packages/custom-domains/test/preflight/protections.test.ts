// What Route 53 lets nobody change (record set protections) or may refuse to delete (change guardrails), of what a host needs: botocore
// 1.44.8 of 2026-11-20.
import { expect, test } from 'vitest';
import { command } from '../../src/output/index.ts';
import { guardedDeletions, protectedRecords } from '../../src/preflight/rules/protections.ts';

const VALIDATION = `_${'0a1b2c3d'.repeat(4)}`;
const zone = { name: 'shop.example', provider: 'route53' } as const;
const www = { host: 'www.shop.example', apex: false, zone, target: 'gateway' } as const;
const apex = { host: 'shop.example', apex: true, zone, target: 'distribution' } as const;

test.each([
  ['its CNAME', www, 'www.shop.example CNAME', true],
  ['its validation record', www, `${VALIDATION}.www.shop.example CNAME`, true],
  ['another type at its name', www, 'www.shop.example A', false],
  ['a record below it', www, 'a.www.shop.example CNAME', false],
  ["another host's", www, 'shop.example A', false],
  ['an alias record', apex, 'shop.example AAAA', true],
  ['the HTTPS record of a distribution', apex, 'shop.example HTTPS', true],
  ['the HTTPS record beside a gateway', { ...apex, target: 'gateway' }, 'shop.example HTTPS', false],
  ['the mail of an apex', apex, 'shop.example MX', false],
] as const)('%s', (_case, host, record, isFound) => {
  const [name = '', type = ''] = record.split(' ');
  const findings = protectedRecords(host, [{ name, type, comment: 'of ops', lift: command`lift it` }]);
  expect(findings.map(({ code, severity, found }) => [code, severity, found])).toEqual(
    isFound ? [['record-protected', 'blocked', `${type} ${name} is protected: "of ops"`]] : [],
  );
  expect(findings.filter(({ fix }) => !fix.includes('lift it'))).toEqual([]);
});

test('a guardrail is a warning for what a deployment deletes at the host, and for nothing else', () => {
  const guardrail = { guardrail: 'ACTIVE_RECORD_CHECK', refuses: 'a queried record', first: 'wait' };
  const protections = [{ ...guardrail, lift: command`turn it off` }];
  expect(protectedRecords(www, protections)).toEqual([]);
  expect(guardedDeletions(www, protections, [])).toEqual([]);
  const ofRecord = { name: 'www.shop.example', type: 'A', lift: command`x` };
  expect(guardedDeletions(www, [ofRecord], ['A'])).toEqual([]);
  expect(guardedDeletions(www, protections, ['A', 'AAAA'])).toMatchObject([
    {
      ...{ code: 'guardrail-refuses', severity: 'warning', host: 'www.shop.example' },
      found: 'the deployment deletes A, AAAA www.shop.example, and ACTIVE_RECORD_CHECK is on in its zone',
      fix: 'wait, or turn the guardrail off for the deployment: turn it off',
    },
  ]);
});
