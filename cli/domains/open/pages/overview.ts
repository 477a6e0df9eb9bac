// All stacks at a glance: every host, what is wrong first; and what redirects where.
import { count } from '@petstore/custom-domains/output';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { SeenStep } from '../../status/text.ts';
import type { HostView, StackView } from '../live/stacks.ts';
import { declaredAs, hostPath, MARK_WORDS, sentence, stateOf, troubleOf, urgencyOf } from './components.ts';
import { type Html, html, layout, notices } from './layout.ts';

export function overviewPage(views: readonly StackView[]): string {
  return layout({
    title: 'Hosts',
    current: '/',
    isLive: true,
    main: html`<div class="head"><h1>Hosts</h1><a class="button" href="/add">Add domain</a></div>
${views.length === 0 && html`<p>No stack has a file here (Pulumi.&lt;stack&gt;.yaml).</p>`}
${views.toSorted((a, b) => placeOf(a) - placeOf(b)).map(stackSection)}`,
  });
}

const isUnread = ({ hosts }: StackView): boolean => hosts.some(({ unread }) => unread === 'declared');

/** The stack that runs on this machine, then those that are deployed, then what is only declared. */
function placeOf(view: StackView): number {
  if (isUnread(view)) return 2;
  return view.stack === LOCAL_STACK ? 0 : 1;
}

function stackSection(view: StackView): Html {
  const { stack, hosts, notes, plan } = view;
  const ordered = hosts.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
  const head = html`<h2 id="stack-${stack}-name">${stack}</h2>${plan !== undefined && html`<p>${summary(view)}</p>`}`;
  const list = html`${notices(notes)}
${plan !== undefined && hosts.length === 0 && html`<p>${stack} declares no host. <a href="/add">Add one</a>.</p>`}
${ordered.length > 0 && html`<ul class="hosts">${ordered.map((host) => hostItem(stack, host))}</ul>`}`;
  return html`<section class="stack" id="stack-${stack}" aria-labelledby="stack-${stack}-name">
${
  isUnread(view)
    ? html`<details class="unread" id="stack-${stack}-hosts"><summary><span class="head">${head}</span></summary>${list}</details>`
    : html`<div class="head">${head}</div>
${list}`
}
</section>`;
}

function summary(view: StackView): string {
  const { hosts, readAt } = view;
  const states = Map.groupBy(hosts, stateOf);
  const parts = [...states].map(([state, all]) => `${all.length} ${state}`);
  const total = count(hosts.length, 'host');
  if (isUnread(view)) return `${total}, not deployed from here; DNS not read`;
  return readAt === undefined ? `${total}, reading DNS` : [total, ...parts].join(', ');
}

function hostItem(stack: string, view: HostView): Html {
  const { plan, steps } = view;
  const state = stateOf(view);
  const trouble = troubleOf(view);
  const [next] = view.status?.next ?? [];
  return html`<li class="host ${state}" id="host-${stack}-${plan.host}" data-host="${plan.host}" data-state="${state}">
<h3><a href="${hostPath(stack, plan.host)}">${plan.host}</a></h3>
<p class="meta">${declaredAs(plan)}</p>
<p class="state"><span class="badge ${state}">${state}</span></p>
${steps.length > 0 && html`<ol class="track" aria-label="Steps of ${plan.host}">${steps.map((step) => trackStep(step, view))}</ol>`}
${trouble !== undefined && html`<p class="trouble${urgencyOf(view) === 1 && ' warning'}">${sentence(trouble)}</p>`}${(trouble === undefined || plan.moving !== undefined) && next !== undefined && html`<p class="next">Next: ${next.when}: <code>${next.command}</code></p>`}
</li>`;
}

function trackStep({ mark, id }: SeenStep, { status }: HostView): Html {
  const [sign, word] = MARK_WORDS[mark];
  const days = id === 'certificate' ? status?.reading.response?.renewal?.daysLeft : undefined;
  return html`<li class="${mark}"><span aria-hidden="true">${sign}</span> ${id}${
    days !== undefined && html`, ${days} days`
  }<span class="hidden"> (${word})</span></li>`;
}

/** A map: what leads where, with which status. The config refuses loops and chains, so that none can be shown. */
export function redirectsPage(views: readonly StackView[]): string {
  return layout({
    title: 'Redirects',
    current: '/redirects',
    isLive: true,
    main: html`<div class="head"><h1>Redirects</h1><a class="button" href="/add?kind=redirect">Add a redirect</a></div>
<p>A redirect keeps path and query; 307 and 308 keep the method too. One to itself, in a loop or to another redirect is refused.</p>
${views.map(stackMap)}`,
  });
}

function stackMap({ stack, plan, hosts, notes }: StackView): Html {
  const groups = Map.groupBy(
    hosts.filter(({ plan }) => plan.redirect !== undefined),
    ({ plan }) => plan.redirect?.to ?? '',
  );
  const maps = [...groups].map(([to, all]) => targetMap(stack, to, all));
  // Of a file with problems no redirect is known.
  const content = plan === undefined ? notices(notes) : maps;
  return html`<section aria-labelledby="map-${stack}"><h2 id="map-${stack}">${stack}</h2>
${content.length === 0 ? html`<p>${stack} has no redirect.</p>` : content}</section>`;
}

function targetMap(stack: string, to: string, hosts: readonly HostView[]): Html {
  const items = hosts.map((view) => {
    const { host, redirect } = view.plan;
    const state = stateOf(view);
    return html`<li><a href="${hostPath(stack, host)}">${host}</a> <span class="badge ${state}">${state}</span> <span class="arrow"><b>${redirect?.status}</b> <span aria-hidden="true">→</span><span class="hidden">to ${to}</span></span></li>`;
  });
  return html`<div class="map"><ul class="from">${items}</ul><p class="to"><code>${to}</code></p></div>`;
}
