// The finding of a host that is live: a table of what the account has, and what the stack file lists.
import { expect, test } from 'vitest';
import type { Finding } from '../../src/preflight/finding.ts';
import { type Adoption, mayBeAdoptable, withAdoption } from '../../src/preflight/rules/adoptable.ts';
import { cloudflareHost } from './plans.ts';

const HOST = 'api.example.com';
const plan = cloudflareHost(HOST, 'example.com');
const conflict = (value: string, type = 'CNAME'): Finding => ({
  ...{ code: type === 'CNAME' ? 'cname-elsewhere' : 'conflicting-record', severity: 'blocked', host: HOST },
  ...{ found: '', why: '', fix: '' },
  records: [{ action: 'remove', name: HOST, type, value, ttl: 300 }],
});
const caa: Finding = { ...conflict('', 'CAA'), code: 'caa-blocks-authority', records: [] };
const gateway = conflict('d-1.execute-api.eu-west-1.amazonaws.com');
const distribution = conflict('d1.cloudfront.net');
const address = conflict('192.0.2.1', 'A');
const served = { resources: ['the domain name d-1'], isServed: true, differing: [] };

const codes = (findings: readonly Finding[]) => findings.map(({ severity, code }) => `${severity} ${code}`);

test.each<[string, Adoption, readonly Finding[], readonly string[]]>([
  ['not listed, exactly ours', { declared: false, existing: served }, [gateway], ['blocked adoptable']],
  [
    'listed, exactly ours',
    { declared: true, existing: served },
    [gateway, caa],
    ['info adoptable', 'blocked caa-blocks-authority'],
  ],
  ['listed, and without a record', { declared: true, existing: served }, [], ['info adoptable']],
  ['not listed, and without a conflict', { declared: false, existing: served }, [caa], codes([caa])],
  [
    'listed, and its id is missing',
    { declared: true, existing: { ...served, missingId: 'mapping' } },
    [gateway],
    ['blocked adoptable'],
  ],
  [
    'listed, and a record differs',
    { declared: true, existing: { ...served, differing: ['CNAME x'] } },
    [gateway],
    codes([gateway]),
  ],
  [
    'listed, and nothing of the account serves it',
    { declared: true, existing: { ...served, isServed: false } },
    [gateway],
    codes([gateway]),
  ],
  [
    'listed, and the account refuses',
    { declared: true, failure: 'denied' },
    [gateway],
    ['blocked adoptable', ...codes([gateway])],
  ],
  [
    'not listed, and the account refuses',
    { declared: false, failure: 'denied' },
    [gateway],
    codes([gateway]),
  ],
  ['listed, without the account', { declared: true }, [gateway], ['warning adoptable']],
  [
    'listed, without the account, at a distribution',
    { declared: true },
    [distribution],
    codes([distribution]),
  ],
  ['listed, without the account, with an address', { declared: true }, [address], codes([address])],
  ['listed, without the account, free', { declared: true }, [], []],
  ['not listed, without the account', { declared: false }, [gateway], codes([gateway])],
])('%s', (_name, adoption, findings, expected) => {
  expect(codes(withAdoption(plan, findings, adoption))).toEqual(expected);
});

test.each<[string, readonly Finding[], boolean]>([
  ['a conflict beside another finding: the account is read', [caa, gateway], true],
  ['no conflict: it is not', [caa], false],
  ['nothing found: it is not', [], false],
])('%s', (_name, findings, expected) => {
  expect(mayBeAdoptable(findings)).toBe(expected);
});

test('addresses at an apex may be those of an alias record', () => {
  const apex = cloudflareHost('example.com', 'example.com');
  const [first] = withAdoption(apex, [address], { declared: true });
  expect(first).toMatchObject({ code: 'adoptable', severity: 'warning' });
});

test.each([
  ['1 . alpn=h2', ['warning adoptable']],
  ['1 old.example.net', ['blocked conflicting-record', 'blocked stale-https-record']],
])(
  'an HTTPS record at an apex may be the stack’s own where it names no other target: %s',
  (value, expected) => {
    const apex = cloudflareHost('example.com', 'example.com', { target: 'distribution' });
    const https: Finding = { ...conflict(value, 'HTTPS'), code: 'stale-https-record' };
    expect(codes(withAdoption(apex, [address, https], { declared: true }))).toEqual(expected);
  },
);
