// "Add domain": the form of a host or a redirect, and beside it what the change would do while a person types.
import { normaliseHost, REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { type Finding, type Verdict, verdictOf } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import type { NewHost } from '../../../../infra/config/edit/edit.ts';
import { SITE_NAMES } from '../../../../infra/config/schema.ts';
import type { Deployed } from '../../../../infra/hosts/host-output.ts';
import { recordsCommand } from '../../../../infra/hosts/next-steps.ts';
import { isServed } from '../../../../infra/plan/plan-stack.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import type { HostPreview } from '../edits/preview.ts';
import { roleOf } from './components.ts';
import { changeSection, foundOf, SERVES } from './edits.ts';
import { type Html, html, layout } from './layout.ts';

const text = z.string().trim().catch('');

/** What a browser sends, or an address of "Add domain" has; a missing or foreign value has its default. */
const formFields = z.object({
  stack: text,
  host: text,
  kind: z.enum(['host', 'redirect']).catch('host'),
  site: z.enum(SITE_NAMES).catch('docs'),
  to: text,
  /** An empty one is the default of the site. */
  status: z.literal(['', ...REDIRECT_STATUSES.map(String)]).catch(''),
  /** Names the text that the preview was made of. */
  base: text,
});

export type AddForm = z.infer<typeof formFields>;

/** The host in its normal form, where it has one: the config refuses any other. */
export function addForm(values: Readonly<Record<string, unknown>>): AddForm {
  const form = formFields.parse(values);
  const named = normaliseHost(form.host);
  return named.ok ? { ...form, host: named.host } : form;
}

export function newHost({ host, kind, site, to, status }: AddForm): NewHost {
  if (kind === 'host') return { host, site };
  const chosen = REDIRECT_STATUSES.find((one) => String(one) === status);
  return { host, site, redirectTo: to, status: chosen };
}

interface AddPage {
  readonly form: AddForm;
  readonly stacks: readonly string[];
  /** Hosts of the stack that a redirect can lead to. */
  readonly targets: readonly HostPlan[];
  /** The host as the stack declares it now, which the form changes. */
  readonly was?: HostPlan;
  readonly deployed?: Deployed;
  readonly preview?: HostPreview;
}

/** Nothing can be said yet of a redirect that leads nowhere. */
export const isIncomplete = ({ host, kind, to }: AddForm): boolean =>
  host === '' || (kind === 'redirect' && to === '');

export function addPage(page: AddPage): string {
  const { was, preview, form } = page;
  const title = was === undefined ? 'Add domain' : `Change ${was.host}`;
  return layout({
    title,
    current: '/add',
    main: html`<h1>${title}</h1>
<form method="post" action="/add/check" class="form" data-preview="/add/check">
${fields(page)}
<p><button>Check</button></p>
</form>
<div id="preview">${preview !== undefined && previewSection(page, preview)}${
      form.host !== '' && isIncomplete(form) && html`<p>Name the host that it redirects to.</p>`
    }</div>`,
  });
}

function fields({ form, stacks, targets, was }: AddPage): Html {
  const { stack, host, kind, site, to, status } = form;
  return html`<p><label for="host">Host name</label>
<input id="host" name="host" value="${host}" required autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="shop.example.com"></p>
<p><label for="stack">Stack</label>
<select id="stack" name="stack">${stacks.map((name) => option(name, stack))}</select></p>
<fieldset><legend>The host</legend>
${choice('kind', 'host', kind, 'serves a site')}
${choice('kind', 'redirect', kind, 'redirects to another host')}</fieldset>
<fieldset><legend>Site</legend>
${SITE_NAMES.map((name) => choice('site', name, site, name))}</fieldset>
<div class="redirect-fields"><p><label for="to">Redirect to</label>
<input id="to" name="to" value="${to}" list="targets" autocomplete="off" autocapitalize="none" spellcheck="false">
<datalist id="targets">${targets.map(({ host: target }) => html`<option value="${target}"></option>`)}</datalist></p>
<p><label for="status">Status</label>
<select id="status" name="status">${option('', status, usualStatus(was))}${REDIRECT_STATUSES.map((one) => option(String(one), status, `${one}: ${STATUS_WORDS[one]}`))}</select></p></div>`;
}

/** RFC 9110 15.4. */
const STATUS_WORDS: Readonly<Record<(typeof REDIRECT_STATUSES)[number], string>> = {
  301: 'for good; browsers repeat a POST as a GET',
  302: 'for now; browsers repeat a POST as a GET',
  307: 'for now; a POST stays a POST',
  308: 'for good; a POST stays a POST',
};

const usualStatus = (was: HostPlan | undefined): string =>
  was?.redirect === undefined ? 'usual: API 308, docs 301' : `as now: ${was.redirect.status}`;

function option(value: string, chosen: string, text = value): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
}

function choice(name: string, value: string, chosen: string, text: string): Html {
  return html`<label class="choice"><input type="radio" name="${name}" value="${value}"${
    value === chosen && html` checked`
  }> ${text}</label>`;
}

function previewSection(page: AddPage, preview: HostPreview): Html {
  const { form, was } = page;
  const { findings, unread, plan } = preview;
  const added = plan?.hosts.find(({ host }) => host === form.host);
  const owners =
    was === undefined && added?.zone.provider === 'external' && ownersPart(added.host, form.stack);
  return changeSection(form.stack, preview, {
    verb: 'add',
    done: was === undefined ? 'added' : 'changed',
    head: html`${headingOf(page, added, verdict(findings, unread))}
${owners && html`<p>${owners}</p>`}
${foundOf(preview, form.host)}
<h3>The change</h3>`,
    action: '/add',
    fields: form,
  });
}

/** What a declared host was and becomes comes first: its entry is rewritten. */
function headingOf({ was, deployed }: AddPage, now: HostPlan | undefined, text: string): Html {
  const asOf = (plan: HostPlan) => `${plan.site} ${roleOf(plan)}`;
  if (was === undefined || now === undefined || asOf(was) === asOf(now)) return html`<h2>${text}</h2>`;
  const isLive = isServed(was) && deployed?.has(was.host) !== false;
  return html`<h2>It is declared already: this changes it from ${asOf(was)} to ${asOf(now)}</h2>
${isLive && html`<p>Clients of https://${was.host} get ${given(now)} in place of ${given(was)} once this is deployed.</p>`}
<p><strong>${text}</strong></p>`;
}

/** What the preflight does not see. */
const given = ({ site, redirect }: HostPlan) =>
  redirect === undefined ? SERVES[site] : `a redirect (${redirect.status}) to ${redirect.to}`;

function ownersPart(host: string, stack: string): string {
  return `It is in no zone of the stack: its owner sets its records, which are known once it is deployed (${recordsCommand(host, { stack })}), and it is attached once they are verified.`;
}

function verdict(findings: readonly Finding[], unread: string | undefined): string {
  return unread === undefined ? VERDICTS[verdictOf(findings)] : 'DNS was not read';
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  unknown: 'DNS cannot be read: nothing of it is created until it can',
  blocked: 'Blocked: nothing of it is created until this is fixed',
  warning: 'Ready, with a warning',
  ok: 'Ready: nothing conflicts',
};
