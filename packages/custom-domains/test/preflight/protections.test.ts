// Records that Route 53 lets nobody change (record set protections, botocore 1.44.8 of 2026-11-20): those that a host needs.
import { expect, test } from 'vitest';
import { command } from '../../src/output/index.ts';
import { protectedRecords } from '../../src/preflight/rules/protections.ts';

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
