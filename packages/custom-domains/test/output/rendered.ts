// Markdown with foreign text in every place that the reports have, rendered: it is text there, as any other text is.
import { expect } from 'vitest';
import { visible } from '../../src/output/escape.ts';
import { code, fenced, indented, joinMarkdown, list, type Markdown, md } from '../../src/output/index.ts';
import { foreignText } from './foreign.ts';

/** Everywhere that the reports have foreign text, and in a table. */
const everywhere = (text: string): Markdown => md`### ${text}

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
const elements = (html: string): string[] =>
  [...html.replace(/<code>([^<]*)<\/code>(?!<\/pre>)/g, '$1').matchAll(/<(?!\/)([^>]*)>/g)].map(
    ([, name = '']) => name,
  );

export const shownText = (html: string): string =>
  decode(html.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
const decode = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|amp);/g,
    (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as string] ?? '',
  );

/** What GitHub looks for in the rendered text, outside of code. */
const LINKED_BY_GITHUB = [
  /@[a-z0-9]/i,
  /#\d/,
  /\bgh-\d/i,
  /(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i,
  /:[\w+-]+:/,
  /www\.|:\/\//i,
];

export function expectText(render: (text: string) => string, texts: readonly string[]): void {
  const html = render(String(joinMarkdown(texts.map((text) => everywhere(text)))));
  const plain = elements(render(String(everywhere('x'))));
  expect(elements(html)).toEqual(texts.flatMap(() => plain));
  const outside = decode(html.replace(/<pre>.*?<\/pre>|<code>[^<]*<\/code>/gs, ''));
  for (const pattern of LINKED_BY_GITHUB) expect(outside).not.toMatch(pattern);
}

/** An empty text has no paragraph of its own. */
export const words = foreignText.filter((text) => visible(text).trim() !== '');
