// Descriptions of the contract as markup: nothing in them runs when a reader opens or clicks it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineMarkdown, markdown } from '../../../infra/docs/site/markdown.ts';

test('every address in the markup is of the web, of the page or of a mailbox', () => {
  const known = ['javascript:', 'data:', 'vbscript:', 'https://a.test/', '#', ''];
  const scheme = fc.constantFrom(...known, 'java\nscript:', '\t');
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

test('a link stays one, and HTML is text', () => {
  expect(inlineMarkdown('[a](../guide)').markup).toBe('<a href="../guide">a</a>');
  expect(markdown('<b>a</b>').markup.trim()).toBe('<p>&lt;b&gt;a&lt;/b&gt;</p>');
});
