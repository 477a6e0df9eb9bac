// Findings as Markdown, for a comment on a pull request.
import { code, joinMarkdown, list, type Markdown, md } from '../../output/index.ts';
import type { Finding, Verdict } from '../finding.ts';
import { zoneLine } from './text.ts';

export const MARKDOWN_MARKS: Readonly<Record<Verdict, string>> = {
  blocked: '❌',
  unknown: '❓',
  warning: '⚠️',
  ok: '✅',
};

/** Under a heading of its own: without one, GitHub takes its lines into the list of the findings above it. None for no lines. */
export function healthySection(lines: readonly Markdown[]): Markdown[] {
  return lines.length === 0 ? [] : [md`#### ${MARKDOWN_MARKS.ok} No warnings\n\n${list(lines)}`];
}

export function findingSection({ code: name, found, why, fix, records }: Finding): Markdown {
  // Two spaces at the end break the line; indented lines belong to the item.
  const text = md`- **${name}** ${found}.  \n  Why: ${why}.  \n  Fix: ${fix}.`;
  const lines = records.map(({ action, ...record }) => md`  - ${action} ${code(zoneLine(record))}`);
  return joinMarkdown([text, ...lines], '\n');
}
