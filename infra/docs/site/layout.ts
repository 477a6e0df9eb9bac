// The parts that every page of the site shares: head, header, footer. No inline script or style: the policy forbids both.
import { type Html, html } from './html.ts';
import type { Api } from './openapi.ts';

export interface PageContext {
  readonly api: Api;
  /** Paths of the hashed assets: `/assets/styles.0123456789ab.css`. */
  readonly assets: Readonly<Record<'styles' | 'console' | 'icon', string>>;
  /** The API's address, no final slash: `https://api.petstore.example/v1`. */
  readonly baseUrl: string;
  /** A PEM file on the reader's machine: the authority of the API's certificate, if it is not a public one. */
  readonly authorityFile?: string;
}

interface PageParts {
  readonly title: string;
  readonly description: string;
  readonly current?: 'guide' | 'reference' | 'clients';
  readonly main: Html;
}

export function page({ api, assets, baseUrl }: PageContext, parts: PageParts): string {
  const { title, version } = api.document.info;
  const current = (name: PageParts['current']) => parts.current === name && html` aria-current="page"`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="connect-src ${new URL(baseUrl).origin}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${parts.description}">
<title>${parts.title}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.styles}">
<script src="${assets.console}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <a class="brand" href="/"><img src="${assets.icon}" alt="" width="28" height="28"> ${title} <small>${version}</small></a>
  <nav aria-label="Site">
    <a href="/"${current('guide')}>Guide</a>
    <a href="/reference"${current('reference')}>Reference</a>
    <a href="/clients"${current('clients')}>Clients</a>
    <a href="/openapi.json">OpenAPI</a>
  </nav>
</header>
<main id="main">
${parts.main}
</main>
<footer><p>${title} ${version} at <code>${baseUrl}</code></p></footer>
</body>
</html>
`.markup;
}

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
