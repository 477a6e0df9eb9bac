// What several pages show: a host in a few words, changed lines, findings with their fix, records with copy buttons and as each name server has them.
import { registrableName } from '@petstore/custom-domains/names';
import { type Finding, isBlocking, isNotice, verdictOf, zoneLine } from '@petstore/custom-domains/preflight';
import { recordsDue } from '../../../../infra/hosts/moves.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import { capital } from '../../formats/text.ts';
import { dnsHostTitle, type HostReport } from '../../hosts.ts';
import { relativeName } from '../../records/records.ts';
import type { HostView } from '../live/stacks.ts';
import { type Html, html } from './layout.ts';

/** With a capital first; a name, such as a host's, stays as it is. */
export function sentence(text: string): string {
  return /^[a-z]+\b(?![.:_-]\w)/.test(text) ? capital(text) : text;
}

/** By the sign that a line of a diff begins with. */
const CHANGES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed' };

export function diffBlock(file: string, lines: readonly string[]): Html {
  const rows = lines.map((line) => {
    const change = CHANGES[line.charAt(0)];
    return html`<span class="line ${change ?? 'same'}"><span aria-hidden="true">${line.charAt(0)} </span>${change && html`<span class="hidden">${change}: </span>`}${line.slice(1)}</span>`;
  });
  return html`<figure class="diff"><figcaption>${file}</figcaption><pre tabindex="0"><code>${rows}</code></pre></figure>`;
}

export function findingList(findings: readonly Finding[]): Html {
  return html`<ul class="findings">${findings.map(findingItem)}</ul>`;
}

/** What blocks because it could not be read is `unknown`, as the state of its host. */
function findingItem(finding: Finding): Html {
  const { code, severity, found } = finding;
  const word = isBlocking(finding) ? verdictOf([finding]) : severity;
  return html`<li class="finding ${word}">
<p><strong class="code">${code}</strong> <span class="badge ${word}">${word}</span></p>
<p>${sentence(found)}</p>
${!isNotice(finding) && remedy(finding)}
${recordChanges(finding)}
</li>`;
}

export function remedy({ why, fix, command }: Pick<Finding, 'why' | 'fix' | 'command'>): Html {
  const [before = '', ...after] = command ? fix.split(command) : [fix];
  const copied = after.map((text) => html`${copyable(command ?? '', 'the command')}${text}`);
  return html`<p class="why">${sentence(why)}</p><p class="fix"><strong>Fix:</strong> ${before}${copied}</p>`;
}

export function recordChanges({ records }: Finding): Html[] {
  return records.map(
    ({ action, ...record }) =>
      html`<p class="record ${action}"><strong>${action}</strong> ${copyable(zoneLine(record), `the record to ${action}`)}</p>`,
  );
}

/** A text that a button copies; the button appears where the browser runs the page's script. */
export function copyable(text: string, what: string): Html {
  return html`<code class="copied">${text}</code> <button type="button" class="copy" data-copy hidden aria-label="Copy ${what}">Copy</button>`;
}

/** The zone that DNS shows; where that is not known, what a registrar sells of the name. */
export function zoneOf({ plan, observation }: HostReport): string {
  return observation.zone?.name ?? registrableName(plan.host);
}

const PURPOSES = {
  validation: 'the certificate: it shows that its owner agrees, and each renewal needs it',
  routing: 'visitors: it leads them to the site',
  HTTPS: 'visitors: with it, their browsers speak HTTP/3 at the first connection',
} as const;

/** Each with its name as most forms want it, and in full. */
export function recordsToSet(status: HostReport): Html {
  const zone = zoneOf(status);
  const rows = recordsDue(status.plan, status.output).map(({ purpose, name, type, ttl, value }) => {
    const kind = type === 'HTTPS' ? type : purpose;
    return html`<div class="record-set">
<dt>${kind} record</dt>
<dd><span>Name</span> <div>${copyable(relativeName(name, zone) || '@', `the name of the ${kind} record`)} or in full ${copyable(name, 'the full name')}</div></dd>
<dd><span>Type</span> <div><code>${type}</code> <span>TTL</span> <code>${ttl}</code></div></dd>
<dd><span>Value</span> <div>${copyable(value, `the value of the ${kind} record`)}</div></dd>
<dd><span>For</span> <div>${PURPOSES[kind]}${type === 'ALIAS' && '. Where there is no ALIAS: ANAME, or a flattened CNAME'}</div></dd>
</div>`;
  });
  return html`<dl class="records">${rows}</dl>`;
}

/** What each name server returns now, of the host and of its validation record. */
export function foundRecords({ plan, observation: { views, expected } }: HostReport): Html {
  const name = expected?.expected.validation?.name ?? '';
  const hosts = views.map(({ server, answers }) => serverRow(server, plan.host, Object.values(answers)));
  const validation = expected?.validation.map(({ server, answer }) => serverRow(server, name, [answer]));
  const rows = [...hosts, ...(validation ?? [])];
  if (rows.length === 0) return html`<p>No name server responded about this name.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="As found on each name server"><table>
<thead><tr><th scope="col">Name server</th><th scope="col">Name</th><th scope="col">Found now</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

type Answer = HostReport['observation']['views'][number]['answers'][string];

function serverRow(server: string, name: string, answers: readonly Answer[]): Html {
  const found = [...new Set(answers.flatMap((answer) => linesOf(answer, name)))];
  const cell = found.length === 0 ? 'nothing' : found.map((line) => html`<code>${line}</code>`);
  return html`<tr><th scope="row">${server}</th><td><code>${name}</code></td><td>${cell}</td></tr>`;
}

/** Only records of the name itself are shown; what could not be read is never shown as absent. */
function linesOf(answer: Answer, name: string): string[] {
  if (answer.kind === 'failed') return [`not read: ${answer.detail}`];
  if (answer.kind === 'referral') return [`refers to the servers of ${answer.zone}`];
  const records = [...answer.chain, ...(answer.kind === 'found' ? answer.records : [])];
  const own = records.filter((record) => record.name === name);
  return own.map(({ type, ttl, value }) => `${ttl} ${type} ${value}`);
}

export function hostPath(stack: string, host: string): string {
  return `/stacks/${encodeURIComponent(stack)}/hosts/${encodeURIComponent(host)}`;
}

/** The form that makes the host a redirect, or its redirect another one. */
export function redirectPath({ host, site }: HostPlan, stack: string, to = ''): string {
  return `/add?${new URLSearchParams({ stack, host, site, kind: 'redirect', to })}`;
}

export function roleOf({ role, redirect }: HostPlan): string {
  return redirect === undefined ? role : `redirect ${redirect.status} to ${redirect.to}`;
}

/** What it is declared as. */
export function declaredAs(plan: HostPlan): string {
  const moving = plan.moving === undefined ? [] : ['in petstore:moving'];
  return [plan.site, roleOf(plan), dnsHostTitle(plan), ...moving].join(' · ');
}

/** It is `reading` until DNS was read. What could not be read is `unknown`, and never blocked. */
export function stateOf({ status, unread }: HostView): string {
  if (status === undefined) return unread ?? 'reading';
  const { state, response, findings } = status;
  return state === 'blocked' && response?.fault === undefined ? verdictOf(findings) : state;
}

/** What is wrong first: why it does not respond, what blocks it, what failed, then a warning. `isUrgent`: a person has to act. */
export function troubleOf(view: HostView) {
  const { findings = [], steps = [], response } = view.status ?? {};
  const fault = response?.fault;
  const failed = steps.find(({ mark }) => mark === 'wrong');
  const warning = findings.find(({ severity }) => severity === 'warning');
  const text = fault ?? findings.find(isBlocking)?.found ?? failed?.text ?? warning?.found;
  const isUrgent = fault !== undefined || failed !== undefined || stateOf(view) === 'blocked';
  return text === undefined ? undefined : { text, isUrgent };
}
