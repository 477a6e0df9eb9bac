// The report of a stack as Markdown, for a comment on a pull request; without tables, which are hard to read on a narrow screen.

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

/** In the order of urgency: the heading, hosts that are blocked, not read or with a warning, removed hosts, healthy hosts. */
export function reportBlocks(report: StackReport): Block[] {
  const { stack, hosts, notes, unchanged, base } = report;
  const isHealthy = (host: HostReport) => verdictOf(host.findings) === 'ok';
  const open = hosts.filter((host) => !isHealthy(host)).sort((a, b) => urgency(a) - urgency(b));
  const healthy = hosts.filter(isHealthy).map(healthyLine);
  const rest = [
    healthy.length === 0 ? '' : `#### ✅ No conflicts\n\n${list(healthy)}`,
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
    ...removedFrom(report).map((host) => ({ name: host.host, text: removedSection(host) })),
    ...rest.filter((text) => text !== '').map((text) => ({ name: `healthy hosts of ${stack}`, text })),
  ];
}

/** The config of a stack has problems: nothing else of it is known. */
export function problemBlocks(stack: string, problems: readonly Problem[]): Block[] {
  const heading = `### ❌ Domains of ${escapeMarkdown(stack)}: the config has ${count(problems.length, 'problem')}`;
  return [
    {
      name: stack,
      text: `${heading}\n\nUntil they are fixed, DNS is not read and nothing is deployed.`,
      always: true,
    },
    ...problems.map(({ path, place, what, fix }) => ({
      name: path,
      text: `- ${place ? `line ${place.line}, column ${place.column}: ` : ''}${code(path)} ${escapeMarkdown(what)}.  \n  Fix: ${escapeMarkdown(fix)}.`,
    })),
  ];
}

function urgency({ findings }: HostReport): number {
  return ['blocked', 'unknown', 'warning', 'ok'].indexOf(verdictOf(findings));
}

/** A host that now redirects is still declared, and is among the changed ones. */
function removedFrom({ removed }: StackReport): StackReport['removed'] {
  return removed.filter(({ redirectTo }) => redirectTo === undefined);
}

function summary(report: StackReport): string {
  const { hosts, base } = report;
  const number = (change: HostReport['change']) => hosts.filter((host) => host.change === change).length;
  const verdicts = hosts.map(({ findings }) => verdictOf(findings));
  const blocked = verdicts.filter((verdict) => verdict === 'blocked').length;
  const unknown = verdicts.filter((verdict) => verdict === 'unknown').length;
  const changes = [
    `${number('added')} added`,
    `${number('changed')} changed`,
    `${removedFrom(report).length} removed`,
  ].filter((text) => !text.startsWith('0 '));
  const parts =
    base === undefined ? [count(hosts.length, 'host')] : changes.length > 0 ? changes : ['no change'];
  const open = [blocked > 0 && `**${blocked} blocked**`, unknown > 0 && `**${unknown} not read**`];
  return [...parts, ...open.filter(Boolean)].join(', ');
}

function healthyLine({ plan, state, change, was, summary: text, next }: HostReport): string {
  const what = change === undefined ? '' : ` ${change}`;
  const line = `${code(plan.host)}${what} (${plan.site}, ${plan.role}): ${stateText(state)}. ${capital(escapeMarkdown(text))}`;
  return [line, ...changedLines(plan, was), ...nextLine(next)].join('  \n  ');
}

const HEADINGS = {
  blocked: { mark: '❌', what: 'blocked: nothing of it is created until this is fixed' },
  unknown: { mark: '❓', what: 'could not be read: nothing of it is created until it can be' },
  warning: { mark: '⚠️', what: 'ready, with a warning' },
};

function hostSection({ plan, change, was, findings, next }: HostReport): string {
  const verdict = verdictOf(findings);
  const { mark, what } = HEADINGS[verdict === 'ok' ? 'warning' : verdict];
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
  // Two spaces at the end break the line; indented lines belong to the item.
  return [lines.join('  \n'), ...records.map((record) => `  - ${recordText(record)}`)].join('\n');
}

function recordText({ action, ...record }: RecordChange): string {
  return `${action} ${code(zoneLine(record))}`;
}

function removedSection({ host, role, keep = '', refused }: StackReport['removed'][number]): string {
  const title = `#### ➖ ${code(host)} removed`;
  const was = role === 'redirect' ? 'it is no longer redirected' : 'nothing redirects from it';
  const text = `⚠️ ${capital(was)}: links to it will break.`;
  const fixes = [`Fix: set up a redirect first, in the same change: ${code(keep)}`];
  if (refused !== undefined) fixes.push(`${capital(escapeMarkdown(refusal(refused)))}.`);
  return [title, text, list(fixes)].join('\n\n');
}
