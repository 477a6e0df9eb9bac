// The first page: what the API is, how to get a key, a first call, and the operations.
import { consoleForm, sampleView } from './console-view.ts';
import { html } from './html.ts';
import { type PageContext, page } from './layout.ts';
import { markdown } from './markdown.ts';
import type { Api, Operation } from './openapi.ts';
import { badges } from './reference.ts';

export function landingPage(context: PageContext): string {
  const { api, baseUrl } = context;
  const { title, summary = '', description } = api.document.info;
  return page(context, {
    title: `${title}: documentation`,
    description: summary,
    current: 'guide',
    main: html`<div class="hero">
  <h1>${title}</h1>
  <p class="lead">${summary}</p>
  <p class="base"><span>Base address</span> <code>${baseUrl}</code></p>
</div>
<div class="guide">
<ol class="steps">
  <li><h2>Get a key</h2>
    ${markdown(keyDescription(api))}
    <p>Keep it in the environment, not in your code:</p>
    <pre><code>export PETSTORE_KEY=pets_...</code></pre></li>
  <li><h2>Make a first call</h2>
    ${firstCall(context)}</li>
  <li><h2>Go on</h2>
    <p>Every operation has its fields, its responses and a console in the <a href="/reference">reference</a>.</p>
    ${operationList(api.operations)}</li>
</ol>
<section class="conventions" id="conventions"><h2>Good to know</h2>${markdown(description)}</section>
</div>`,
  });
}

function keyDescription(api: Api): string | undefined {
  return Object.values(api.document.components?.securitySchemes ?? {})[0]?.description;
}

/** The first operation of the document that needs a key. */
function firstCall(context: PageContext) {
  const first = context.api.operations.find(({ needsKey }) => needsKey);
  return (
    first &&
    html`${sampleView(context, first)}
    <p>Or from this page, without any tools:</p>
    ${consoleForm(context, first)}`
  );
}

function operationList(operations: readonly Operation[]) {
  return html`<ul class="operations">${operations.map(
    (operation) =>
      html`<li><a href="/reference#${operation.id}"><span class="method ${operation.method.toLowerCase()}">${
        operation.method
      }</span> <code>${operation.path}</code> <span>${operation.summary}</span></a> ${badges(operation)}</li>`,
  )}</ul>`;
}
