// The samples of a call, one shown at a time, by radio buttons: they need no script.
import { type Html, html } from './html.ts';
import type { PageContext } from './layout.ts';
import type { Operation } from './openapi.ts';
import { samples } from './samples.ts';

export function sampleView(context: PageContext, operation: Operation): Html {
  const shown = samples(context, operation);
  const name = `sample-${operation.id}`;
  return html`<fieldset class="samples">
    <legend class="hidden">Language of the sample</legend>
    ${shown.map(
      (
        { language },
        index,
      ) => html`<input type="radio" name="${name}" id="${name}-${index}"${index === 0 && html` checked`}>
    <label for="${name}-${index}">${language}</label>`,
    )}
    ${shown.map(({ code }) => html`<div class="sample"><pre><code>${code}</code></pre></div>`)}
  </fieldset>`;
}
