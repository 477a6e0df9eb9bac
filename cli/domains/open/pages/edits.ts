// The pages of a change: what it would do, before it is written; "Remove", "Make it the primary"; and the commands that follow it.
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { NOTHING_SERVED, type RemovalTerms } from '../../edits.ts';
import { brokenLinks, capital } from '../../formats/text.ts';
import { type EditCommands, localDeployment, NOTHING_TO_COMMIT, type VERBS } from '../../pull-request.ts';
import type { removalFacts } from '../../removed.ts';
import type { Preview } from '../edits/preview.ts';
import type { HostView } from '../live/stacks.ts';
import {
  copyable,
  diffBlock,
  findingList,
  hostPath,
  redirectPath,
  stateOf,
  troubleOf,
} from './components.ts';
import { type Html, html, layout, notices, problemList } from './layout.ts';

/** Of a field for a name. */
export const PLAIN = html`autocomplete="off" autocapitalize="none" spellcheck="false"`;

interface Change {
  readonly verb: 'add' | 'remove' | 'primary';
  /** Where it can be written: what stands above its lines. */
  readonly head: Html;
  /** What the preview was made of, where the page has another address than its form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly question?: Html | false;
}

export function changeSection(
  { stack, problems, diff, isRunning, base }: Preview,
  { verb, head, form, question }: Change,
): Html {
  if (problems.length > 0) return html`<h2>It cannot be written</h2>${problemList(problems)}`;
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

/** What is found of the change: why DNS could not be read, and what is more than information, of other hosts by name. */
export function foundOf({ findings, unread }: Preview, subject?: string): Html {
  const open = findings.filter(({ severity }) => severity !== 'info');
  const byHost = [...Map.groupBy(open, ({ host }) => host)];
  return html`${unread !== undefined && notices([unread])}
${byHost.map(([host, found]) => html`${host !== subject && html`<h2>Found of ${host}</h2>`}${findingList(found)}`)}`;
}

/** A primary is the address that clients are given, so that they would get what the host responds now: a blocked one may still respond. */
function warningOf(view: HostView): string | undefined {
  const state = stateOf(view);
  if (view.status === undefined || state === 'live') return undefined;
  const trouble = troubleOf(view);
  return `Its state is ${state} now${trouble === undefined ? '' : `: ${trouble.text}`}.`;
}

/** What the change does, and of the host what speaks against it; of the primary itself neither. */
export function primaryPage(view: HostView, { stack, settings }: StackPlan, preview: Preview): string {
  const { host, site, redirect } = view.plan;
  const warning = warningOf(view);
  const former = redirect === undefined ? 'goes on to serve too' : 'redirects to it from then on';
  const terms = html`<p>It becomes the address of ${site === 'api' ? 'the API' : 'the documentation'} that the stack gives to clients. ${settings[site].primary} ${former}.</p>
${warning && html`<div class="notice"><p>${warning}</p></div>`}`;
  const head = html`${terms}
${foundOf(preview)}<h2>The change</h2>`;
  return layout({
    title: `Make ${host} the primary`,
    above: [hostPath(stack, host), host],
    main: changeSection(preview, { verb: 'primary', head }),
  });
}

/** `owners`: of an external host. `to`: the other stack that has it. */
interface RemovePage extends Omit<RemovalFacts, 'findings'> {
  readonly plan: HostPlan;
  readonly stack: StackPlan;
  /** With what is found of the place to which its record leads. */
  readonly preview: Preview;
  readonly terms: RemovalTerms;
  /** The name that was typed is not the host's. */
  readonly isMistyped: boolean;
}

type RemovalFacts = ReturnType<Awaited<ReturnType<typeof removalFacts>>>;

export function removePage(page: RemovePage): string {
  const { plan, stack, preview, owners, to, terms, isMistyped } = page;
  const { host, role, site } = plan;
  const { primary } = stack.settings[site];
  const isOffered = role === 'domain' && terms.isServing && to === undefined;
  const question = terms.isListed && acknowledgement(host, isMistyped);
  const records = owners?.records.map((record) => html`<br><code>${record}</code>`) ?? [];
  const offer = html`<div class="notice"><p><strong>Either redirect it</strong>, and links to it go on to work.</p>
<p><a class="button" href="${redirectPath(plan, stack.stack, primary)}">Redirect it to ${primary ?? 'another host'}</a></p></div>`;
  const head = html`<h2>What ends</h2>
<ul>${endings(page).map((text) => html`<li>${text}</li>`)}${owners && html`<li>${capital(owners.what)}${records.length > 0 && ':'}${records}</li>`}</ul>
${isOffered && offer}
${foundOf(preview, host)}
<h2>${isOffered ? 'Or remove it' : 'The change'}</h2>`;
  return layout({
    title: `Remove ${host}`,
    above: [hostPath(stack.stack, host), host],
    main: changeSection(preview, { verb: 'remove', head, question }),
  });
}

function endings({ plan, terms, to }: RemovePage): string[] {
  const { host, role, ttl } = plan;
  if (!terms.isDeployed) return ['Nothing: it was never deployed, as the outputs do not have it.'];
  const attachment = terms.isAttached ? ['its attachment'] : [];
  const records = plan.zone.provider === 'external' ? [] : ['its records'];
  const own = `Deleted with it: ${['its certificate', ...attachment, ...records].join(', ')}.`;
  if (!terms.isServing) return [`${NOTHING_SERVED}.`, own];
  const cached = ttl === undefined ? '' : ` Resolvers may send clients there for ${ttl} s more.`;
  const broken = brokenLinks({ role, to });
  return [`Requests to https://${host} fail once the change is deployed; ${broken}.${cached}`, own];
}

function acknowledgement(host: string, isMistyped: boolean): Html {
  return html`<p>Production removes a host only where <code>petstore:removals</code> names it. Your acknowledgement adds <code>${host}</code> there.</p>
${isMistyped && html`<p class="bad" role="alert" id="mistyped">This is another name: nothing was written.</p>`}
<p><label for="confirm">Type ${host} to acknowledge</label>
<input id="confirm" name="confirm" required ${PLAIN}${isMistyped && html` aria-invalid="true" aria-describedby="mistyped"`}></p>`;
}

export function pullRequestPath(stack: string, verb: (typeof VERBS)[number], host: string): string {
  return `/stacks/${encodeURIComponent(stack)}/pull-request?${new URLSearchParams({ verb, host })}`;
}

export function pullRequestPage(stack: string, request: EditCommands): string {
  const { commands, isPullRequest } = request;
  const items = commands.map((command) => html`<li>${copyable(command, 'the command')}</li>`);
  return layout({
    title: `${isPullRequest ? 'Pull request' : 'Deployment'} for ${stack}`,
    head: html`<h1>Written to Pulumi.${stack}.yaml</h1>`,
    main: html`<p>${nextText(request)}</p>
${items.length > 0 && html`<h2>Commands</h2><ol class="commands">${items}</ol>`}
<p><a href="/">All hosts</a></p>`,
  });
}

function nextText({ isPullRequest, isCommitted }: EditCommands): string {
  if (isCommitted) return `The file ${NOTHING_TO_COMMIT}.`;
  return isPullRequest
    ? 'It is in the working tree. A pull request checks it, and its merge deploys it.'
    : 'This folder has no remote to open a pull request at: the last command deploys it.';
}
