// Interpolated text in Markdown, by a renderer of GitHub's dialect: it is displayed, and it is text.
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { visible } from '../../src/output/escape.ts';
import * as output from '../../src/output/index.ts';
import { foreignText, USUAL } from './foreign.ts';

const { code, fenced, indented, joinMarkdown, link, list, md, withCode } = output;

/** HTML is let through, so that it would show. */
function rendered(text: unknown): string {
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  return micromark(String(text), options);
}

/** Everywhere that the reports have foreign text, and in a table. */
const everywhere = (text: string) => md`### ${text}

${text}

A ${text} and (${text}), "${text}": ${code(text)} end

${list([text, code(text), md`**b** ${text}.  \n  Fix: ${text}`])}

> ${text}

| a | b |
| - | - |
| ${text} | ${code(text)} |

${fenced('text', text)}

${indented(`x${text}`, 10_000).block}

end`;

/** The elements in order, but for those of code spans. */
function elements(html: string): string[] {
  const withoutCode = html.replace(/<code>([^<]*)<\/code>(?!<\/pre>)/g, '$1');
  return [...withoutCode.matchAll(/<(?!\/)([^>]*)>/g)].map(([, name = '']) => name);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const decode = (html: string): string =>
  html.replace(/&(lt|gt|quot|amp);/g, (_, name) => ENTITIES[name] ?? '');
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const shownText = (html: string) => inOneLine(decode(html.replace(/<[^>]*>/g, '')));

/** What GitHub looks for in the rendered text, outside of code. */
const LINKED_BY_GITHUB =
  /@[a-z0-9]|#\d|\bgh-\d|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])|:[\w+-]+:|www\.|:\/\//i;

/** An empty text has no paragraph of its own. */
const words = foreignText.filter((text) => visible(text).trim() !== '');

describe('foreign text', () => {
  test('is never a link, an image, HTML, a mention or a block', () => {
    const plain = elements(rendered(everywhere('x')));
    fc.assert(
      fc.property(words, (text) => {
        const html = rendered(everywhere(text));
        expect(elements(html)).toEqual(plain);
        const outside = decode(html.replace(/<pre>.*?<\/pre>|<code>[^<]*<\/code>/gs, ''));
        expect(outside).not.toMatch(LINKED_BY_GITHUB);
      }),
      { numRuns: 100 },
    );
  });

  test('loses nothing', () => {
    const whole = (text: string) => inOneLine(visible(text));
    fc.assert(
      fc.property(words, (text) => {
        expect(shownText(rendered(md`A ${text} B`))).toBe(`A ${whole(text)} B`);
        const block = `A${text}B`;
        const spaced = block.replace(/\r\n|\n/g, ' ').replace(/\t/g, ' ');
        expect(shownText(rendered(fenced('', block)))).toBe(whole(spaced));
      }),
      { numRuns: 100 },
    );
  });

  test.each(USUAL)('%s is displayed as it is', (text) => {
    const plain = rendered(text.replace(/[*_"]/g, '\\$&'));
    expect(rendered(md`${text}`).replace(/<\/?code>/g, '')).toBe(plain);
    expect(String(code(text))).toBe(`\`${text}\``);
  });
});

test.each([
  ['until 2026-11-22T14:21:20Z: the first', 'until `2026-11-22T14:21:20Z`: the first'],
  ['see https://petstore.example/a.', 'see `https://petstore.example/a`.'],
  ['of @octocat, in #1', 'of `@octocat`, in `#1`'],
  [':tada: is text', '`:tada`: is text'],
  ['- a', '\\- a'],
  ['12. a', '12\\. a'],
  ['12 a', '12 a'],
  ['a_b [c] <d> $e', 'a\\_b \\[c\\] \\<d\\> \\$e'],
  ['see www.a.test!', 'see `www.a.test!`'],
  ['commit 0123abc.', 'commit `0123abc`.'],
  ['mailto:a, gh-1: x', '`mailto:a`, `gh-1`: x'],
])('the running text %j', (text, markdown) => {
  expect(String(md`${text}`)).toBe(markdown);
});

test.each([
  ['a', '`a`'],
  ['a`b', '``a`b``'],
  ['`a', '`` `a ``'],
  [' a', '`  a `'],
  [' ', '` `'],
  ['a|b', '`a`\\|`b`'],
  ['|', '\\|'],
  ['', ''],
])('the code span of %j', (text, span) => {
  expect(String(code(text))).toBe(span);
});

test.each<[string, number, string, boolean]>([
  ['ab\ncd\n\n', 13, '    ab\n    cd', true],
  ['ab\ncd', 12, '    cd', false],
  ['one\rtwo\nthree\nfour', 20, '    three\n    four', false],
  ['x'.repeat(1_001), 2_000, `    ${'x'.repeat(1_000)}`, true],
])(
  'of the text %j, in at most %i characters, whole lines of the end are shown',
  (text, limit, block, isWhole) => {
    const shown = indented(text, limit);
    expect([String(shown.block), shown.isWhole]).toEqual([block, isWhole]);
  },
);

test('commands in running text are code spans, whatever they have in them, and the rest is escaped', () => {
  const command = "add a.example --redirect-to 'https://b.example/x_y*z' && git checkout 1234567 -- [a].yaml";
  const text = `- do *this* first: ${command}; then (${command})`;
  const span = `\`${command}\``;
  expect(String(withCode(text, [command]))).toBe(`\\- do \\*this\\* first: ${span}; then (${span})`);
  expect(String(withCode('a*b', []))).toBe('a\\*b');
  expect(String(withCode(' git a_b then [x] ', ['git a_b', '[x]']))).toBe('`git a_b` then `[x]`');
});

test('a link is of the web, has foreign text, and no address ends it', () => {
  const address = 'https://a.test/?a=(\\)&b=1';
  expect(String(link('*run* of @a', address))).toBe('[\\*run\\* of `@a`](https://a.test/?a=%28%5C%29&b=1)');
  expect(() => link('log', 'javascript:alert(1)')).toThrow('is not an address of the web');
});

test('parts are joined by what is given, and the lines of a list are foreign too', () => {
  expect(String(joinMarkdown(['*a*', md`*b*`, undefined, 1], ' · '))).toBe('\\*a\\* · *b* ·  · 1');
  expect(String(joinMarkdown(['a', 'b']))).toBe('a\n\nb');
  expect(String(list(['*a*', md`*b*`, undefined]))).toBe('- \\*a\\*\n- *b*\n- ');
});
