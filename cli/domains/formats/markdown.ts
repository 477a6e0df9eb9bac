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
  type Finding,
  findingSection,
  healthySection,
  MARKDOWN_MARKS,
} from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../infra/config/problem.ts';
import type { StackReport } from '../inspect.ts';
import { type OtherStack, otherSentence } from '../stack.ts';
import { capital, hostRow, openOf, type Row, removedRow, repeatedIn, summaryOf } from './text.ts';

/** In the order of urgency; those that are `ok` come last, and in one list. */
const MARKS = {
  refused: '❌',
  blocked: MARKDOWN_MARKS.blocked,
  unknown: MARKDOWN_MARKS.unknown,
  warning: MARKDOWN_MARKS.warning,
  removed: '➖',
} as const satisfies Partial<Record<Row['mark'], string>>;

export function reportBlocks(report: StackReport): Block[] {
  const { stack, base, hosts, removed, notes } = report;
  const rows = [...hosts.map(hostRow), ...removed.map(removedRow)];
  const refused = rows.some(({ mark }) => mark === 'refused') ? md`❌ ` : '';
  const summary = [...summaryOf(rows, base), ...openOf(rows).map((text) => md`**${text}**`)];
  const heading = md`### ${refused}Domains of ${stack}: ${joinMarkdown(summary, ', ')}`;
  const open = Object.entries(MARKS).flatMap(([mark, sign]) => {
    const own = rows.filter((row) => row.mark === mark);
    const repeated = repeatedIn(own);
    return own.map((row) => rowSection(row, sign, repeated));
  });
  const healthy = rows
    .filter(({ mark }) => mark === 'ok')
    .map((row) => ({
      line: joinMarkdown([rowTitle(row), ...nextLines(row)], '  \n  '),
      findings: row.findings,
    }));
  return [
    { text: joinMarkdown([heading, ...notes.map((note) => md`> ${note}`)]), always: true },
    ...[...open, ...healthySection(healthy), ...othersMarkdown(report.others)].map((text) => ({ text })),
  ];
}

function rowSection(row: Row, sign: string, repeated: readonly Finding[]): Markdown {
  const { note, findings, owners } = row;
  return joinMarkdown([
    md`#### ${sign} ${rowTitle(row)}`,
    ...(note === undefined ? [] : [md`${capital(note)}.`]),
    ...findings.map((one) => findingSection(one, repeated.includes(one))),
    ...(owners === undefined ? [] : [withCode(capital(owners.what), owners.commands ?? [])]),
    ...(owners === undefined || owners.records.length === 0 ? [] : [list(owners.records.map(code))]),
    ...nextLines(row),
  ]);
}

function rowTitle({ host, mark, change, about, line }: Row): Markdown {
  // The line of a removed host says it.
  const what = change === undefined || mark === 'removed' || mark === 'refused' ? '' : md` ${change}`;
  return md`${code(host)}${what} (${about}): ${line}`;
}

function nextLines({ next }: Row): Markdown[] {
  return next.map(({ when, command }) => md`${capital(when)}: ${code(command)}`);
}

export function othersMarkdown(others: readonly OtherStack[] = []): Markdown[] {
  return others.map((one) => md`${one.isRefused ? '❌' : '❓'} ${otherSentence(one)}: ${code(one.command)}`);
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

/** The comment on a pull request. */
export function comment(blocks: readonly Block[]): Markdown {
  const whole = command`npm run domains -- check --base REVISION --stack STACK`;
  return joinMarkdown([COMMENT_MARKER, fitted(blocks, whole)]);
}
