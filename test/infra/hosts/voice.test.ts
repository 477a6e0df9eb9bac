// Who says what: the package of findings knows neither petstore's files nor its commands, which the voice adds; and who decides by
// findings asks the table what they are about.
import type { Finding } from '@petstore/custom-domains/preflight';
import { describe, expect, test } from 'vitest';
import { voiced } from '../../../infra/hosts/voice.ts';
import { planHost } from '../../../infra/plan/plan-stack.ts';
import { CODES } from '../../../packages/custom-domains/src/preflight/codes.ts';
import { filesOf, read } from '../../source-imports.ts';

const host = 'api.example.com';
const nothing = { zones: [], adopt: [], moving: [], verified: [], ttl: { default: 3600, hosts: {} } };
const plan = planHost({ host, site: 'api', role: 'domain' }, { region: 'eu-west-1', ...nothing });

const FRESH = 'an API host of a lost state cannot be: start with --fresh';
const ENDS = 'with who serves it; or delete its SOA and its NS records from a.zone';
const ROWS: readonly [stack: string, NonNullable<Finding['remedy']>, string][] = [
  ['staging', { kind: 'set-again' }, 'FIX'],
  ['staging', { kind: 'move-in' }, `FIX: npm run domains -- move ${host} --stack staging`],
  ['staging', { kind: 'adopted' }, 'FIX: drop the line of petstore:adopt'],
  ['staging', { kind: 'adopt' }, `FIX: npm run domains -- adopt ${host} --stack staging`],
  ['staging', { kind: 'adopt', missingId: 'ID' }, 'in petstore:adopt, FIX'],
  ['local', { kind: 'adopt' }, `take it over: npm run domains -- adopt ${host}; ${FRESH}`],
  ['local', { kind: 'end-zone', zone: 'example.com' }, `declare example.com in petstore:zones ${ENDS}`],
];

test.each(ROWS)('to the user of %s, the fix of %o is: %s', (stack, remedy, fix) => {
  const code = remedy.kind === 'end-zone' ? 'delegated-away' : 'adoptable';
  const text = { found: '', why: '', fix: 'FIX', remedy, records: [] };
  const one = { code, severity: 'blocked', host, ...text } as const;
  expect(voiced(plan, [one], { stack, internetFile: 'a.zone', words: [] })[0]?.fix).toBe(fix);
});

test('of a name that clients refuse from the local cloud, whatever its DNS has, the fix is another name', () => {
  const text = { found: '', why: '', fix: 'FIX', records: [] };
  const one = { code: 'no-such-zone', severity: 'blocked', host, ...text } as const;
  const [found] = voiced(plan, [one], { stack: 'local', internetFile: 'a.zone', words: [] });
  expect(found).toMatchObject({
    fix: 'use a name below .localhost, .test, .example or .invalid',
    records: [],
  });
});

const PACKAGES = 'packages/{custom-domains,pulumi-custom-domains}/src/**/*.ts';

test("the packages that other programs use name none of petstore's settings, types and commands", () => {
  const files = filesOf(PACKAGES);
  expect(files.length).toBeGreaterThan(100);
  const lines = files.flatMap((file) => read(file).match(/.*(petstore:|npm run domains).*/g) ?? []);
  expect(lines.map((line) => line.trim())).toEqual([
    // By which a state can have it.
    "export const FIRST_HOST_TYPE = 'petstore:domains:CustomHost';",
  ]);
});

describe('a finding is asked what it is about, and no code is named elsewhere', () => {
  /** Where findings are made, what is known of them, and what is said of them. */
  const OWNERS = [
    'packages/custom-domains/src/{preflight/{codes,quotas,rules/*,renewal/*},takeover/rule,cli/plans/*}.ts',
    // The reason of a failed query, where CNAMEs never end, is named like the finding.
    'packages/custom-domains/src/preflight/{reader,observation}/*.ts',
    'infra/hosts/voice.ts',
  ];
  const owners = new Set(OWNERS.flatMap(filesOf));
  // An alarm names a heading of the documents.
  const literal = new RegExp(`(?<!heading: )(['"])(${Object.keys(CODES).join('|')})\\1|^ +quota:`, 'm');
  const names = (file: string) => literal.test(read(file));

  test('the pattern finds codes', () => {
    expect([...owners].filter(names).length).toBeGreaterThan(10);
  });

  test('and is in no other file', () => {
    const others = filesOf('{cli,infra,service,packages/*/src,.github/scripts,examples}/**/*.{ts,js}');
    expect(others.filter((file) => !owners.has(file) && names(file))).toEqual([]);
  });
});
