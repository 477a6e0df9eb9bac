// Markup of the pages, whose interpolated text passes the gate of all output and is then escaped as HTML; and the frame of every page, in
// the design of the documentation site. No inline script or style: the policy forbids both.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { visible } from '@petstore/custom-domains/output';
import type { Problem } from '../../../../infra/config/problem.ts';
import { html as escaped, Html, type Part } from '../../../../infra/docs/site/html.ts';
import type { Note } from '../../io.ts';

export { Html };

/** The documentation site's template, for text that others control: DNS records, a stack's file, an error. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return escaped(strings, ...parts.map(gated));
}

function gated(part: Part): Part {
  if (typeof part === 'string') return visible(part);
  if (part instanceof Html || typeof part !== 'object') return part;
  return part.map(gated);
}

/** Text of several lines, such as an error's message. */
function paragraphs(text: string): Html[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => html`<p>${line}</p>`);
}

export function notices(notes: readonly Note[]): Html[] {
  return notes.map((note) => {
    const isText = typeof note === 'string';
    const parts = isText
      ? paragraphs(note)
      : html`<p><strong>${note.summary}</strong></p>${problemList(note.problems)}`;
    return html`<div class="notice">${parts}</div>`;
  });
}

function problemList(problems: readonly Problem[]): Html {
  const items = problems.map(
    ({ path, place, what, fix }) =>
      html`<li class="finding blocked"><p>${place && `Line ${place.line}: `}<code>${path}</code></p>
<p>${what}</p><p class="fix"><strong>Fix:</strong> ${fix}</p></li>`,
  );
  return html`<ul class="findings">${items}</ul>`;
}

const NAVIGATION = [
  ['/', 'Hosts'],
  ['/add', 'Add domain'],
  ['/redirects', 'Redirects'],
] as const;

interface Layout {
  readonly title: string;
  /** Above the heading: the page that this one is below. */
  readonly above?: readonly [path: string, text: string];
  /** In place of the title as a heading. */
  readonly head?: Html;
  readonly main: Html;
  readonly current?: (typeof NAVIGATION)[number][0];
  /** The page follows what is known; any other stays as it is. */
  readonly isLive?: boolean;
}

export function layout(page: Layout): string {
  const { title, above, head = html`<h1>${title}</h1>`, main, current, isLive } = page;
  const link = ([path, name]: (typeof NAVIGATION)[number]) =>
    html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a>`;
  return documentOf(
    `${title} · Domains`,
    html`<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/styles.css">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/idiomorph.js" defer></script>
<script src="/assets/page.js" defer></script>
${isLive && html`<noscript><meta http-equiv="refresh" content="10"></noscript>`}`,
    html`<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> petstore <small>domains</small></a>
  <nav aria-label="Pages">${NAVIGATION.map(link)}</nav>
</header>
${isLive && html`<div class="notice" id="lost" role="alert" hidden></div>`}
<main id="main" tabindex="-1"${isLive && ' data-live'}>
${above && html`<p class="crumbs"><a href="${above[0]}">${above[1]}</a></p>`}
${head}
${main}
</main>
<footer><p id="connection">This page is served by a command on this machine, for you alone.</p></footer>
<div id="news" class="hidden" role="status" aria-live="polite"></div>`,
  );
}

/** Of every page, and of the file for an owner. */
export function documentOf(title: string, head: Html, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.markup;
}

/** A page for what was refused, is not there, or went wrong. */
export function errorPage(title: string, what: Note): string {
  return layout({
    title,
    main: html`<div role="alert">${notices([what])}</div>
<p><a href="/">All hosts</a></p>`,
  });
}

/** Times are in UTC, as everywhere that the project prints them. */
export function timeOf(date: Date): Html {
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.slice(11, 19)} UTC</time>`;
}

/** The files that the pages load, all from here: the documentation site's design, and two scripts. No other can be read. */
const ASSETS = new Map(
  [
    '../../../../infra/docs/site/assets/styles.css',
    '../../../../infra/docs/site/assets/icon.svg',
    '../assets/page.css',
    '../assets/page.js',
    import.meta.resolve('idiomorph/dist/idiomorph.min.js'),
  ].map((path) => [basename(path).replace('.min', ''), new URL(path, import.meta.url)]),
);

/** Undefined where there is no such file. */
export function assetText(name: string): string | undefined {
  const file = ASSETS.get(name);
  return file && readFileSync(file, 'utf8');
}
