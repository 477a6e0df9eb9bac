// Findings as Markdown, for a comment on a pull request.
import { code, joinMarkdown, type Markdown, md, withCode } from '../../output/index.ts';
import { type Finding, isAsItShouldBe, type Verdict } from '../finding.ts';
import { zoneLine } from './text.ts';

export const MARKDOWN_MARKS: Readonly<Record<Verdict, string>> = {
  blocked: '❌',
  unknown: '❓',
  warning: '⚠️',
  ok: '✅',
};

export interface HealthyHost {
  readonly line: Markdown;
  readonly findings: readonly Finding[];
}

/** Under a heading of its own: without one, GitHub takes its lines into the list of the findings above it. None for no hosts. */
export function healthySection(hosts: readonly HealthyHost[]): Markdown[] {
  if (hosts.length === 0) return [];
  const items = hosts.flatMap(({ line, findings }) => [
    md`- ${line}`,
    ...findings.map((one) => findingSection(one, false, md`  `)),
  ]);
  return [md`#### ${MARKDOWN_MARKS.ok} No warnings\n\n${joinMarkdown(items, '\n')}`];
}

/** `isRepeated`: a later host has its why and its fix in the same words. */
export function findingSection(finding: Finding, isRepeated = false, indent = md``): Markdown {
  const { code: name, found, why, fix, command, records } = finding;
  const head = md`${indent}- **${name}** ${found}.`;
  if (isRepeated || isAsItShouldBe(finding)) return head;
  // Two spaces at the end break the line; indented lines belong to the item.
  const text = md`${head}  \n${indent}  Why: ${why}.  \n${indent}  Fix: ${withCode(fix, command ? [command] : [])}.`;
  const lines = records.map(({ action, ...record }) => md`${indent}  - ${action} ${code(zoneLine(record))}`);
  return joinMarkdown([text, ...lines], '\n');
}
