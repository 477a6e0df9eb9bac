// The page for a path that the site does not have.
import { html } from './html.ts';
import { type PageContext, page } from './layout.ts';

export function notFoundPage(context: PageContext): string {
  return page(context, {
    title: `Not found: ${context.api.document.info.title}`,
    description: 'This page does not exist',
    main: html`<div class="hero">
  <h1>This page does not exist</h1>
  <p class="lead">Try the <a href="/">guide</a> or the <a href="/reference">reference</a>.</p>
</div>`,
  });
}
