// Redirects as a map: what leads where, with which status. The config refuses loops and chains, so that none can be shown.
import type { StackView } from '../live/stack-view.ts';
import { hostPath } from './host-facts.ts';
import { layout } from './layout.ts';
import { type Html, html } from './markup.ts';

export function redirectsPage(views: readonly StackView[], version: string): string {
  return layout({
    title: 'Redirects',
    current: '/redirects',
    version,
    main: html`<div class="head"><h1>Redirects</h1><a class="button" href="/add?kind=redirect">Add a redirect</a></div>
<p>A redirect keeps path and query; 307 and 308 keep the method too. One to itself, in a loop or to another redirect is refused.</p>
${views.map(stackMap)}`,
  });
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  readonly state: string;
}

function stackMap({ stack, hosts }: StackView): Html {
  const edges = hosts.flatMap(({ plan, status }): Edge[] => {
    const state = status?.state ?? 'reading';
    return plan.redirect === undefined ? [] : [{ from: plan.host, ...plan.redirect, state }];
  });
  const groups = Map.groupBy(edges, ({ to }) => to);
  return html`<section aria-labelledby="map-${stack}"><h2 id="map-${stack}">${stack}</h2>
${edges.length === 0 ? html`<p>${stack} has no redirect.</p>` : [...groups].map(([to, all]) => targetMap(stack, to, all))}</section>`;
}

function targetMap(stack: string, to: string, edges: readonly Edge[]): Html {
  return html`<div class="map"><ul class="from">${edges.map(
    ({ from, status, state }) =>
      html`<li><a href="${hostPath(stack, from)}">${from}</a> <span class="badge ${state}">${state}</span> <span class="arrow"><b>${status}</b> <span aria-hidden="true">→</span><span class="hidden">to ${to}</span></span></li>`,
  )}</ul><p class="to"><code>${to}</code></p></div>`;
}
