// The descriptions of an OpenAPI document, which are CommonMark, as markup.
import { Marked } from 'marked';
import { escapeHtml, Html } from './html.ts';

const marked = new Marked({
  renderer: {
    // HTML in a description is shown as text.
    html: ({ text }) => escapeHtml(text),
    // Wide tables scroll on a phone, and can be scrolled with a keyboard.
    table({ header, rows }) {
      const cells = (items: typeof header) => items.map((item) => this.tablecell(item)).join('');
      const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('');
      return `<div class="scroll" tabindex="0"><table><thead><tr>${cells(header)}</tr></thead><tbody>${body}</tbody></table></div>`;
    },
    // The page's own headings are of a higher level.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 1, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

export function markdown(text: string | undefined): Html {
  return new Html(text === undefined ? '' : marked.parse(text, { async: false }));
}

/** Without a paragraph around it, for cells and list items. */
export function inlineMarkdown(text: string | undefined): Html {
  return new Html(text === undefined ? '' : marked.parseInline(text, { async: false }));
}
