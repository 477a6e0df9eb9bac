// The report of a stack as Markdown, for a comment on a pull request: no table, so that it reads well on a narrow screen.

import type { Finding, RecordChange } from '@petstore/custom-domains/preflight';
import { verdictOf, zoneLine } from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../infra/config/problem.ts';
import type { HostReport, StackReport } from '../inspect.ts';
import { changedFacets } from './changed-hosts.ts';
import type { Block } from './comment.ts';
import { capital, code, escapeMarkdown, list } from './escape.ts';
import { count, refusal, stateText } from './text.ts';

export function reportMarkdown(report: StackReport): string {
  return reportBlocks(report)
    .map(({ text }) => text)
    .join('\n\n');
}

/** What needs a person first: the heading, then hosts blocked, not read, with a warning; what goes; what is well. */
export function reportBlocks(report: StackReport): Block[] {
  const { stack, hosts, notes, unchanged, base } = report;
  const isGood = (host: HostReport) => verdictOf(host.findings) === 'ok';
  const open = hosts.filter((host) => !isGood(host)).sort((a, b) => urgency(a) - urgency(b));
  const good = hosts.filter(isGood).map(goodLine);
  const rest = [
    good.length === 0 ? '' : `#### ✅ Nothing in the way\n\n${list(good)}`,
    base === undefined || unchanged === 0 ? '' : `${count(unchanged, 'other host')} unchanged.`,
  ];
  const heading = `### Domains of ${escapeMarkdown(stack)}: ${summary(report)}`;
  return [
    {
      name: stack,
      text: [heading, ...notes.map((note) => `> ${escapeMarkdown(note)}`)].join('\n\n'),
      always: true,
    },
    ...open.map((host) => ({ name: host.plan.host, text: hostSection(host) })),
    ...goneFor(report).map((host) => ({ name: host.host, text: removedSection(host) })),
    ...rest.filter((text) => text !== '').map((text) => ({ name: `what is well in ${stack}`, text })),
  ];
}

/** The config of a stack is wrong: nothing else of it is known. */
export function problemBlocks(stack: string, problems: readonly Problem[]): Block[] {
  const heading = `### ❌ Domains of ${escapeMarkdown(stack)}: the config has ${count(problems.length, 'problem')}`;
  return [
    { name: stack, text: `${heading}\n\nUntil fixed, nothing is read and nothing is made.`, always: true },
    ...problems.map(({ path, what, fix }) => ({
      name: path,
      text: `- ${code(path)} ${escapeMarkdown(what)}.  \n  Fix: ${escapeMarkdown(fix)}.`,
    })),
  ];
}

function urgency({ findings }: HostReport): number {
  return ['blocked', 'unknown', 'warning', 'ok'].indexOf(verdictOf(findings));
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
  const unread = verdicts.filter((verdict) => verdict === 'unknown').length;
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
  const line = `${code(plan.host)}${what} (${plan.site}, ${plan.role}): ${stateText(state)}. ${capital(escapeMarkdown(text))}`;
  return [line, ...changedLines(plan, was), ...nextLine(next)].join('  \n  ');
}

const headings = {
  blocked: { mark: '❌', what: 'blocked: nothing of it is made until this is fixed' },
  unknown: { mark: '❓', what: 'could not be read: nothing of it is made until it can be' },
  warning: { mark: '⚠️', what: 'ready, with a warning' },
};

function hostSection({ plan, change, was, findings, next }: HostReport): string {
  const verdict = verdictOf(findings);
  const { mark, what } = headings[verdict === 'ok' ? 'warning' : verdict];
  const title = `#### ${mark} ${code(plan.host)} ${change ?? ''}`.trimEnd();
  const lines = [`${plan.site}, ${plan.role}, ${what}.`, ...changedLines(plan, was)];
  return [title, lines.join('  \n'), ...findings.map(findingSection), ...nextLine(next)].join('\n\n');
}

function changedLines(plan: HostReport['plan'], was: HostReport['was']): string[] {
  const facets = was === undefined ? [] : changedFacets(was, plan);
  return facets.map(
    ({ name, from, to }) => `${capital(name)}: ${escapeMarkdown(from)} → ${escapeMarkdown(to)}`,
  );
}

function nextLine(next: HostReport['next']): string[] {
  return next === undefined ? [] : [`${capital(next.when)}: ${code(next.command)}`];
}

function findingSection({ code: name, found, why, fix, records }: Finding): string {
  const lines = [
    `- **${name}** ${escapeMarkdown(found)}.`,
    `  Why: ${escapeMarkdown(why)}.`,
    `  Fix: ${escapeMarkdown(fix)}.`,
  ];
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
  const fixes = [`Fix: set a redirect up first, in the same change: ${code(keep)}`];
  if (refused !== undefined) fixes.push(`${capital(escapeMarkdown(refusal(refused)))}.`);
  return [title, text, list(fixes)].join('\n\n');
}
