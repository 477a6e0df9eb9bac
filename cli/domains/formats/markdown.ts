// The report of a stack as Markdown, without tables, which are hard to read on a narrow screen; and the comment on a pull request.
import {
  type Block,
  COMMENT_MARKER,
  code,
  command,
  count,
  fitted,
  joinMarkdown,
  list,
  type Markdown,
  md,
  withCode,
} from '@petstore/custom-domains/output';
import {
  findingSection,
  healthySection,
  MARKDOWN_MARKS,
  verdictOf,
} from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../infra/config/problem.ts';
import type { OwnersRemoval } from '../../../infra/hosts/removal.ts';
import type { HostReport } from '../hosts.ts';
import type { StackReport } from '../inspect.ts';
import { isRefused, type RemovedHostReport } from '../removed.ts';
import { type Others, otherSentence } from '../stack.ts';
import {
  brokenLinks,
  capital,
  changesOf,
  fateOf,
  isAdvised,
  openOf,
  outcome,
  READ_ALL,
  refusal,
  stateText,
} from './text.ts';

export function reportMarkdown(report: StackReport): Markdown {
  return joinMarkdown(reportBlocks(report).map(({ text }) => text));
}

/** In the order of urgency: the heading, refused removals, hosts that are blocked, not read or with a warning, removed hosts, healthy hosts. */
export function reportBlocks(report: StackReport): Block[] {
  const { stack, hosts, notes } = report;
  const isHealthy = (host: HostReport) => verdictOf(host.findings) === 'ok';
  const open = hosts.filter((host) => !isHealthy(host)).sort((a, b) => urgency(a) - urgency(b));
  const healthy = hosts
    .filter(isHealthy)
    .map((host) => ({ line: healthyLine(host), findings: host.findings }));
  const refused = report.removed.filter(isRefused);
  const confirmed = report.removed.filter((host) => !isRefused(host));
  const mark = refused.length === 0 ? '' : md`❌ `;
  const heading = md`### ${mark}Domains of ${stack}: ${summary(report)}`;
  const sections = [
    ...refused.map(removedSection),
    ...open.map(hostSection),
    ...confirmed.map(removedSection),
    ...healthySection(healthy),
    ...othersMarkdown(report),
  ];
  return [
    { text: joinMarkdown([heading, ...notes.map((note) => md`> ${note}`)]), always: true },
    ...sections.map((text) => ({ text })),
  ];
}

export function othersMarkdown({ others = [], readAll }: Others): Markdown[] {
  return [
    ...others.map((one) => md`${one.isRefused ? '❌' : '❓'} ${otherSentence(one)}: ${code(one.command)}`),
    ...(readAll === undefined ? [] : [md`${READ_ALL}: ${code(readAll)}`]),
  ];
}

/** As `problemBlocks`, with the other stacks of the change. */
export function problemsMarkdown(
  problems: readonly Problem[],
  { stack, ...known }: Others & Pick<StackReport, 'stack'>,
): Markdown {
  return joinMarkdown([...problemBlocks(stack, problems).map(({ text }) => text), ...othersMarkdown(known)]);
}

/** Where its config has problems, nothing else is known of a stack. */
export function problemBlocks(stack: string, problems: readonly Problem[]): Block[] {
  const heading = md`### ❌ Domains of ${stack}: the config has ${count(problems.length, 'problem')}`;
  const effect = `Until ${problems.length === 1 ? 'it is' : 'they are'} fixed, DNS is not read, and the change is not ready to deploy.`;
  return [{ text: md`${heading}\n\n${effect}`, always: true }, ...problems.map(problemBlock)];
}

function problemBlock({ path, place, what, fix, commands = [] }: Problem): Block {
  const at = place && md`line ${place.line}, column ${place.column}: `;
  const end = fix.endsWith('?') ? '' : '.';
  const settings = fix.match(/petstore:\w+: (\{.*\}|[^\s,;]+)/g) ?? [];
  const shown = withCode(fix, [...commands, ...settings]);
  return { text: md`- ${at}${code(path)} ${what}.  \n  Fix: ${shown}${end}` };
}

function urgency({ findings }: HostReport): number {
  return ['blocked', 'unknown', 'warning', 'ok'].indexOf(verdictOf(findings));
}

function summary(report: StackReport): Markdown {
  const changes = changesOf(report);
  const changed = changes.length > 0 ? changes : ['no change'];
  const parts = report.base === undefined ? [count(report.hosts.length, 'host')] : changed;
  return joinMarkdown([...parts, ...openOf(report).map((text) => md`**${text}**`)], ', ');
}

function healthyLine({ plan, state, change, summary: text, next }: HostReport): Markdown {
  const what = change === undefined ? '' : md` ${change}`;
  const line = md`${code(plan.host)}${what} (${plan.site}, ${plan.role}): ${stateText(state)}. ${capital(text)}`;
  return joinMarkdown([line, ...nextLines(next)], '  \n  ');
}

function hostSection(host: HostReport): Markdown {
  const { plan, change, findings, next } = host;
  const verdict = verdictOf(findings);
  return joinMarkdown([
    md`#### ${MARKDOWN_MARKS[verdict]} ${code(plan.host)}${change === undefined ? '' : md` ${change}`}`,
    md`${plan.site}, ${plan.role}: ${verdict === 'ok' ? '' : outcome(verdict, host)}.`,
    ...findings.map(findingSection),
    ...nextLines(next),
  ]);
}

function nextLines(next: HostReport['next']): Markdown[] {
  return next.map(({ when, command }) => md`${capital(when)}: ${code(command)}`);
}

function removedSection(host: RemovedHostReport): Markdown {
  const { keep, refused, confirm, owners, findings } = host;
  const title = md`${code(host.host)} ${fateOf(host)}`;
  const advice = isAdvised(host) ? [md`- to keep its links: ${code(keep)}`] : [];
  const ways =
    refused === undefined || confirm === undefined
      ? advice
      : [
          md`- ${withCode(capital(refusal(refused)), [confirm.file])}:`,
          md`  - either ${code(keep)}`,
          md`  - or ${code(confirm.text)}`,
        ];
  return joinMarkdown([
    refused === undefined ? md`#### ➖ ${title}` : md`#### ❌ ${title}, not confirmed`,
    md`⚠️ ${capital(brokenLinks(host))}.`,
    ...(ways.length === 0 ? [] : [joinMarkdown(ways, '\n')]),
    ...findings.map(findingSection),
    ...ownersSection(owners),
  ]);
}

function ownersSection(owners: OwnersRemoval | undefined): Markdown[] {
  if (owners === undefined) return [];
  const { what, records, commands = [] } = owners;
  const text = withCode(capital(what), commands);
  return [records.length === 0 ? text : md`${text}\n\n${list(records.map((record) => code(record)))}`];
}

/** The comment on a pull request. */
export function comment(blocks: readonly Block[]): Markdown {
  const whole = command`npm run domains -- check --base REVISION --stack STACK`;
  return joinMarkdown([COMMENT_MARKER, fitted(blocks, whole)]);
}
