// One call in three languages, ready to paste, with the key from the environment; and the form that sends a real request with the
// reader's own key, whose script is assets/console.js.
import { shellQuoted } from '@petstore/custom-domains/output';
import { type Html, html } from './html.ts';
import type { PageContext } from './layout.ts';
import type { Operation, Parameter } from './openapi.ts';
import { bodyExamples } from './schema-view.ts';

export interface Sample {
  readonly language: 'curl' | 'JavaScript' | 'Python';
  readonly code: string;
}

type Server = Pick<PageContext, 'baseUrl' | 'authorityFile'>;

interface Call extends Pick<Operation, 'method' | 'needsKey'>, Pick<Server, 'authorityFile'> {
  readonly url: string;
  readonly body?: string;
}

/** The operation with its examples filled in: required parameters, and query parameters that have one. */
export function samples(server: Server, { method, path, parameters, body, needsKey }: Operation): Sample[] {
  const { baseUrl, authorityFile } = server;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(parameter.example))}`)
    .join('&');
  const place = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? whole),
  );
  const url = `${baseUrl}${place}${query && `?${query}`}`;
  const call: Call = { method, url, body: bodyExamples(body?.media)[0]?.text, authorityFile, needsKey };
  return [
    { language: 'curl', code: curl(call) },
    { language: 'JavaScript', code: javascript(call) },
    { language: 'Python', code: python(call) },
  ];
}

function curlOptions(authorityFile: string | undefined): string[] {
  return authorityFile === undefined ? [] : [`--cacert ${shellQuoted(authorityFile)}`];
}

/** The key is no argument, as other users of the machine can read those. */
const AUTHORIZED_CURL = 'echo "Authorization: Bearer $PETSTORE_KEY" | curl -H @-';

function curl({ method, url, body, authorityFile, needsKey }: Call): string {
  const sent = (json: string) => ["-H 'Content-Type: application/json'", `-d ${shellQuoted(oneLine(json))}`];
  return [
    `${needsKey ? AUTHORIZED_CURL : 'curl'} ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...curlOptions(authorityFile),
    ...(body === undefined ? [] : sent(body)),
  ].join(' \\\n  ');
}

function javascript({ method, url, body, authorityFile, needsKey }: Call): string {
  const headers = [
    needsKey && "Authorization: 'Bearer ' + process.env.PETSTORE_KEY",
    body && "'Content-Type': 'application/json'",
  ];
  const options = lines(
    method !== 'GET' && `  method: '${method}',`,
    headersOf(headers, 'headers: ', '  ', ' '),
    body && `  body: JSON.stringify(${oneLine(body)}),`,
  );
  return lines(
    // Node reads the variable once, when it starts.
    authorityFile && `// Start Node with NODE_EXTRA_CA_CERTS=${shellQuoted(authorityFile)}\n// ${RESOLVING}`,
    `const response = await fetch('${url}'${options && `, {\n${options}\n}`});`,
    'const body = await response.json();',
    "if (!response.ok) throw new Error(body.code + ': ' + body.message);",
    'console.log(body);',
  );
}

function python({ method, url, body, authorityFile, needsKey }: Call): string {
  const headers = [
    needsKey && '"Authorization": f"Bearer {os.environ[\'PETSTORE_KEY\']}"',
    body && '"Content-Type": "application/json"',
  ];
  return lines(
    `import json, ${needsKey ? 'os, ' : ''}${authorityFile ? 'ssl, ' : ''}urllib.error, urllib.request\n`,
    authorityFile &&
      `# ${RESOLVING}\ncontext = ssl.create_default_context(cafile=${JSON.stringify(authorityFile)})`,
    'request = urllib.request.Request(',
    `    "${url}",`,
    method !== 'GET' && `    method="${method}",`,
    body && `    data=json.dumps(${pythonLiteral(oneLine(body))}).encode(),`,
    headersOf(headers, 'headers=', '    ', ''),
    ')',
    'try:',
    `    with urllib.request.urlopen(request${authorityFile ? ', context=context' : ''}) as response:`,
    '        print(json.load(response))',
    'except urllib.error.HTTPError as error:',
    '    body = json.load(error)',
    '    raise SystemExit(body["code"] + ": " + body["message"])',
  );
}

type Optional = string | false | undefined;

/** False without headers; one is on the line of their name, which is a language's, with `space` inside of the braces. */
function headersOf(given: readonly Optional[], name: string, indent: string, space: string) {
  const [first, ...more] = given.filter((header) => typeof header === 'string');
  if (first === undefined) return false;
  const all = [first, ...more].map((header) => `${indent}${indent}${header},\n`).join('');
  return `${indent}${name}{${more.length === 0 ? `${space}${first}${space}` : `\n${all}${indent}`}},`;
}

function lines(...texts: readonly Optional[]): string {
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** JSON's strings and numbers are Python's too; its three words are not. The numbers stay exact. */
function pythonLiteral(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => words[token] ?? token);
}

/** `{ "name": "Rex" }`: JSON is a JavaScript literal. */
function oneLine(json: string): string {
  return json.replace(/\s*\n\s*/g, ' ');
}

/** curl and browsers resolve `*.localhost` themselves (RFC 6761 6.3); other clients ask the system, which may not. */
const RESOLVING = 'Where your system does not resolve *.localhost: add "127.0.0.1 HOST" to its hosts file';

export function consoleForm({ baseUrl, authorityFile }: Server, operation: Operation): Html {
  const { id, method, path, parameters, body, needsKey } = operation;
  const [example] = bodyExamples(body?.media);
  return html`<details class="console">
    <summary>Try it</summary>
    <form data-method="${method}" data-url="${baseUrl}${path}" data-curl-options="${curlOptions(authorityFile).join(' ')}"${
      body && html` data-content-type="${body.mediaType}"`
    } aria-label="Try ${id}" autocomplete="off">
      ${needsKey && keyField(id)}
      ${parameters.map((parameter) => parameterField(id, parameter))}
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

function parameterField(id: string, parameter: Parameter): Html {
  const { name, required = false } = parameter;
  const field = `${id}-${name}`;
  const attributes = html`id="${field}" name="${name}" data-in="${parameter.in}"${required && html` required`}`;
  const { enum: values } = parameter.schema ?? {};
  const input = values
    ? html`<select ${attributes}>${!required && html`<option value="">any</option>`}${values.map(
        (value) => html`<option>${String(value)}</option>`,
      )}</select>`
    : html`<input ${attributes} spellcheck="false" ${exampleAttribute(parameter)}>`;
  return html`<p><label for="${field}">${name}</label> ${input}</p>`;
}

/** Characters of an example that the field shows whole at a phone's width, behind "optional, such as". */
const MAX_PLACEHOLDER = 16;

/** A required field begins with its example, ready to send; an optional one is empty and says so. */
function exampleAttribute({ required, example: given }: Parameter): Html | undefined {
  const example = given === undefined ? undefined : String(given);
  if (required) return example === undefined ? undefined : html`value="${example}"`;
  const isShown = example !== undefined && example.length <= MAX_PLACEHOLDER;
  return html`placeholder="optional${isShown && `, such as ${example}`}"`;
}

export function sampleView(server: Server, operation: Operation): Html {
  const shown = samples(server, operation);
  const name = `sample-${operation.id}`;
  return html`<fieldset class="samples">
    <legend class="hidden">Language of the sample</legend>
    ${shown.map(({ language }, index) => {
      const checked = index === 0 && html` checked`;
      return html`<input type="radio" name="${name}" id="${name}-${index}"${checked}>
    <label for="${name}-${index}">${language}</label>`;
    })}
    ${shown.map(({ code }) => html`<div class="sample"><pre><code>${code}</code></pre></div>`)}
  </fieldset>`;
}
