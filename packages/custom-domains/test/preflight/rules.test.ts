// Every rule, by cases of live DNS over real sockets: severity and code, the records to change, and that these are the fix.
// The wording of each finding is in one golden file: all other tests assert codes, severities and records.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODES } from '../../src/preflight/codes.ts';
import type { Finding } from '../../src/preflight/finding.ts';
import { CAA } from './cases/caa.ts';
import { DNSSEC } from './cases/dnssec.ts';
import { GIVEN } from './cases/given.ts';
import { HOSTS } from './cases/host.ts';
import { MOVES } from './cases/moves.ts';
import { PERSIST } from './cases/persist.ts';
import { PURE } from './cases/pure.ts';
import { SERVERS } from './cases/servers.ts';
import { ZONES } from './cases/zone.ts';
import { SEVERAL_ZONES } from './cases/zone-meant.ts';
import { codesOf, found, verify } from './scenario.ts';

const TABLES = {
  ...HOSTS,
  ...ZONES,
  ...SEVERAL_ZONES,
  ...CAA,
  ...GIVEN,
  ...PERSIST,
  ...SERVERS,
  ...DNSSEC,
  ...MOVES,
};

for (const [title, table] of Object.entries(TABLES)) describe(title, () => verify(table));

test.each(Object.entries(PURE))('%s', (_, [finds, findings]) => expect(codesOf(findings)).toBe(finds));

/** Without what differs in each run: ports, keys and times. */
const stable = (text: string): string =>
  text
    .replace(/(127\.0\.0\.\d+):\d+/g, '$1:PORT')
    .replace(/\b(tag|key|has) \d+\b(?!\.)/g, '$1 TAG')
    .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME')
    .replace(/within [\d.]+ s, queried/g, 'within TIME, queried');

/** What texts have in common that differ in a name, an address, a number or a record only. */
const shapeOf = (text: string): string =>
  text.replace(/\b(A|AAAA|MX|TXT|SRV|CAA|HTTPS)\b|\S*[\d."_]\S*/g, 'X').replace(/X((,| and)? X)+/g, 'X');

/** One text of each shape. */
const distinct = <T>(items: readonly T[], textOf: (item: T) => string): T[] => [
  ...new Map(items.toReversed().map((item) => [shapeOf(textOf(item)), item])).values(),
];

const fixOf = ({ why, fix }: Finding): string => `  ${why}\n  ${fix}`;
const foundOf = ({ severity, found }: Finding): string => `    ${severity}: ${found}`;

test('every finding reads as the golden file has it', async () => {
  const cases = Object.values(TABLES).flatMap((table) => Object.values(table));
  const live = await Promise.all(cases.map(found));
  const pure = Object.values(PURE).flatMap(([, findings]) => findings.filter(({ why }) => why !== 'why'));
  const all = [...live.flat(), ...pure];
  const sections = Object.entries(Object.groupBy(all, ({ code }) => code)).map(([code, some = []]) => {
    const groups = distinct(some, fixOf).map((one) => {
      const same = some.filter((other) => shapeOf(fixOf(other)) === shapeOf(fixOf(one)));
      return [fixOf(one), ...distinct(same, foundOf).map(foundOf)].join('\n');
    });
    return [code, ...groups].join('\n');
  });
  const golden = stable(sections.sort().join('\n'));
  expect(golden).not.toMatch(/undefined|\[object/);
  await expect(`${golden}\n`).toMatchFileSnapshot('./golden/findings.txt');
});

const ROOT = join(import.meta.dirname, '../../../..');
const GOLDEN = 'packages/custom-domains/test/preflight/golden/findings.txt';
const textsIn = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }));

/** Literal parts of the file's strings and templates that are at least six words long. */
function sentencesIn(text: string): string[] {
  const literals = [...text.matchAll(/'([^'\n]+)'|`([^`]+)`/g)];
  const parts = literals
    .flatMap(([, plain, template = '']) => (plain ?? template).split(/\$\{[^}]*\}/))
    .map((part) => part.trim());
  return parts.filter((part) => part.split(' ').length >= 6);
}

const RULES = textsIn(
  'packages/custom-domains/src/{preflight/{quotas,{rules,renewal}/*},takeover/rule,cli/plans/{check-plan,planned-hosts,refusals}}.ts',
);

/** Not of the DNS of a host, so that no case here finds them: `quotas.test.ts`, `protections.test.ts` and the tests of the plans do. */
const OF_PLANS = ['certificate-limits', 'plan-refused', 'plan-unreadable'];
const WITHOUT_CASE = [...OF_PLANS, 'guardrail-refuses', 'quota', 'record-protected'];

test('every code is found by a case and has an entry in docs/findings.md, and every entry is a code', () => {
  const codes = Object.keys(CODES);
  // What the cases find: a rule that is in no list of rules has no place there.
  const found = readFileSync(join(ROOT, GOLDEN), 'utf8').split(/\n(?! )/);
  const isFound = (code: string) => found.some((section) => section.startsWith(`${code}\n`));
  expect(codes.filter((code) => !isFound(code)).sort()).toEqual(WITHOUT_CASE.sort());
  const entries = readFileSync(join(ROOT, 'docs/findings.md'), 'utf8').split(/^### /m).slice(1);
  const titleOf = (entry: string) => entry.split('\n')[0];
  expect(entries.map(titleOf).sort()).toEqual(codes.sort());
  // A host that is configured already has nothing to fix.
  expect(entries.filter((one) => !one.includes('**Fix**: ')).map(titleOf)).toEqual(['already-configured']);
});

test('a sentence of a finding stands in one source file, and in no test but the golden file', () => {
  const golden = readFileSync(join(ROOT, GOLDEN), 'utf8');
  const sources = textsIn('{cli,infra,packages/custom-domains/src}/**/*.ts');
  const tests = textsIn('packages/custom-domains/test/**/*.{ts,txt,snap}');
  const all = RULES.flatMap(({ text }) => sentencesIn(text));
  const sentences = new Set(all.filter((one) => golden.includes(one)));
  expect(sentences.size).toBeGreaterThan(100);
  const filesWith = (files: typeof tests, sentence: string) =>
    files.filter(({ text }) => text.includes(sentence)).map(({ file }) => file);
  const repeated = [...sentences].map((sentence) => ({
    sentence,
    sources: filesWith(sources, sentence),
    tests: filesWith(tests, sentence).filter((file) => file !== GOLDEN),
  }));
  expect(repeated.filter((one) => one.sources.length !== 1 || one.tests.length > 0)).toEqual([]);
});
