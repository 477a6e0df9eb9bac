// The wording of every finding, in one golden file. All other tests assert codes, severities and records, so that a new
// wording changes one source file and the golden file, and docs/findings.md at most.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/preflight/finding.ts';
import { LIVE } from './golden/live.ts';
import { PURE } from './golden/pure.ts';
import { run } from './scenario.ts';

async function allFindings(): Promise<Readonly<Record<string, readonly Finding[]>>> {
  const live: Record<string, readonly Finding[]> = {};
  for (const [name, one] of Object.entries(LIVE)) live[name] = await run({ name, finds: [], ...one });
  return { ...live, ...PURE };
}
const findings = allFindings();

/** Without what differs in each run: ports, keys and times. */
const stable = (text: string): string =>
  text
    .replace(/(127\.0\.0\.\d+):\d+/g, '$1:PORT')
    .replace(/\b(tag|key|has) \d+\b(?!\.)/g, '$1 TAG')
    .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME');

const textOf = ({ code, severity, found, why, fix }: Finding): string =>
  `${severity} ${code}: ${found}\n  ${why}\n  ${fix}`;

test('every finding reads as the golden file has it', async () => {
  const all = Object.entries(await findings);
  expect(all.filter(([, found]) => found.length === 0).map(([name]) => name)).toEqual([]);
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  const golden = all.map(([name, found]) => [`# ${name}`, ...found.map(textOf).filter(isNew)].join('\n'));
  expect(golden.join('\n')).not.toMatch(/undefined|\[object/);
  await expect(`${stable(golden.join('\n'))}\n`).toMatchFileSnapshot('./golden/findings.txt');
});

const ROOT = join(import.meta.dirname, '../../../..');
const GOLDEN = 'packages/custom-domains/test/preflight/golden/findings.txt';
const textsIn = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }));

/** Literal parts of the file's strings and templates that are at least five words long. */
function sentencesIn(text: string): string[] {
  const literals = [...text.matchAll(/'([^'\n]+)'|`([^`]+)`/g)].map(
    ([, plain, template]) => plain ?? template,
  );
  const parts = literals.flatMap((literal = '') => literal.split(/\$\{[^}]*\}/)).map((part) => part.trim());
  return parts.filter((part) => part.split(' ').length >= 5);
}

test('a sentence of a finding stands in one source file, and in no test but the golden file', () => {
  const golden = readFileSync(join(ROOT, GOLDEN), 'utf8');
  const rules = textsIn('packages/custom-domains/src/{preflight/{rules,renewal}/*,takeover/rule}.ts');
  const sources = textsIn('{cli,infra,packages/custom-domains/src}/**/*.ts');
  const tests = textsIn('packages/custom-domains/test/**/*.{ts,txt,snap}');
  const sentences = new Set(
    rules.flatMap(({ text }) => sentencesIn(text)).filter((one) => golden.includes(one)),
  );
  expect(sentences.size).toBeGreaterThan(60);
  const filesWith = (files: typeof tests, sentence: string) =>
    files.filter(({ text }) => text.includes(sentence)).map(({ file }) => file);
  const repeated = [...sentences].map((sentence) => ({
    sentence,
    sources: filesWith(sources, sentence),
    tests: filesWith(tests, sentence).filter((file) => file !== GOLDEN),
  }));
  expect(repeated.filter((one) => one.sources.length !== 1 || one.tests.length > 0)).toEqual([]);
});
