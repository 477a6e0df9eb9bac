// Interpolated text in Markdown, by a renderer of GitHub's dialect: it is displayed, and it is text.
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { visible } from '../../src/output/escape.ts';
import { code, fenced, indented, link, md, withCode } from '../../src/output/index.ts';
import { USUAL } from './foreign.ts';
import { expectText, shownText, words } from './rendered.ts';

/** HTML is let through, so that it would show. */
function byMicromark(text: string): string {
  return micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

test.each([
  ['until 2026-11-22T14:21:20Z: the first', 'until `2026-11-22T14:21:20Z`: the first'],
  ['see https://petstore.example/a.', 'see `https://petstore.example/a`.'],
  ['of @octocat, and', 'of `@octocat`, and'],
  [':tada: is text', '`:tada`: is text'],
])('what ends a sentence is not quoted with the word: %s', (text, expected) => {
  expect(String(md`${text}`)).toBe(expected);
});

describe('foreign text is never a link, an image, HTML, a mention or a block', () => {
  test('by micromark', () => {
    fc.assert(
      fc.property(words, (text) => expectText(byMicromark, [text])),
      { numRuns: 500 },
    );
  });

  test('nothing of it is lost', () => {
    const whole = (text: string) => visible(text).replace(/\s+/g, ' ').trim();
    fc.assert(
      fc.property(words, (text) => {
        expect(shownText(byMicromark(String(md`A ${text} B`)))).toBe(`A ${whole(text)} B`);
        expect(shownText(byMicromark(String(fenced('', `A${text}B`))))).toBe(
          whole(`A${text}B`.replace(/\r\n|\n/g, ' ').replace(/\t/g, ' ')),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test.each(USUAL)('%s is displayed as it is', (text) => {
  expect(byMicromark(String(md`${text}`)).replace(/<\/?code>/g, '')).toBe(
    byMicromark(text.replace(/[*_"]/g, '\\$&')),
  );
  expect(String(code(text))).toBe(`\`${text}\``);
});

test('words that GitHub would link are code spans, which can be copied', () => {
  expect(String(md`at https://a.test by @all in #1`)).toBe('at https://a.test by @all in #1');
  expect(String(md`${'at https://a.test by @all in #1'}`)).toBe('at `https://a.test` by `@all` in `#1`');
});

test('commands in running text are code spans, whatever they have in them, and the rest is escaped', () => {
  const command = "add a.example --redirect-to 'https://b.example/x_y*z' && git checkout 1234567 -- [a].yaml";
  const text = `- do *this* first: ${command}; then (${command})`;
  const span = `\`${command}\``;
  expect(String(withCode(text, [command]))).toBe(`\\- do \\*this\\* first: ${span}; then (${span})`);
  expect(String(withCode('a*b', []))).toBe('a\\*b');
});

test('a text of spaces and an empty one add nothing', () => {
  expect(String(md`a ${''}${' '} b`)).toBe('a  b');
});

test('of a text that is too long, whole lines of the end are shown', () => {
  const { block, isWhole } = indented('one\rtwo\nthree\nfour', 20);
  expect([String(block), isWhole]).toEqual(['    three\n    four', false]);
});

test('a link is of the web, and no address ends it', () => {
  expect(String(link('log', 'https://a.test/x)(y'))).toBe('[log](https://a.test/x%29%28y)');
  expect(() => link('log', 'javascript:alert(1)')).toThrow('is not an address of the web');
});
