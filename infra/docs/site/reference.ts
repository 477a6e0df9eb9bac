// The reference: conventions, every operation, every schema, every error.
import { type Html, html } from './html.ts';
import { type PageContext, page } from './layout.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import type { Api, MediaType, Operation, OperationResponse, Schema } from './openapi.ts';
import { consoleForm, sampleView } from './samples.ts';
import { bodyExamples, fieldList, limitsOf, objectFields, typeView } from './schema-view.ts';

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
  ({ name, description, operations }) => html`<h2 id="tag-${name}">${capital(name)}</h2>
${markdown(description)}
${operations.map((operation) => operationView(context, operation))}`,
)}
<h2 id="errors">Errors</h2>
${errorTable(api)}
<h2 id="schemas">Schemas</h2>
${api.schemas.map(([name, schema]) => schemaView(name, schema))}
</div>
</div>`,
  });
}

function contents(api: Api): Html {
  return html`<nav class="contents" aria-label="On this page">
  ${tagsOf(api).map(
    ({ name, operations }) => html`<p><a href="#tag-${name}">${capital(name)}</a></p>
  <ul>${operations.map(
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
function tagsOf({ document, operations }: Api) {
  return [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, own]) => {
    return { name, operations: own, ...document.tags?.find((tag) => tag.name === name) };
  });
}

function schemaView(name: string, schema: Schema): Html {
  const fields = objectFields(schema);
  const limits = limitsOf(schema);
  return html`<section class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title">
  <h3 id="schema-${name}-title">${name} <span class="type">${typeView(schema)}</span></h3>
  ${markdown(schema.description)}
  ${limits.length > 0 && markdown(limits.join(' · '))}
  ${fields.length > 0 && fieldList(name, fields)}
</section>`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function operationView(context: PageContext, operation: Operation): Html {
  const { api } = context;
  const { id, method, path, summary, description } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
  <div class="about">
    <h3 id="${id}-title">${summary} ${badges(operation)}</h3>
    <p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    ${deprecation(api, operation)}
    ${markdown(description)}
    ${parametersView(operation)}
    ${bodyView(operation)}
    <h4>Responses</h4>
    ${operation.responses.map((response) => responseView(operation, response))}
  </div>
  <div class="try">
    ${sampleView(context, operation)}
    ${consoleForm(context, operation)}
  </div>
</section>`;
}

export function badges({ 'x-stability': stability, deprecated, needsKey }: Operation): Html {
  // A deprecated operation is marked as such once.
  const marker = deprecated ? 'deprecated' : stability;
  return html`${marker !== undefined && html`<span class="badge ${marker}">${marker}</span>`}${
    !needsKey && html` <span class="badge">no key needed</span>`
  }`;
}

function deprecation(api: Api, { deprecated, ...operation }: Operation): Html | undefined {
  if (!deprecated) return undefined;
  const { 'x-sunset': sunset, 'x-replacement': replacement } = operation;
  const successor = api.operations.find(({ id }) => id === replacement?.operationId);
  return html`<p class="notice"><strong>Deprecated.</strong> ${
    sunset !== undefined &&
    html`It will be removed on <time datetime="${sunset}">${longDate(sunset)}</time>. `
  }${
    successor &&
    html`Use <a href="/reference#${successor.id}"><code>${successor.method} ${successor.path}</code></a> with <code>${replacement?.parameter}</code> in its place.`
  }</p>`;
}

// Our own: Intl first reads its tables of every language, which takes 20 ms of each preview.
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `2030-12-05` → `5 December 2030`. */
function longDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 0) - 1]} ${year}`;
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'In the headers' } as const;

function parametersView({ parameters }: Operation): Html {
  const groups = Object.entries(PLACES).map(([place, title]) => {
    const fields = parameters.filter((one) => one.in === place);
    return fields.length > 0 && html`<h4>${title}</h4>${fieldList(title, fields)}`;
  });
  return html`${groups}`;
}

function bodyView({ body }: Operation): Html | undefined {
  if (body === undefined) return undefined;
  const { schema = {} } = body.media;
  return html`<h4>Body <span class="type">${typeView(schema)}, ${body.mediaType}</span></h4>
    ${markdown(body.description)}
    ${fieldList('Body', objectFields(schema))}
    ${examplesView(body.media)}`;
}

function responseView(operation: Operation, response: OperationResponse): Html {
  const { status, description, headers, media } = response;
  const kind = status.startsWith('2') ? 'good' : 'bad';
  return html`<details class="response" id="${operation.id}-${status}">
      <summary><span class="status ${kind}">${status}</span> <span>${inlineMarkdown(description)}</span></summary>
      <div>${media?.schema && html`<p class="limits">Body: ${typeView(media.schema)}</p>`}
      ${media && examplesView(media)}
      ${
        headers.length > 0 &&
        html`<p class="limits">Headers</p>${fieldList(`Headers of ${status}`, headers, ['always', 'sometimes'])}`
      }</div>
    </details>`;
}

function examplesView(media: MediaType): Html {
  return html`${bodyExamples(media).map(
    ({ name, text }) =>
      html`<figure><figcaption>${name}</figcaption><pre><code>${text}</code></pre></figure>`,
  )}`;
}

/** Each example of an error, with its operations. Those without a code are the gateway's own. */
function errorTable(api: Api): Html {
  const examples = api.operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, media }) => {
      if (Number(status) < 400 || media === undefined) return [];
      return bodyExamples(media).map(({ text }) => ({ id, status, text }));
    }),
  );
  const rows = [...Map.groupBy(examples, ({ status, text }) => `${status} ${text}`).values()];
  const byStatus = rows.sort(([one], [other]) => (one?.status ?? '').localeCompare(other?.status ?? ''));
  return html`<dl class="errors">${byStatus.map(errorView)}</dl>`;
}

function errorView(row: readonly { readonly id: string; readonly status: string; readonly text: string }[]) {
  const [{ status = '', text = '{}' } = {}] = row;
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  return html`<div>
    <dt><span class="status bad">${status}</span> ${code === undefined ? html`<span class="type">from the gateway, without a code</span>` : html`<code>${code}</code>`}</dt>
    <dd><p>${message}</p><p class="limits">${row.map(
      ({ id }, index) => html`${index > 0 && ', '}<a href="#${id}-${status}">${id}</a>`,
    )}</p></dd></div>`;
}
