// The documentation site as files: two pages rendered from the OpenAPI document, and hashed assets.
//
// Our own: the reference is rendered here, once, as plain HTML, and not in each reader's browser. Measured in Chromium
// at 390 pixels under this site's policy (kB over the wire; faults): openapi-explorer 187 (needs inline styles:
// colours lost), RapiDoc 197 (the same; unlabelled fields), Swagger UI 419 (13 contrast failures, an unnamed field, no
// text on a phone before each operation is opened), Elements 543, Redoc 577, Scalar 1,068. All six show nothing
// before their script has run. This one is under 30, needs no script, and passes axe-core.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { landingPage } from './landing.ts';
import { notFoundPage, type PageContext } from './layout.ts';
import { readApi } from './openapi.ts';
import { referencePage } from './reference.ts';

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
    contractFile(openapi),
    pageAt('404.html', notFoundPage),
    pageAt('reference', referencePage),
    pageAt('index.html', landingPage),
  ];
}

function asset(name: string, contentType: string): SiteTemplate {
  const content = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
  const path = `assets/${name.replace('.', `.${sha256(content).slice(0, 12)}.`)}`;
  return { name, path, contentType, cacheControl: FOR_A_YEAR, render: () => content };
}

/** The document itself, for the address that the site documents. */
function contractFile(openapi: object): SiteTemplate {
  const path = 'openapi.json';
  return {
    ...{ name: path, path, contentType: 'application/json', cacheControl: REVALIDATED },
    render: (baseUrl) => JSON.stringify({ ...openapi, servers: [{ url: baseUrl }] }, null, 2),
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
