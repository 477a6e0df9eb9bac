// What others control is printed through packages/custom-domains/src/output, and nothing goes around it: a source that writes to
// a stream, a console or the engine's log by itself fails here, as do other makers of finished text.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Whatever runs in a terminal, in a step of a workflow or in the engine; not the function's log, which is JSON. */
const PRINTING = ['{cli,infra,packages/custom-domains/src}/**/*.{ts,js}', '.github/scripts/*.ts'];
/** Run in a reader's browser, or shown there. */
const BROWSER = /^infra\/docs\/site\/(assets\/|samples\.ts|typescript-sample\.ts)/;
const COMMENTS = /^\s*(\/\/|\/?\*).*$/gm;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8').replace(COMMENTS, '');
const files = globSync(PRINTING, { cwd: ROOT })
  .filter((file) => !BROWSER.test(file))
  .sort();
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(read(file)));

const DIRECT =
  /\bconsole\s*(\.\s*\w+\s*\(|\[)|\b(stdout|stderr|stream)\s*\??\.\s*write\b|\bwriteSync\(|\bpulumi\.log\b|\{[^}]*\blog\b[^}]*\} from '@pulumi\/pulumi'/;

test('only these files write to a stream or to the engine', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(filesWith(DIRECT)).toEqual([
    '.github/scripts/github.ts',
    'cli/domains/io.ts',
    'cli/local/cloud-log.ts', // the file
    'cli/terminal.ts',
    'infra/assert-node.js', // an old Node, which cannot load the gate; it prints its own version
    'packages/custom-domains/src/components/engine-log.ts',
    'packages/custom-domains/src/output/terminal.ts',
  ]);
});

describe('in these', () => {
  test.each([
    'cli/domains/io.ts',
    'cli/local/cloud-log.ts',
    'cli/terminal.ts',
    'packages/custom-domains/src/output/terminal.ts',
  ])('%s: each text is gated', (file) => {
    const writes = [...read(file).matchAll(/\.write\((.*)\)/g)].map(([, what = '']) => what);
    expect(writes).not.toEqual([]);
    const own = /^'\\u001b\[2J\\u001b\[H'$|^`(\$\{clear\})?\$\{line\}(\\n)?`$/;
    expect(writes.filter((what) => !what.includes('printable(') && !own.test(what))).toEqual([]);
  });

  test("the engine's log and its errors are gated", () => {
    const text = files.map(read).join('\n');
    expect(text.match(/pulumi\.log\.\w+\((?!printable\()/g)).toBeNull();
    expect(text.match(/new pulumi\.RunError\((?!\s*printable\()/g)).toBeNull();
    expect(text).toMatch(/new pulumi\.RunError\(/);
  });
});

test('markup of the domains page passes the gate, but for the style sheet of an exported page', () => {
  const raw = /site\/html\.ts'|hono\/html|innerHTML|insertAdjacentHTML|document\.write/;
  expect(globSync('cli/**/*.{ts,js}', { cwd: ROOT }).filter((file) => raw.test(read(file)))).toEqual([
    'cli/domains/open/pages/layout.ts',
  ]);
  const texts = globSync('cli/**/*.ts', { cwd: ROOT }).map(read);
  const made = texts.flatMap((text) => text.match(/\bnew Html\([\w.]*/g) ?? []);
  expect(made).toEqual(['new Html(style']);
});

test('each program of commander is one that writes its help and its refusals through the gate', () => {
  expect(filesWith(/\bnew Command\(/)).toEqual([]);
  expect(filesWith(/\bextends Command\b/)).toEqual(['cli/cli-command.ts']);
  expect(filesWith(/\.configureOutput\(/)).toEqual(['cli/cli-command.ts', 'cli/domains/command.ts']);
});

test('finished text is made in the gate only: elsewhere by its templates', () => {
  expect(filesWith(/\bnew (Shown|Markdown|Gated)\b|\bextends (Shown|Markdown|Gated)\b/)).toEqual([
    'packages/custom-domains/src/output/gated.ts',
    'packages/custom-domains/src/output/markdown.ts',
  ]);
  expect(filesWith(/\bas (unknown as )?(Shown|Markdown|Gated)\b|(?<!function )\b(shown|md)\(/)).toEqual([]);
});

test('commands with parts of others are made by the template that quotes them', () => {
  const line =
    /\b(?:npm run (?:--silent )?(?:domains|keys|release|drill)|npx [a-z]|pulumi [a-z]+ -|pulumi (?:up|preview|refresh|stack|config|import|state)|git (?:add|commit|push|switch|checkout)|gh |aws [a-z0-9]+ |dig |delv |curl |touch )[^`$]*\$\{/g;
  const others = files.flatMap((file) => {
    const text = read(file);
    const starts = [...text.matchAll(line)].map(({ index }) => text.lastIndexOf('`', index));
    return starts.filter((start) => !/\bcommand$/.test(text.slice(0, start))).map(() => file);
  });
  expect(others).toEqual([]);
  expect(filesWith(/\bas Command\b|\bshell(Word|Quoted)\(/)).toEqual([
    'cli/local/engine-environment.ts', // the file for shells
    'packages/custom-domains/src/output/words.ts',
  ]);
});
