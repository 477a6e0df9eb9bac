// One operation of the reference: its parameters and body, its responses, samples of a call, and a console.
import { consoleForm } from './console-view.ts';
import { bodyExamples } from './examples.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './layout.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import type { Api, MediaType, Operation, OperationResponse } from './openapi.ts';
import { sampleView } from './sample-view.ts';
import { fieldList, objectFields, parameterFields, typeView } from './schema-view.ts';

export function operationView(context: PageContext, operation: Operation): Html {
  const { api } = context;
  const { id, method, path, summary, description } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
  <div class="about">
    <h3 id="${id}-title">${summary} ${badges(operation)}</h3>
    <p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    ${deprecation(api, operation)}
    ${markdown(description)}
    ${parametersView(api, operation)}
    ${bodyView(api, operation)}
    <h4>Responses</h4>
    ${operation.responses.map((response) => responseView(api, operation, response))}
  </div>
  <div class="try">
    ${sampleView(context, operation)}
    ${consoleForm(context, operation)}
  </div>
</section>`;
}

export function badges({ stability, deprecated, needsKey }: Operation): Html {
  // A deprecated operation is marked as such once.
  const marker = deprecated ? 'deprecated' : stability;
  return html`${marker !== undefined && html`<span class="badge ${marker}">${marker}</span>`}${
    !needsKey && html` <span class="badge">no key needed</span>`
  }`;
}

function deprecation(api: Api, { deprecated, sunset, replacement }: Operation): Html | undefined {
  if (!deprecated) return undefined;
  const successor = api.operations.find(({ id }) => id === replacement);
  return html`<p class="notice"><strong>Deprecated.</strong> ${
    sunset !== undefined &&
    html`It will be removed on <time datetime="${sunset}">${longDate(sunset)}</time>. `
  }${
    successor &&
    html`Use <a href="/reference#${successor.id}"><code>${successor.method} ${successor.path}</code></a> in its place.`
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

function parametersView(api: Api, { parameters }: Operation): Html | undefined {
  if (parameters.length === 0) return undefined;
  const groups = (['path', 'query', 'header'] as const)
    .map((place) => ({ place, fields: parameterFields(parameters.filter((one) => one.in === place)) }))
    .filter(({ fields }) => fields.length > 0);
  return html`${groups.map(
    ({ place, fields }) => html`<h4>${PLACES[place]}</h4>${fieldList(api, PLACES[place], fields)}`,
  )}`;
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'In the headers' } as const;

function bodyView(api: Api, { body }: Operation): Html | undefined {
  if (body === undefined) return undefined;
  const { schema = {} } = body.media;
  return html`<h4>Body <span class="type">${typeView(api, schema)}, ${body.mediaType}</span></h4>
    ${markdown(body.description)}
    ${fieldList(api, 'Body', objectFields(api, schema))}
    ${examplesView(api, body.media)}`;
}

function responseView(api: Api, operation: Operation, response: OperationResponse): Html {
  const { status, description, headers, media } = response;
  const kind = status.startsWith('2') ? 'good' : 'bad';
  return html`<details class="response" id="${operation.id}-${status}">
      <summary><span class="status ${kind}">${status}</span> <span>${inlineMarkdown(description)}</span></summary>
      <div>${media?.schema && html`<p class="limits">Body: ${typeView(api, media.schema)}</p>`}
      ${media && examplesView(api, media)}
      ${
        headers.length > 0 &&
        html`<p class="limits">Headers</p>${fieldList(api, `Headers of ${status}`, headerFields(response), ['always', 'sometimes'])}`
      }</div>
    </details>`;
}

function headerFields({ headers }: OperationResponse) {
  return headers.map(({ name, description, schema = {}, required = false }) => ({
    name,
    required,
    description,
    schema,
  }));
}

function examplesView(api: Api, media: MediaType): Html {
  return html`${bodyExamples(api, media).map(
    ({ name, text }) =>
      html`<figure><figcaption>${name}</figcaption><pre><code>${text}</code></pre></figure>`,
  )}`;
}
