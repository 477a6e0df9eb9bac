// Findings as Markdown, for a comment on a pull request.
import { code, joinMarkdown, type Markdown, md } from '../../output/index.ts';
import type { Finding, Verdict } from '../finding.ts';
import { zoneLine } from './text.ts';

export const MARKDOWN_MARKS: Readonly<Record<Verdict, string>> = {
  blocked: '❌',
  unknown: '❓',
  warning: '⚠️',
  ok: '✅',
};

export function findingSection({ code: name, found, why, fix, records }: Finding): Markdown {
  // Two spaces at the end break the line; indented lines belong to the item.
  const text = md`- **${name}** ${found}.  \n  Why: ${why}.  \n  Fix: ${fix}.`;
  const lines = records.map(({ action, ...record }) => md`  - ${action} ${code(zoneLine(record))}`);
  return joinMarkdown([text, ...lines], '\n');
}
