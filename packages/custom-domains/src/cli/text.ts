// Results as text for a terminal or a log, and the command to run next for each finding.
import {
  type Command,
  command,
  count,
  join,
  type ListShape,
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
  formatFindings,
  isAbout,
  type Verdict,
  verdictMark,
  verdictOf,
} from '../preflight/index.ts';
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

export function outcome(verdict: Verdict, findings: Row['findings']): string {
  if (verdict === 'unknown') return 'could not be read';
  const what = verdict === 'blocked' ? 'finding' : 'warning';
  return `${verdict === 'blocked' ? 'blocked, ' : ''}${count(openOf(findings).length, what)}`;
}

export function conclusion(rows: readonly Row[]): string {
  if (rows.length === 0) return 'There is nothing to check.';
  const all = rows.map(({ findings }) => exitStatus(findings));
  const [blocked, unknown] = ([1, 3] as const).map((status) => all.filter((one) => one === status).length);
  if (blocked) return `${blocked} of ${all.length} blocked.`;
  if (unknown)
    return `${unknown} of ${all.length} could not be read completely, so the result is not certain.`;
  return all.length === 1 ? 'Nothing blocks it.' : `Nothing blocks these ${all.length}.`;
}

/** What shows the cause of a finding, or its fix once it is made. `again`: the command that was run, for this host. */
export function nextCommand(one: Finding, again: Command): Command {
  const { host, records } = one;
  const { trace } = factsOf(one);
  if (trace === 'delegation') return command`dig +trace NS ${host}`;
  if (trace === 'signatures') return command`delv ${host}`;
  if (trace === 'web') return command`curl -sSi ${`http://${host}/`}`;
  const [first] = records;
  if (isAbout(one, 'caa')) return command`dig CAA ${first?.name ?? host}`;
  if (first === undefined) return again;
  return command`dig ${first.type === 'ALIAS' ? 'A' : first.type} ${first.name}`;
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
    if (Array.isArray(value)) return value.flatMap((one) => [`--${option}`, one]);
    return typeof value === 'string' ? [`--${option}`, value] : [];
  });
}
