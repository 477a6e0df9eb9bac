// Results as Markdown, for a comment on a pull request or the summary of a job: what is blocked first, and within GitHub's limit.
import { type Block, code, fitted, joinMarkdown, type Markdown, md } from '../output/index.ts';
import {
  findingSection,
  healthySection,
  MARKDOWN_MARKS,
  type Verdict,
  verdictOf,
} from '../preflight/index.ts';
import { conclusion, outcome, type Results, type Row } from './text.ts';

const URGENCY: readonly Verdict[] = ['blocked', 'unknown', 'warning'];

export function resultMarkdown({ heading, rows, notes, again }: Results): Markdown {
  const all = rows.map((row) => ({ ...row, verdict: verdictOf(row.findings) }));
  const open = URGENCY.flatMap((verdict) => all.filter((row) => row.verdict === verdict));
  const healthy = all
    .filter(({ verdict }) => verdict === 'ok')
    .map((row) => ({ ...row, line: md`${code(row.host)} ${row.summary}${places(row)}` }));
  const title = md`### ${MARKDOWN_MARKS[open[0]?.verdict ?? 'ok']} ${heading}`;
  const head = joinMarkdown([title, ...notes.map((note) => md`> ${note}`), md`${conclusion(rows)}`]);
  const blocks: Block[] = [
    { text: head, always: true },
    ...open.map((row) => ({ text: section(row) })),
    ...healthySection(healthy).map((text) => ({ text })),
  ];
  return fitted(blocks, again);
}

function section(row: Row & { readonly verdict: Verdict }): Markdown {
  const { host, verdict, findings, needs } = row;
  return joinMarkdown([
    md`#### ${MARKDOWN_MARKS[verdict]} ${code(host)}: ${outcome(verdict, findings)}${places(row)}`,
    ...findings.map((one) => findingSection(one)),
    // A record begins with its name; else it is said in words.
    ...(needs === undefined ? [] : [md`It needs ${needs.startsWith(`${host}.`) ? code(needs) : needs}`]),
  ]);
}

const places = ({ places: all = [] }: Row): Markdown =>
  all.length === 0 ? md`` : md` (${joinMarkdown(all.map(code), ', ')})`;
