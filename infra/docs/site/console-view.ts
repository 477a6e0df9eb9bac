// The form that sends a real request with the reader's own key; assets/console.js is its script.

import { type Html, html } from './html.ts';
import type { PageContext } from './layout.ts';
import type { Api, Operation, Parameter } from './openapi.ts';
import { curlOptions, samples } from './samples.ts';
import { bodyExamples, parameterExample } from './schema-view.ts';

export function consoleForm(context: PageContext, operation: Operation): Html {
  const { api, baseUrl, authorityFile } = context;
  const { id, method, path, parameters, body, needsKey } = operation;
  const [example] = body ? bodyExamples(api, body.media) : [];
  return html`<details class="console">
    <summary>Try it</summary>
    <form data-method="${method}" data-url="${baseUrl}${path}" data-curl-options="${curlOptions(authorityFile).join(' ')}"${
      body && html` data-content-type="${body.mediaType}"`
    } aria-label="Try ${id}" autocomplete="off">
      ${needsKey && keyField(id)}
      ${parameters.map((parameter) => parameterField(api, id, parameter))}
      ${
        example &&
        html`<p><label for="${id}-body">Body</label>
      <textarea id="${id}-body" class="body" rows="5" spellcheck="false">${example.text}</textarea></p>`
      }
      <p><button type="submit" disabled>Send ${method}</button></p>
      <noscript><p>The console needs JavaScript. The samples above need only your own tools.</p></noscript>
      <div class="result" role="status"></div>
    </form>
  </details>`;
}

/** Of type password, so that the key is not visible; it stays in the page's memory and is sent only to the API. */
function keyField(id: string): Html {
  return html`<p><label for="${id}-key">API key</label>
      <input id="${id}-key" class="key" type="password" placeholder="pets_..." autocomplete="off" spellcheck="false"
        required aria-describedby="${id}-key-note"><small id="${id}-key-note">Sent to the API only, and forgotten
        when you leave this page.</small></p>`;
}

function parameterField(api: Api, id: string, parameter: Parameter): Html {
  const { name, required = false } = parameter;
  const field = `${id}-${name}`;
  const attributes = html`id="${field}" name="${name}" data-in="${parameter.in}"${required && html` required`}`;
  const { enum: values } = api.resolve(parameter.schema ?? {});
  const input = values
    ? html`<select ${attributes}>${!required && html`<option value="">any</option>`}${values.map(
        (value) => html`<option>${String(value)}</option>`,
      )}</select>`
    : html`<input ${attributes} spellcheck="false" ${exampleAttribute(parameter)}>`;
  return html`<p><label for="${field}">${name}</label> ${input}</p>`;
}

/** A required field begins with its example, ready to send; an optional one is empty and says so. */
function exampleAttribute(parameter: Parameter): Html | undefined {
  const example = parameterExample(parameter);
  if (parameter.required) return example === undefined ? undefined : html`value="${example}"`;
  return html`placeholder="optional${example !== undefined && `, such as ${example}`}"`;
}

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
