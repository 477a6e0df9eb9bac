// The documentation site as files: pages rendered from the OpenAPI document, clients.md, and hashed assets.
//
// Our own: the reference is rendered here, once, as plain HTML, and not in each reader's browser. Measured in Chromium
// at 390 pixels under this site's policy (kB over the wire; faults): openapi-explorer 187 (needs inline styles:
// colours lost), RapiDoc 197 (the same; unlabelled fields), Swagger UI 419 (13 contrast failures, an unnamed field, no
// text on a phone before each operation is opened), Elements 543, Redoc 577, Scalar 1,068. All six show nothing
// before their script has run. This one is under 30, needs no script, and passes axe-core.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html } from './html.ts';
import { notFoundPage, type PageContext, page } from './layout.ts';
import { markdown } from './markdown.ts';
import { type Operation, readApi } from './openapi.ts';
import { badges, referencePage } from './reference.ts';
import { consoleForm, sampleView } from './samples.ts';

/** A file of the site. It is known before the API's address is, so a program can declare it in a preview. */
export interface SiteTemplate {
  /** The path without a hash: the same in every version. */
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** `baseUrl`: the API's address, no final slash. */
  render(baseUrl: string): string;
}

/** For files with a hash in their names: a changed file has another name. */
const FOR_A_YEAR = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time: a deployment is visible at once. */
const REVALIDATED = 'no-cache';

/** The whole site; `authorityFile` as in PageContext. Assets come first: a page must not exist before what it refers to. */
export function siteTemplates(openapi: object, authorityFile?: string): SiteTemplate[] {
  const api = readApi(openapi);
  const styles = asset('styles.css', 'text/css; charset=utf-8');
  const script = asset('console.js', 'text/javascript; charset=utf-8');
  const icon = asset('icon.svg', 'image/svg+xml');
  const assets = { styles: `/${styles.path}`, console: `/${script.path}`, icon: `/${icon.path}` };
  const pageAt = (path: string, render: (context: PageContext) => string): SiteTemplate => ({
    ...{ name: path, path, contentType: 'text/html; charset=utf-8', cacheControl: REVALIDATED },
    render: (baseUrl) => render({ api, assets, baseUrl, authorityFile }),
  });
  return [
    styles,
    script,
    icon,
    {
      // The document itself, for the address that the site documents.
      name: 'openapi.json',
      path: 'openapi.json',
      contentType: 'application/json',
      cacheControl: REVALIDATED,
      render: (baseUrl) => JSON.stringify({ ...openapi, servers: [{ url: baseUrl }] }, null, 2),
    },
    pageAt('404.html', notFoundPage),
    // S3 has a key with a final slash as another object.
    ...['reference', 'reference/'].map((path) => pageAt(path, referencePage)),
    ...['clients', 'clients/'].map((path) => pageAt(path, clientsPage)),
    pageAt('index.html', landingPage),
  ];
}

function asset(name: string, contentType: string): SiteTemplate {
  const content = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex');
  const path = `assets/${name.replace('.', `.${hash.slice(0, 12)}.`)}`;
  return { name, path, contentType, cacheControl: FOR_A_YEAR, render: () => content };
}

const CLIENTS = readFileSync(new URL('clients.md', import.meta.url), 'utf8');

/** A test runs each program of it. */
function clientsPage(context: PageContext): string {
  const { api, baseUrl, authorityFile } = context;
  return page(context, {
    title: `${api.document.info.title}: clients`,
    description: 'Clients in TypeScript, Python, Go, Java and Rust',
    current: 'clients',
    main: html`<h1>Clients</h1>
<div class="clients">
${
  authorityFile !== undefined &&
  html`<p>The certificate of this address is of the authority in <code>${authorityFile}</code>: Python, Go and Rust trust it by
<code>SSL_CERT_FILE</code>, Node by <code>NODE_EXTRA_CA_CERTS</code>, Java with <code>keytool</code>.</p>`
}
${markdown(CLIENTS.replaceAll('BASE_URL', baseUrl))}
</div>`,
  });
}

/** What the API is, how to get a key, a first call, and the operations. */
function landingPage(context: PageContext): string {
  const { api, baseUrl } = context;
  const { title, summary = '', description } = api.document.info;
  const [security] = Object.values(api.document.components.securitySchemes);
  const first = api.operations.find(({ needsKey }) => needsKey);
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
    ${markdown(security?.description)}
    <p>Keep it in the environment, not in your code:</p>
    <pre><code>export PETSTORE_KEY=pets_...</code></pre></li>
  <li><h2>Make a first call</h2>
    ${first && sampleView(context, first)}
    <p>Or from this page, without any tools:</p>
    ${first && consoleForm(context, first)}</li>
  <li><h2>Go on</h2>
    <p>Every operation has its fields, its responses and a console in the <a href="/reference">reference</a>. <a href="/clients">Clients</a> has clients of it in five languages.</p>
    <ul class="operations">${api.operations.map(operationItem)}</ul></li>
</ol>
<section class="conventions" id="conventions"><h2>Good to know</h2>${markdown(description)}</section>
</div>`,
  });
}

function operationItem(operation: Operation) {
  const { id, method, path, summary } = operation;
  return html`<li><a href="/reference#${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span>${summary}</span></a> ${badges(operation)}</li>`;
}
