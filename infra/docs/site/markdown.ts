// The descriptions of an OpenAPI document, which are CommonMark, as markup. It runs nothing: HTML and addresses with a script
// are shown as text.
import { Marked } from 'marked';
import { escapeHtml, Html, html } from './html.ts';

const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // `&` is escaped as well, so that `javascript&#58;` stays a relative address.
    link({ href, tokens, text }) {
      if (!isSafe(href)) return escapeHtml(`${text} (${href})`);
      return html`<a href="${href}">${new Html(this.parser.parseInline(tokens))}</a>`.markup;
    },
    // The site's policy loads none from elsewhere.
    image: ({ href, text }) => escapeHtml(`${text} (${href})`),
    // The page's own headings are of a higher level.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 1, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

const SAFE_PROTOCOLS = ['https:', 'http:', 'mailto:'];

/** As a browser reads the address (WHATWG URL): a tab in `java\tscript:` does not hide it, and a relative one is of the page. */
function isSafe(href: string): boolean {
  const url = URL.canParse(href, PAGE) ? new URL(href, PAGE) : undefined;
  return url !== undefined && SAFE_PROTOCOLS.includes(url.protocol);
}

const PAGE = 'https://docs.invalid/';

export function markdown(text: string | undefined): Html {
  return new Html(text === undefined ? '' : marked.parse(text, { async: false }));
}

export function inlineMarkdown(text: string | undefined): Html {
  return new Html(text === undefined ? '' : marked.parseInline(text, { async: false }));
}
