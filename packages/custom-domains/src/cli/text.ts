// Results as text for a terminal or a log, as Markdown for a comment on a pull request or the summary of a job, and the command to run next.
import {
  type Block,
  type Command,
  code,
  command,
  count,
  fitted,
  join,
  joinMarkdown,
  type ListShape,
  type Markdown,
  md,
  namedLine,
  nameWidth,
  type Shown,
  shown,
  wrap,
} from '../output/index.ts';
import { factsOf } from '../preflight/codes.ts';
import {
  exitStatus,
  type Finding,
  findingSection,
  formatFindings,
  healthySection,
  isAbout,
  MARKDOWN_MARKS,
  type Verdict,
  verdictMark,
  verdictOf,
} from '../preflight/index.ts';
import { parseServer } from '../preflight/reader/server.ts';
import type { View } from '../preflight/rules/perspectives.ts';
import type { ToolIo } from './io.ts';
import type { Values } from './options.ts';

export interface Row {
  readonly host: string;
  readonly findings: readonly Finding[];
  /** What is said of a host without open findings. */
  readonly summary: string;
  readonly places?: readonly string[];
  readonly sees?: View;
  readonly needs?: string;
  /** The command to run once the findings are fixed. */
  readonly again: Command;
}

/** What a command found, for each format. */
export interface Results {
  readonly heading: string;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  /** The command that shows it again. */
  readonly again: Command;
  readonly toJson: (status: number) => object;
}

type Shape = Pick<ToolIo, 'color' | 'width'>;

export function resultText({ heading, rows, notes }: Results, { color, width }: Shape): Shown {
  const shape = { names: nameWidth(rows.map(({ host }) => host)), columns: width };
  // Of a plan it is the same command for all of its hosts.
  const [first] = rows;
  const isShared = rows.length > 1 && rows.every(({ again }) => again === first?.again);
  return join([
    heading,
    ...notes.flatMap((note) => wrap(`note: ${note}`, width)),
    '',
    ...rows.map((row) => rowText(row, shape, color, !isShared)),
    '',
    `${conclusion(rows)}${rows.some(({ findings }) => exitStatus(findings) === 1) ? ' Details: --json' : ''}`,
    ...(isShared && rows.some(isOpen) ? [shown`Then: ${first?.again}`] : []),
  ]);
}

const openOf = (findings: Row['findings']) => findings.filter(({ severity }) => severity !== 'info');
const isOpen = ({ findings }: Row): boolean => openOf(findings).length > 0;

function rowText(row: Row, shape: ListShape, color: boolean, hasCommand: boolean): Shown {
  const { host, findings, summary, places, needs, again } = row;
  const verdict = verdictOf(findings);
  const mark = verdictMark(verdict, color);
  return join([
    namedLine(shown`  ${mark} `, host, verdict === 'ok' ? summary : outcome(verdict, findings), shape),
    ...(places === undefined ? [] : [shown`      in      ${places.join(', ')}`]),
    ...(needs === undefined ? [] : [shown`      needs   ${needs}`]),
    ...(findings.length > 0 ? [formatFindings(findings, { color, indent: 6, width: shape.columns })] : []),
    ...(hasCommand && isOpen(row) ? [shown`      then    ${again}`] : []),
  ]);
}

function outcome(verdict: Verdict, findings: Row['findings']): string {
  if (verdict === 'unknown') return 'could not be read';
  const what = verdict === 'blocked' ? 'finding' : 'warning';
  return `${verdict === 'blocked' ? 'blocked, ' : ''}${count(openOf(findings).length, what)}`;
}

function conclusion(rows: readonly Row[]): string {
  if (rows.length === 0) return 'There is nothing to check.';
  const all = rows.map(({ findings }) => exitStatus(findings));
  const [blocked, unknown] = ([1, 3] as const).map((status) => all.filter((one) => one === status).length);
  if (blocked) return `${blocked} of ${all.length} blocked.`;
  if (unknown)
    return `${unknown} of ${all.length} could not be read completely, so the result is not certain.`;
  return all.length === 1 ? 'Nothing blocks it.' : `Nothing blocks these ${all.length}.`;
}

const URGENCY: readonly Verdict[] = ['blocked', 'unknown', 'warning'];

/** What is blocked first, and within GitHub's limit. */
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

/** What shows the cause of a finding, or its fix once it is made. `again`: the command that was run, for this host; `resolver`: the one
 * that it named. */
export function nextCommand(one: Finding, again: Command, resolver?: string): Command {
  const { host, records } = one;
  const { trace } = factsOf(one);
  const asked = resolver === undefined ? undefined : parseServer(resolver);
  const at = asked === undefined ? [] : [`@${asked.address}`, '-p', `${asked.port}`];
  if (trace === 'delegation') return command`dig ${at} +trace NS ${host}`;
  if (trace === 'signatures') return command`delv ${at} ${host}`;
  if (trace === 'web') return command`curl -sSi ${`http://${host}/`}`;
  const [first] = records;
  if (isAbout(one, 'caa')) return command`dig ${at} CAA ${first?.name ?? host}`;
  if (first === undefined) return again;
  return command`dig ${at} ${first.type === 'ALIAS' ? 'A' : first.type} ${first.name}`;
}

/** The command that was run, for these hosts and without what only concerns its output. */
export function commandLine(
  { launcher }: ToolIo,
  name: string,
  hosts: string | readonly string[],
  values: Values,
): Command {
  return command`${launcher} ${name} ${hosts} ${optionsOf(values)}`;
}

function optionsOf(values: Values): string[] {
  const { json: _, format: __, help: ___, version: ____, ...given } = values;
  return Object.entries(given).flatMap(([option, value]) => {
    if (value === true) return [`--${option}`];
    return [value].flat().flatMap((one) => (typeof one === 'string' ? [`--${option}`, one] : []));
  });
}
