// All stacks at a glance: every host, what is wrong first; and what redirects where.
import { count } from '@petstore/custom-domains/output';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { SIGNS } from '../../formats/text.ts';
import type { HostView, StackView } from '../live/stacks.ts';
import { declaredAs, hostPath, sentence, stateOf, troubleOf } from './components.ts';
import { type Html, html, layout, notices } from './layout.ts';

export function overviewPage(views: readonly StackView[]): string {
  return layout({
    title: 'Hosts',
    current: '/',
    isLive: true,
    head: html`<div class="head"><h1>Hosts</h1><a class="button" href="/add">Add domain</a></div>`,
    main: html`${views.length === 0 && html`<p>No stack has a file here (Pulumi.&lt;stack&gt;.yaml).</p>`}
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
  const items = hosts.toSorted((a, b) => urgencyOf(a) - urgencyOf(b)).map((host) => hostItem(stack, host));
  const head = html`<h2 id="stack-${stack}-name">${stack}</h2>${plan !== undefined && html`<p>${summary(view)}</p>`}`;
  const list = html`${notices(notes)}
${plan !== undefined && hosts.length === 0 && html`<p>${stack} declares no host. <a href="/add">Add one</a>.</p>`}
${items.length > 0 && html`<ul class="hosts">${items}</ul>`}`;
  const section = isUnread(view)
    ? html`<details class="unread" id="stack-${stack}-hosts"><summary><span class="head">${head}</span></summary>${list}</details>`
    : html`<div class="head">${head}</div>${list}`;
  return html`<section class="stack" id="stack-${stack}" aria-labelledby="stack-${stack}-name">${section}</section>`;
}

/** 0 where a person has to act, then what is wrong otherwise, then hosts on their way, then live ones. */
function urgencyOf(view: HostView): number {
  const trouble = troubleOf(view);
  if (trouble !== undefined) return trouble.isUrgent ? 0 : 1;
  return stateOf(view) === 'live' ? 3 : 2;
}

function summary(view: StackView): string {
  const { hosts, readAt } = view;
  const total = count(hosts.length, 'host');
  if (isUnread(view)) return `${total}; what is deployed is not known here, and DNS is not read`;
  if (readAt === undefined) return `${total}, reading DNS`;
  const states = Map.groupBy(hosts, stateOf);
  return [total, ...[...states].map(([state, all]) => `${all.length} ${state}`)].join(', ');
}

function hostItem(stack: string, view: HostView): Html {
  const { plan, status } = view;
  const state = stateOf(view);
  const trouble = troubleOf(view);
  const [next] = status?.next ?? [];
  const steps = status?.steps.map(({ mark, id }) => {
    const { sign, word } = SIGNS[mark];
    const days = id === 'certificate' ? status.response?.renewal?.daysLeft : undefined;
    return html`<li class="${mark}"><span aria-hidden="true">${sign}</span> ${id}${days !== undefined && `, ${days} days`}<span class="hidden"> (${word})</span></li>`;
  });
  return html`<li class="host ${state}" id="host-${stack}-${plan.host}" data-host="${plan.host}" data-state="${state}">
<h3><a href="${hostPath(stack, plan.host)}">${plan.host}</a></h3>
<p class="meta">${declaredAs(plan)}</p>
<p class="state"><span class="badge ${state}">${state}</span></p>
${steps && html`<ol class="track" aria-label="Steps of ${plan.host}">${steps}</ol>`}
${trouble && html`<p class="trouble${!trouble.isUrgent && ' warning'}">${sentence(trouble.text)}</p>`}${(!trouble || plan.moving) && next && html`<p class="next">Next: ${next.when}: <code>${next.command}</code></p>`}
</li>`;
}

/** A map: what leads where, with which status. The config refuses loops and chains, so that none can be shown. */
export function redirectsPage(views: readonly StackView[]): string {
  return layout({
    title: 'Redirects',
    current: '/redirects',
    isLive: true,
    head: html`<div class="head"><h1>Redirects</h1><a class="button" href="/add?kind=redirect">Add a redirect</a></div>`,
    main: html`<p>A redirect keeps path and query; 307 and 308 keep the method too. One to itself, in a loop or to another redirect is refused.</p>
${views.map(stackMap)}`,
  });
}

function stackMap({ stack, plan, hosts, notes }: StackView): Html {
  const redirects = hosts.filter((view) => view.plan.redirect !== undefined);
  const maps = [...Map.groupBy(redirects, (view) => view.plan.redirect?.to ?? '')].map(
    ([to, all]) =>
      html`<div class="map"><ul class="from">${all.map((view) => redirectItem(stack, view))}</ul><p class="to"><code>${to}</code></p></div>`,
  );
  // Of a file with problems no redirect is known.
  const content = plan === undefined ? notices(notes) : maps;
  return html`<section aria-labelledby="map-${stack}"><h2 id="map-${stack}">${stack}</h2>
${content.length === 0 ? html`<p>${stack} has no redirect.</p>` : content}</section>`;
}

function redirectItem(stack: string, view: HostView): Html {
  const { host, redirect } = view.plan;
  const state = stateOf(view);
  return html`<li><a href="${hostPath(stack, host)}">${host}</a> <span class="badge ${state}">${state}</span> <span class="arrow"><b>${redirect?.status}</b> <span aria-hidden="true">→</span><span class="hidden">to ${redirect?.to}</span></span></li>`;
}
