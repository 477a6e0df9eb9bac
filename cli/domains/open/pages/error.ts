// A page for what was refused, is not there, or went wrong.

import { layout } from './layout.ts';
import { html, paragraphs } from './markup.ts';

interface Trouble {
  readonly title: string;
  /** Of one or more lines. */
  readonly what: string;
  readonly fix?: string;
}

export function errorPage({ title, what, fix }: Trouble): string {
  return layout({
    title,
    main: html`<h1>${title}</h1>
<div class="notice" role="alert">${paragraphs(what)}${fix !== undefined && html`<p><strong>${fix}</strong></p>`}</div>
<p><a href="/">All hosts</a></p>`,
  });
}
