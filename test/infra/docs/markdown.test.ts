// Descriptions of the contract as markup: nothing in them runs when a reader opens or clicks it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineMarkdown, markdown } from '../../../infra/docs/site/markdown.ts';

test.each([
  ['[a **b**](https://a.test/?x=1 "t")', '<a href="https://a.test/?x=1" title="t">a <strong>b</strong></a>'],
  ['[a](#errors)', '<a href="#errors">a</a>'],
  ['[a](../guide)', '<a href="../guide">a</a>'],
  ['<me@a.test>', '<a href="mailto:me@a.test">me@a.test</a>'],
  ['![a](/icon.svg)', '<img src="/icon.svg" alt="a">'],
])('%s is a link or an image', (text, expected) => {
  expect(inlineMarkdown(text).markup).toBe(expected);
});

test('every address in the markup is of the web, of the page or of a mailbox', () => {
  const scheme = fc.constantFrom(
    'javascript:',
    'data:',
    'vbscript:',
    'https://a.test/',
    '#',
    '',
    'java\nscript:',
    '\t',
  );
  const form = fc.constantFrom('[x](H)', '![x](H)', '[x](<H>)', '<H>', '[x][y]\n\n[y]: H', '[x](H "H")', 'H');
  fc.assert(
    fc.property(scheme, form, fc.string({ maxLength: 10 }), (start, how, rest) => {
      const text = how.replaceAll('H', () => `${start}${rest}`);
      const markup = markdown(text).markup + inlineMarkdown(text).markup;
      for (const [, url = ''] of markup.matchAll(/(?:href|src)="([^"]*)"/g)) {
        const address = url.replace(/&(amp|lt|gt|quot|#39);/g, '&');
        expect(new URL(address, 'https://docs.test/').protocol).toMatch(/^(https?|mailto):$/);
      }
      expect(markup).not.toMatch(/<script|\son\w+=(?![^<]*")/i);
    }),
    { numRuns: 500 },
  );
});

test.each<[string | undefined, string]>([
  ['# A *b*', '<h2>A <em>b</em></h2>'],
  ['<b>a</b>', '<p>&lt;b&gt;a&lt;/b&gt;</p>'],
  [
    '| a |\n| - |\n| 1 |',
    '<div class="scroll" tabindex="0"><table><thead><tr><th>a</th>\n</tr></thead><tbody><tr><td>1</td>\n</tr></tbody></table></div>',
  ],
  [undefined, ''],
])('markup of a block: %j', (text, expected) => {
  expect(markdown(text).markup.trim()).toBe(expected);
});
