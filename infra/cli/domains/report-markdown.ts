// The report as Markdown, for a comment on a pull request: no table, so that it reads well on a narrow screen.
import { verdictOf } from '../../preflight/check.ts';
import type { Finding } from '../../preflight/finding.ts';
import { formatChange } from '../../preflight/format.ts';
import type { HostReport, StackReport } from './inspect.ts';
import { count, stateText } from './report-text.ts';

export function reportMarkdown(report: StackReport): string {
  const { hosts, removed, notes, unchanged, base } = report;
  const isGood = (host: HostReport) => verdictOf(host.findings) === 'good';
  const sections = [
    `### Domains of ${report.stack}: ${summary(report)}`,
    ...notes.map((note) => `> ${note}`),
    ...hosts.filter((host) => !isGood(host)).map(hostSection),
    list(hosts.filter(isGood).map(goodLine)),
    ...removed.map(removedSection),
    base === undefined || unchanged === 0 ? '' : `${count(unchanged, 'other host')} unchanged.`,
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function summary({ hosts, removed, base }: StackReport): string {
  const number = (change: HostReport['change']) => hosts.filter((host) => host.change === change).length;
  const verdicts = hosts.map(({ findings }) => verdictOf(findings));
  const blocked = verdicts.filter((verdict) => verdict === 'blocked').length;
  const unread = verdicts.filter((verdict) => verdict === 'unread').length;
  const changes = [
    `${number('added')} added`,
    `${number('changed')} changed`,
    `${removed.length} removed`,
  ].filter((text) => !text.startsWith('0 '));
  const parts =
    base === undefined ? [count(hosts.length, 'host')] : changes.length > 0 ? changes : ['no change'];
  const open = [blocked > 0 && `**${blocked} blocked**`, unread > 0 && `**${unread} not read**`];
  return [...parts, ...open.filter(Boolean)].join(', ');
}

function goodLine({ plan, state, change, summary: text, next }: HostReport): string {
  const what = change === undefined ? '' : ` ${change}`;
  const line = `✅ ${code(plan.host)}${what} (${plan.site}, ${plan.role}): ${stateText(state)}. ${text}`;
  return [line, ...nextLine(next)].join('  \n  ');
}

const headings = {
  blocked: { mark: '❌', what: 'blocked: nothing of it is made until this is mended' },
  unread: { mark: '❓', what: 'could not be read: nothing of it is made until it can be' },
  warning: { mark: '⚠️', what: 'ready, with a warning' },
};

function hostSection({ plan, change, findings, next }: HostReport): string {
  const verdict = verdictOf(findings);
  const { mark, what } = headings[verdict === 'good' ? 'warning' : verdict];
  const title = `#### ${mark} ${code(plan.host)} ${change ?? ''}`.trimEnd();
  return [
    title,
    `${plan.site}, ${plan.role}, ${what}.`,
    ...findings.map(findingSection),
    ...nextLine(next),
  ].join('\n\n');
}

function nextLine(next: HostReport['next']): string[] {
  return next === undefined ? [] : [`${capital(next.when)}: ${code(next.command)}`];
}

function findingSection({ code: name, found, why, mend, records }: Finding): string {
  const lines = [`- **${name}** ${inert(found)}.`, `  Why: ${inert(why)}.`, `  Mend: ${inert(mend)}.`];
  // Two spaces at the end break the line; the block is indented to stay within the item.
  const text = lines.join('  \n');
  if (records.length === 0) return text;
  const block = fenced('text', records.map(formatChange)).map((line) => `  ${line}`);
  return `${text}\n\n${block.join('\n')}`;
}

function removedSection({ host, role, redirectTo, keep = '' }: StackReport['removed'][number]): string {
  if (redirectTo !== undefined) {
    return `#### ➖ ${code(host)} removed\n\nIt redirects to ${inert(redirectTo)} from now on.`;
  }
  const was = role === 'redirect' ? 'nothing redirects it any more' : 'nothing redirects from it';
  const text = `⚠️ ${capital(was)}: links to it will break. To keep them, set a redirect up first:`;
  return [`#### ➖ ${code(host)} removed`, text, fenced('sh', [keep]).join('\n')].join('\n\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function code(text: string): string {
  return `\`${text.replace(/`/g, '')}\``;
}

/** What DNS says is somebody else's text: nothing in it may become markup, a link or a mention. */
function inert(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replace(/@|:(?=\/\/)/g, '$&\u200b');
}

/** A fence longer than any run of backticks inside, so that no record can end it. */
function fenced(language: string, lines: readonly string[]): string[] {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}${language}`, ...lines, fence];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
