// Times on the pages.
import { type Html, html } from './markup.ts';

/** In UTC, as everything that the project prints. */
export function timeOf(date: Date): Html {
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.slice(11, 19)} UTC</time>`;
}
