// Markup of the pages: what is interpolated passes the gate of all output, and is then escaped as HTML.
import { visible } from '@petstore/custom-domains/output';
import { html as escaped, Html, type Part } from '../../../../infra/docs/site/html.ts';

export type { Html } from '../../../../infra/docs/site/html.ts';

/** The documentation site's template, for text that others control: DNS records, a stack's file, an error. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return escaped(strings, ...parts.map(gated));
}

function gated(part: Part): Part {
  if (typeof part === 'string') return visible(part);
  if (part instanceof Html || typeof part !== 'object') return part;
  return part.map(gated);
}

/** Text of the project's own files, as it is: a style sheet. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Text of several lines, such as an error's message. */
export function paragraphs(text: string): Html[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => html`<p>${line}</p>`);
}
