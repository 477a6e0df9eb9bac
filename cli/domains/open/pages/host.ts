// One host: its steps with times, what to fix, its records, as they are found on each name server now, and Verify.
import { type Finding, verdictOf } from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import { capital, SIGNS } from '../../formats/text.ts';
import type { HostReport } from '../../hosts.ts';
import type { HostView, SeenStep, StackView } from '../live/stacks.ts';
import {
  copyable,
  declaredAs,
  findingList,
  foundRecords,
  hostPath,
  recordsToSet,
  redirectPath,
  sentence,
  stateOf,
  zoneOf,
} from './components.ts';
import { type Html, html, layout, notices, timeOf } from './layout.ts';

/** What a press of the button has found. */
export interface Verified {
  readonly at: Date;
  readonly text: string;
  readonly isVerified?: boolean;
  readonly outcome?: string;
  readonly found?: readonly Finding[];
}

export function hostPage(inStack: StackView, view: HostView, verified?: Verified): string {
  const { stack, notes } = inStack;
  const { plan, status } = view;
  const state = stateOf(view);
  const open = toFix(status?.findings, verified?.found);
  const next = (status?.next ?? []).map(
    ({ when, command }) => html`<li>${sentence(when)}: ${copyable(command, 'the command')}</li>`,
  );
  return layout({
    title: plan.host,
    isLive: true,
    above: ['/', 'All hosts'],
    head: html`<div class="head" data-host="${plan.host}" data-state="${state}"><h1>${plan.host}</h1><span class="badge ${state}">${state}</span></div>`,
    main: html`<p class="meta">${stack} · ${declaredAs(plan)}</p>
${notices(notes)}
<section aria-labelledby="steps"><h2 id="steps">Progress</h2>
${status ? html`<ol class="life">${status.steps.map(lifeStep)}</ol>` : html`<p>DNS is read while this page is open, unless a note above says why it is not.</p>`}
${next.length > 0 && html`<h3>Next</h3><ul>${next}</ul>`}
${verifyForm(stack, view)}
${verified && verifyResult(verified)}</section>
${open.length > 0 && html`<section aria-labelledby="to-fix"><h2 id="to-fix">To fix</h2>${findingList(open)}</section>`}
${status && recordsSection(status)}
<section aria-labelledby="change"><h2 id="change">Change</h2>
<p class="actions">${changeLinks(inStack, plan)}</p></section>`,
  });
}

/** What the button has found is shown as the reading after it has it: the fix can be another one by then. */
export function toFix(read: readonly Finding[] | undefined, pressed: readonly Finding[] = []) {
  const isOpen = ({ severity, code }: Finding) =>
    severity !== 'info' || pressed.some((one) => one.code === code);
  return read?.filter(isOpen) ?? pressed;
}

function lifeStep({ mark, id, text, since }: SeenStep): Html {
  const { sign, word } = SIGNS[mark];
  return html`<li class="${mark}"><span class="sign" aria-hidden="true">${sign}</span>
<div><p><strong>${id}</strong>${since && mark !== 'later' ? html` <small>${word} since ${timeOf(since)}</small>` : html`<span class="hidden"> (${word})</span>`}</p>
${text !== '' && html`<p>${text}</p>`}</div></li>`;
}

function recordsSection(status: HostReport): Html {
  const who = status.plan.zone.provider === 'external' ? 'The owner of this name' : 'The stack';
  const isKnown = (status.output?.records ?? []).length > 0;
  return html`<section aria-labelledby="records"><h2 id="records">Records</h2>
${isKnown ? html`<p>${who} sets them in the zone ${zoneOf(status)}.</p>${recordsToSet(status)}` : html`<p>They are known once the host is deployed, and its outputs are read.</p>`}
<h3>As found on each name server</h3>
${foundRecords(status)}</section>`;
}

function verifyForm(stack: string, { plan: { host, zone }, status }: HostView): Html {
  const isExternal = zone.provider === 'external';
  const isVerified = isExternal ? zone.verified : status?.state === 'live';
  const what =
    isVerified || !isExternal
      ? 'reads DNS again now, with an empty cache'
      : `reads DNS now, with an empty cache; where its records are right, it writes petstore:verified to Pulumi.${stack}.yaml, and the next deployment then attaches the host`;
  return html`<form method="post" action="${hostPath(stack, host)}/verify" class="verify">
<button>${isVerified ? 'Re-verify' : 'Verify'}</button> <span class="meta">${what}</span></form>`;
}

function verifyResult({ at, text, isVerified, outcome, found = [] }: Verified): Html {
  const verdict = verdictOf(found);
  return html`<div class="result ${verdict !== 'ok' || isVerified ? verdict : 'info'}" role="status"><p>${text}.</p>${outcome && html`<p>${capital(outcome)}.</p>`}
<p class="meta">at ${timeOf(at)}</p></div>`;
}

/** A host that serves a site can become a redirect, so that links to it go on to work, and a redirect another one. */
function changeLinks({ stack, plan }: StackView, own: HostPlan): Html[] {
  const { host, site, role, redirect } = own;
  if (role === 'primary')
    return [html`<span>To remove it, first make another host of ${site} the primary, on its page.</span>`];
  const to = redirect?.to.replace(/^https:\/\/(?=[^/]+$)/, '') ?? plan?.settings[site].primary;
  return [
    html`<a href="${hostPath(stack, host)}/primary">Make it the primary</a>`,
    html`<a href="${redirectPath(own, stack, to)}">${redirect ? 'Change the redirect' : 'Make it a redirect'}</a>`,
    html`<a href="${hostPath(stack, host)}/remove">Remove</a>`,
  ];
}
