// The report of a stack as Markdown, for a comment on a pull request: no table, so that it reads well on a narrow screen.

import type { Finding, RecordChange } from '@petstore/custom-domains/preflight';
import { verdictOf, zoneLine } from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../infra/config/problem.ts';
import type { HostReport, StackReport } from '../inspect.ts';
import { changedFacets } from './changed-hosts.ts';
import type { Block } from './comment.ts';
import { capital, code, inert, list } from './escape.ts';
import { count, refusal, stateText } from './text.ts';

export function reportMarkdown(report: StackReport): string {
  return reportBlocks(report)
    .map(({ text }) => text)
    .join('\n\n');
}

/** What needs a person first: the heading, then hosts blocked, not read, with a warning; what goes; what is well. */
export function reportBlocks(report: StackReport): Block[] {
  const { stack, hosts, notes, unchanged, base } = report;
  const isGood = (host: HostReport) => verdictOf(host.findings) === 'good';
  const open = hosts.filter((host) => !isGood(host)).sort((a, b) => urgency(a) - urgency(b));
  const good = hosts.filter(isGood).map(goodLine);
  const rest = [
    good.length === 0 ? '' : `#### ✅ Nothing in the way\n\n${list(good)}`,
    base === undefined || unchanged === 0 ? '' : `${count(unchanged, 'other host')} unchanged.`,
  ];
  const heading = `### Domains of ${inert(stack)}: ${summary(report)}`;
  return [
    { name: stack, text: [heading, ...notes.map((note) => `> ${inert(note)}`)].join('\n\n'), always: true },
    ...open.map((host) => ({ name: host.plan.host, text: hostSection(host) })),
    ...goneFor(report).map((host) => ({ name: host.host, text: removedSection(host) })),
    ...rest.filter((text) => text !== '').map((text) => ({ name: `what is well in ${stack}`, text })),
  ];
}

/** The config of a stack is wrong: nothing else of it is known. */
export function problemBlocks(stack: string, problems: readonly Problem[]): Block[] {
  const heading = `### ❌ Domains of ${inert(stack)}: the config has ${count(problems.length, 'problem')}`;
  return [
    { name: stack, text: `${heading}\n\nUntil mended, nothing is read and nothing is made.`, always: true },
    ...problems.map(({ path, what, mend }) => ({
      name: path,
      text: `- ${code(path)} ${inert(what)}.  \n  Mend: ${inert(mend)}.`,
    })),
  ];
}

function urgency({ findings }: HostReport): number {
  return ['blocked', 'unread', 'warning', 'good'].indexOf(verdictOf(findings));
}

/** One that redirects from now on is still declared, and is among those that changed. */
function goneFor({ removed }: StackReport): StackReport['removed'] {
  return removed.filter(({ redirectTo }) => redirectTo === undefined);
}

function summary(report: StackReport): string {
  const { hosts, base } = report;
  const number = (change: HostReport['change']) => hosts.filter((host) => host.change === change).length;
  const verdicts = hosts.map(({ findings }) => verdictOf(findings));
  const blocked = verdicts.filter((verdict) => verdict === 'blocked').length;
  const unread = verdicts.filter((verdict) => verdict === 'unread').length;
  const changes = [
    `${number('added')} added`,
    `${number('changed')} changed`,
    `${goneFor(report).length} removed`,
  ].filter((text) => !text.startsWith('0 '));
  const parts =
    base === undefined ? [count(hosts.length, 'host')] : changes.length > 0 ? changes : ['no change'];
  const open = [blocked > 0 && `**${blocked} blocked**`, unread > 0 && `**${unread} not read**`];
  return [...parts, ...open.filter(Boolean)].join(', ');
}

function goodLine({ plan, state, change, was, summary: text, next }: HostReport): string {
  const what = change === undefined ? '' : ` ${change}`;
  const line = `${code(plan.host)}${what} (${plan.site}, ${plan.role}): ${stateText(state)}. ${capital(inert(text))}`;
  return [line, ...changedLines(plan, was), ...nextLine(next)].join('  \n  ');
}

const headings = {
  blocked: { mark: '❌', what: 'blocked: nothing of it is made until this is mended' },
  unread: { mark: '❓', what: 'could not be read: nothing of it is made until it can be' },
  warning: { mark: '⚠️', what: 'ready, with a warning' },
};

function hostSection({ plan, change, was, findings, next }: HostReport): string {
  const verdict = verdictOf(findings);
  const { mark, what } = headings[verdict === 'good' ? 'warning' : verdict];
  const title = `#### ${mark} ${code(plan.host)} ${change ?? ''}`.trimEnd();
  const lines = [`${plan.site}, ${plan.role}, ${what}.`, ...changedLines(plan, was)];
  return [title, lines.join('  \n'), ...findings.map(findingSection), ...nextLine(next)].join('\n\n');
}

function changedLines(plan: HostReport['plan'], was: HostReport['was']): string[] {
  const facets = was === undefined ? [] : changedFacets(was, plan);
  return facets.map(({ name, from, to }) => `${capital(name)}: ${inert(from)} → ${inert(to)}`);
}

function nextLine(next: HostReport['next']): string[] {
  return next === undefined ? [] : [`${capital(next.when)}: ${code(next.command)}`];
}

function findingSection({ code: name, found, why, mend, records }: Finding): string {
  const lines = [`- **${name}** ${inert(found)}.`, `  Why: ${inert(why)}.`, `  Mend: ${inert(mend)}.`];
  // Two spaces at the end break the line; what is indented stays within the item.
  return [lines.join('  \n'), ...records.map((record) => `  - ${recordText(record)}`)].join('\n');
}

function recordText({ action, ...record }: RecordChange): string {
  return `${action} ${code(zoneLine(record))}`;
}

function removedSection({ host, role, keep = '', refused }: StackReport['removed'][number]): string {
  const title = `#### ➖ ${code(host)} removed`;
  const was = role === 'redirect' ? 'nothing redirects it any more' : 'nothing redirects from it';
  const text = `⚠️ ${capital(was)}: links to it will break.`;
  const mends = [`Mend: set a redirect up first, in the same change: ${code(keep)}`];
  if (refused !== undefined) mends.push(`${capital(inert(refusal(refused)))}.`);
  return [title, text, list(mends)].join('\n\n');
}
