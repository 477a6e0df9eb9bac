// The descriptions of an OpenAPI document are CommonMark; they become markup here.
import { Marked } from 'marked';
import { escapeHtml, Html } from './html.ts';

const marked = new Marked({
  renderer: {
    // Descriptions are text: markup in them is shown, not run.
    html: ({ text }) => escapeHtml(text),
    // Wide tables scroll by themselves on a phone, and are reachable with a keyboard.
    table({ header, rows }) {
      const cells = (items: typeof header) => items.map((item) => this.tablecell(item)).join('');
      const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('');
      return `<div class="scroll" tabindex="0"><table><thead><tr>${cells(header)}</tr></thead><tbody>${body}</tbody></table></div>`;
    },
    // The page's own headings are above these.
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
