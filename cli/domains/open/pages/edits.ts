// The pages of a change, which show what it would do before it is written: "Add domain", while a person types; "Remove"; "Make it
// the primary"; and the commands that follow it.
import { normaliseHost, REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { type Verdict, verdictOf } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import { addHost } from '../../../../infra/config/edit/edit.ts';
import { SITE_NAMES } from '../../../../infra/config/schema.ts';
import { recordsCommand } from '../../../../infra/hosts/next-steps.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { Change } from '../../edit-stack.ts';
import { capital, linksAfter } from '../../formats/text.ts';
import { type EditCommands, localDeployment, NOTHING_TO_COMMIT, type VERBS } from '../../pull-request.ts';
import type { RemovalTerms, removalFacts } from '../../removed.ts';
import type { Preview } from '../edits/preview.ts';
import type { HostView } from '../live/stacks.ts';
import {
  copyable,
  diffBlock,
  findingList,
  hostPath,
  redirectPath,
  roleOf,
  stateOf,
  troubleOf,
} from './components.ts';
import { type Html, html, layout, notices } from './layout.ts';

/** Of a field for a name. */
const PLAIN = html`autocomplete="off" autocapitalize="none" spellcheck="false"`;

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

/** `was`: the host of the form's name as it is declared now, which is changed. */
export function addPage(form: AddForm, stacks: readonly string[], was?: HostPlan, preview?: Preview): string {
  return layout({
    title: was === undefined ? 'Add domain' : `Change ${was.host}`,
    current: '/add',
    main: html`<form action="/add" class="form" data-preview>
${fields(form, stacks, was)}
<p><button>Check</button></p>
</form>
<div id="preview">${preview && additionSection(form, preview, was)}${form.host !== '' && isIncomplete(form) && html`<p>Name the host that it redirects to.</p>`}</div>`,
  });
}

function fields({ stack, host, kind, site, to, status }: AddForm, stacks: readonly string[], was?: HostPlan) {
  const usual = was?.redirect ? `as now: ${was.redirect.status}` : 'usual: API 308, docs 301';
  const statuses = REDIRECT_STATUSES.map((one) =>
    option(String(one), status, `${one}: ${STATUS_WORDS[one]}`),
  );
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
<input id="to" name="to" value="${to}" ${PLAIN}></p>
<p><label for="status">Status</label>
<select id="status" name="status">${option('', status, usual)}${statuses}</select></p></div>`;
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

function additionSection(form: AddForm, preview: Preview, was?: HostPlan): Html {
  const { host, stack } = form;
  const now = preview.plan?.hosts.find((one) => one.host === host);
  const isOwners = was === undefined && now?.zone.provider === 'external';
  const verdict = preview.unread === undefined ? VERDICTS[verdictOf(preview.findings)] : 'DNS was not read';
  const asOf = (plan: HostPlan) => `${plan.site} ${roleOf(plan)}`;
  const isChanged = was && now && asOf(was) !== asOf(now);
  // What a declared host was and becomes comes first: its entry is rewritten, and its clients get something else.
  const head = html`${
    isChanged &&
    html`<h2>It is declared already: this changes it from ${asOf(was)} to ${asOf(now)}</h2>
`
  }<h2>${verdict}</h2>
${isOwners && html`<p>It is in no zone of the stack: its owner sets its records, which are known once it is deployed (${recordsCommand(host, { stack, words: [] })}), and it is attached once they are verified.</p>`}
${foundOf(preview)}
<h3>The change</h3>`;
  return changeSection(preview, { verb: 'add', head, form });
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  unknown: 'DNS cannot be read: nothing of it is created until it can',
  blocked: 'Blocked: nothing of it is created until this is fixed',
  warning: 'Ready, with a warning',
  ok: 'Ready: nothing conflicts',
};

interface ChangeParts {
  readonly verb: 'add' | 'remove' | 'primary';
  /** Where it can be written: what stands above its lines. */
  readonly head: Html;
  /** What the preview was made of, where the page has another address than its form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly question?: Html | false;
}

function changeSection(preview: Preview, { verb, head, form, question }: ChangeParts): Html {
  const { stack, refusal, diff, isRunning, base } = preview;
  if (refusal !== undefined) return html`<h2>It cannot be written</h2>${notices([refusal])}`;
  const file = `Pulumi.${stack}.yaml`;
  if (diff.length === 0)
    return html`<h2>It is ${verb === 'primary' ? 'the primary' : 'there'} already</h2><p>${file} would not change.</p>`;
  const hidden = Object.entries({ ...form, base }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const isRemoval = verb === 'remove';
  const afterwards =
    stack === LOCAL_STACK
      ? localDeployment(verb, isRunning)
      : 'It is written to the working tree; the next page has the commands for a pull request';
  return html`${head}
${diffBlock(file, diff)}
<form method="post" class="form"${form && html` action="/add"`}>${hidden}
${question}
<p><button${isRemoval && html` class="danger"`}>${isRemoval ? 'Remove it from' : 'Write it to'} ${file}</button></p>
<p class="meta">${afterwards}.</p></form>`;
}

/** What is found of the change: why DNS could not be read, and what is more than information. */
function foundOf({ findings, unread }: Preview): Html {
  const open = findings.filter(({ severity }) => severity !== 'info');
  return html`${unread !== undefined && notices([unread])}${open.length > 0 && findingList(open)}`;
}

/** A primary is the address that clients are given, so that they would get what the host responds now: a blocked one may still respond. */
export function primaryPage(view: HostView, { stack, settings }: StackPlan, preview: Preview): string {
  const { host, site, redirect } = view.plan;
  const state = stateOf(view);
  const trouble = troubleOf(view)?.text;
  const warning =
    view.status &&
    state !== 'live' &&
    `Its state is ${state} now${trouble === undefined ? '' : `: ${trouble}`}.`;
  const former = redirect === undefined ? 'goes on to serve too' : 'redirects to it from then on';
  const head = html`<p>It becomes the address of ${site === 'api' ? 'the API' : 'the documentation'} that the stack gives to clients. ${settings[site].primary} ${former}.</p>
${warning && notices([warning])}
${foundOf(preview)}<h2>The change</h2>`;
  return layout({
    title: `Make ${host} the primary`,
    above: [hostPath(stack, host), host],
    main: changeSection(preview, { verb: 'primary', head }),
  });
}

/** `owners`: of an external host. `to`: the other stack that has it. */
interface RemovePage extends Omit<ReturnType<Awaited<ReturnType<typeof removalFacts>>>, 'findings'> {
  readonly plan: HostPlan;
  readonly stack: StackPlan;
  /** With what is found of the place to which its record leads. */
  readonly preview: Preview;
  readonly terms: RemovalTerms;
}

export function removePage({ plan, stack, preview, owners, to, terms }: RemovePage): string {
  const { host, role, site, ttl } = plan;
  const { primary } = stack.settings[site];
  const isOffered = role === 'domain' && terms.isServing && to === undefined;
  const question =
    terms.isListed &&
    html`<p>Production removes a host only where <code>petstore:removals</code> names it. Your acknowledgement adds <code>${host}</code> there.</p>
<p><label for="confirm">Type ${host} to acknowledge</label>
<input id="confirm" name="confirm" required ${PLAIN}></p>`;
  const links = linksAfter({ role, to, ...terms });
  const fails = `Requests to https://${host} fail once the change is deployed`;
  const cached = ttl === undefined ? '' : `. Resolvers may send clients there for ${ttl} s more`;
  const end = terms.isServing ? `${fails}; ${links}${cached}` : capital(links);
  const records = owners?.records.map((record) => html`<br><code>${record}</code>`) ?? [];
  const offer = html`<div class="notice"><p><strong>Either redirect it</strong>, and links to it go on to work.</p>
<p><a class="button" href="${redirectPath(plan, stack.stack, primary)}">Redirect it to ${primary ?? 'another host'}</a></p></div>`;
  const head = html`<h2>What ends</h2>
<ul><li>${end}.</li>${owners && html`<li>${capital(owners.what)}${records.length > 0 && ':'}${records}</li>`}</ul>
${isOffered && offer}
${foundOf(preview)}
<h2>${isOffered ? 'Or remove it' : 'The change'}</h2>`;
  return layout({
    title: `Remove ${host}`,
    above: [hostPath(stack.stack, host), host],
    main: changeSection(preview, { verb: 'remove', head, question }),
  });
}

export function pullRequestPath(stack: string, verb: (typeof VERBS)[number], host: string): string {
  return `/stacks/${encodeURIComponent(stack)}/pull-request?${new URLSearchParams({ verb, host })}`;
}

export function pullRequestPage(
  stack: string,
  { commands, isPullRequest, isCommitted }: EditCommands,
): string {
  const items = commands.map((command) => html`<li>${copyable(command, 'the command')}</li>`);
  const next = isPullRequest
    ? 'It is in the working tree. A pull request checks it, and its merge deploys it.'
    : 'This folder has no remote to open a pull request at: the last command deploys it.';
  return layout({
    title: `${isPullRequest ? 'Pull request' : 'Deployment'} for ${stack}`,
    head: html`<h1>Written to Pulumi.${stack}.yaml</h1>`,
    main: html`<p>${isCommitted ? `The file ${NOTHING_TO_COMMIT}.` : next}</p>
${items.length > 0 && html`<h2>Commands</h2><ol class="commands">${items}</ol>`}
<p><a href="/">All hosts</a></p>`,
  });
}
