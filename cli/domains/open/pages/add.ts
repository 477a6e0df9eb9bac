// "Add domain": the form of a host or a redirect, and beside it what the change would do while a person types.
import { normaliseHost, REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { type Verdict, verdictOf } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import { addHost } from '../../../../infra/config/edit/edit.ts';
import { SITE_NAMES } from '../../../../infra/config/schema.ts';
import { recordsCommand } from '../../../../infra/hosts/next-steps.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import type { Change, Preview } from '../edits/preview.ts';
import { roleOf } from './components.ts';
import { changeSection, foundOf, PLAIN } from './edits.ts';
import { type Html, html, layout } from './layout.ts';

const text = z.string().trim().catch('');
/** In its normal form, where it has one: the config refuses any other. */
const hostName = text.transform((name) => {
  const named = normaliseHost(name);
  return named.ok ? named.host : name;
});

/** What a browser sends, or an address of "Add domain" has; a missing or foreign value has its default. */
export const addForm = z.object({
  stack: text,
  host: hostName,
  kind: z.enum(['host', 'redirect']).catch('host'),
  site: z.enum(SITE_NAMES).catch('docs'),
  to: text,
  /** An empty one is the default of the site. */
  status: z.literal(['', ...REDIRECT_STATUSES.map(String)]).catch(''),
  /** Names the text that the preview was made of. */
  base: text,
});

export type AddForm = z.infer<typeof addForm>;

export function addition({ host, kind, site, to, status }: AddForm): Change {
  const chosen = REDIRECT_STATUSES.find((one) => String(one) === status);
  const redirect = kind === 'redirect' && { redirectTo: to, status: chosen };
  return (file) => addHost(file, { host, site, ...redirect });
}

/** Nothing can be said yet of a redirect that leads nowhere. */
export const isIncomplete = ({ host, kind, to }: AddForm): boolean =>
  host === '' || (kind === 'redirect' && to === '');

export interface AddPage {
  readonly form: AddForm;
  readonly stacks: readonly string[];
  /** The hosts of the stack now. One of the form's name is changed. */
  readonly declared: readonly HostPlan[];
  readonly preview?: Preview;
}

export function addPage(page: AddPage): string {
  const { preview, form, declared } = page;
  const was = declared.find(({ host }) => host === form.host);
  return layout({
    title: was === undefined ? 'Add domain' : `Change ${was.host}`,
    current: '/add',
    main: html`<form action="/add" class="form" data-preview>
${fields(page, was)}
<p><button>Check</button></p>
</form>
<div id="preview">${preview && previewSection(page, preview, was)}${form.host !== '' && isIncomplete(form) && html`<p>Name the host that it redirects to.</p>`}</div>`,
  });
}

function fields({ form, stacks, declared }: AddPage, was: HostPlan | undefined): Html {
  const { stack, host, kind, site, to, status } = form;
  const targets = declared.filter(({ role }) => role !== 'redirect');
  const usual = was?.redirect ? `as now: ${was.redirect.status}` : 'usual: API 308, docs 301';
  return html`<p><label for="host">Host name</label>
<input id="host" name="host" value="${host}" required ${PLAIN} placeholder="shop.example.com"></p>
<p><label for="stack">Stack</label>
<select id="stack" name="stack">${stacks.map((name) => option(name, stack))}</select></p>
<fieldset><legend>The host</legend>
${choice('kind', 'host', kind, 'serves a site')}
${choice('kind', 'redirect', kind, 'redirects to another host')}</fieldset>
<fieldset><legend>Site</legend>
${SITE_NAMES.map((name) => choice('site', name, site, name))}</fieldset>
<div class="redirect-fields"><p><label for="to">Redirect to</label>
<input id="to" name="to" value="${to}" list="targets" ${PLAIN}>
<datalist id="targets">${targets.map((target) => html`<option value="${target.host}"></option>`)}</datalist></p>
<p><label for="status">Status</label>
<select id="status" name="status">${option('', status, usual)}${REDIRECT_STATUSES.map((one) => option(String(one), status, `${one}: ${STATUS_WORDS[one]}`))}</select></p></div>`;
}

/** RFC 9110 15.4. */
const STATUS_WORDS: Readonly<Record<(typeof REDIRECT_STATUSES)[number], string>> = {
  301: 'for good; browsers repeat a POST as a GET',
  302: 'for now; browsers repeat a POST as a GET',
  307: 'for now; a POST stays a POST',
  308: 'for good; a POST stays a POST',
};

function option(value: string, chosen: string, text = value): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
}

function choice(name: string, value: string, chosen: string, text: string): Html {
  return html`<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}> ${text}</label>`;
}

function previewSection(page: AddPage, preview: Preview, was: HostPlan | undefined): Html {
  const { host, stack } = page.form;
  const now = preview.plan?.hosts.find((one) => one.host === host);
  const isOwners = was === undefined && now?.zone.provider === 'external';
  const records = recordsCommand(host, { stack });
  return changeSection(preview, {
    verb: 'add',
    head: html`${heading(preview, was, now)}
${isOwners && html`<p>It is in no zone of the stack: its owner sets its records, which are known once it is deployed (${records}), and it is attached once they are verified.</p>`}
${foundOf(preview, host)}
<h3>The change</h3>`,
    form: page.form,
  });
}

/** What a declared host was and becomes comes first: its entry is rewritten, and its clients get something else. */
function heading({ findings, unread }: Preview, was?: HostPlan, now?: HostPlan): Html {
  const text = unread === undefined ? VERDICTS[verdictOf(findings)] : 'DNS was not read';
  const asOf = (plan: HostPlan) => `${plan.site} ${roleOf(plan)}`;
  if (!was || !now || asOf(was) === asOf(now)) return html`<h2>${text}</h2>`;
  return html`<h2>It is declared already: this changes it from ${asOf(was)} to ${asOf(now)}</h2>
<p><strong>${text}</strong></p>`;
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  unknown: 'DNS cannot be read: nothing of it is created until it can',
  blocked: 'Blocked: nothing of it is created until this is fixed',
  warning: 'Ready, with a warning',
  ok: 'Ready: nothing conflicts',
};
