// The reference: conventions, every operation, every schema, every error.
import { errorTable } from './error-table.ts';
import { type Html, html } from './html.ts';
import { type PageContext, page } from './layout.ts';
import { markdown } from './markdown.ts';
import type { Api, Schema } from './openapi.ts';
import { operationView } from './operation-view.ts';
import { fieldList, limitsOf, objectFields, typeView } from './schema-view.ts';

export function referencePage(context: PageContext): string {
  const { api, baseUrl } = context;
  const { title } = api.document.info;
  return page(context, {
    title: `${title}: reference`,
    description: `Every operation, schema, response and error of the ${title}`,
    current: 'reference',
    main: html`<div class="with-contents">
${contents(api)}
<div>
<h1>Reference</h1>
<p class="base"><span>Base address</span> <code>${baseUrl}</code></p>
<p>Keys, errors in general and limits are under <a href="/#conventions">Good to know</a>.</p>
${tagsOf(api).map(
  ({ name, description }) => html`<h2 id="tag-${name}">${capital(name)}</h2>
${markdown(description)}
${api.operations.filter(({ tag }) => tag === name).map((operation) => operationView(context, operation))}`,
)}
<h2 id="errors">Errors</h2>
${errorTable(api)}
<h2 id="schemas">Schemas</h2>
${api.schemas.map(([name, schema]) => schemaView(api, name, schema))}
</div>
</div>`,
  });
}

function contents(api: Api): Html {
  return html`<nav class="contents" aria-label="On this page">
  ${tagsOf(api).map(
    ({ name }) => html`<p><a href="#tag-${name}">${capital(name)}</a></p>
  <ul>${api.operations
    .filter(({ tag }) => tag === name)
    .map(
      ({ id, summary, deprecated }) =>
        html`<li><a href="#${id}">${deprecated ? html`<s>${summary}</s>` : summary}</a></li>`,
    )}</ul>`,
  )}
  <p><a href="#errors">Errors</a></p>
  <p><a href="#schemas">Schemas</a></p>
  <ul>${api.schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
</nav>`;
}

/** In the order in which operations use them; a tag may lack a description. */
function tagsOf({ document, operations }: Api): { name: string; description?: string }[] {
  const used = [...new Set(operations.map(({ tag }) => tag))];
  return used.map((name) => document.tags?.find((tag) => tag.name === name) ?? { name });
}

function schemaView(api: Api, name: string, schema: Schema): Html {
  const fields = objectFields(api, schema);
  const limits = limitsOf(schema);
  return html`<section class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title">
  <h3 id="schema-${name}-title">${name} <span class="type">${typeView(api, schema)}</span></h3>
  ${markdown(schema.description)}
  ${limits.length > 0 && markdown(limits.join(' · '))}
  ${fields.length > 0 && fieldList(api, name, fields)}
</section>`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
