// The report of a stack as rows, which every format shows, and these as text; and words that other commands share with it.
import {
  count,
  join,
  namedLine,
  nameWidth,
  pad,
  type Shown,
  shown,
  wrap,
} from '@petstore/custom-domains/output';
import {
  exitStatus,
  type Finding,
  formatFindings,
  isAbout,
  MARKS,
  paint,
  type Verdict,
  verdictMark,
  verdictOf,
} from '@petstore/custom-domains/preflight';
import { hasRecords } from '../../../infra/hosts/host-output.ts';
import type { OwnersRemoval } from '../../../infra/hosts/removal.ts';
import { dnsHostTitle, type HostReport, type Step } from '../hosts.ts';
import type { StackReport } from '../inspect.ts';
import type { TextOptions } from '../io.ts';
import type { RemovedHostReport } from '../removed.ts';
import { otherSentence } from '../stack.ts';

export interface Row {
  readonly host: string;
  /** `refused`: production refuses its removal. */
  readonly mark: Verdict | 'removed' | 'refused';
  readonly about: string;
  readonly change?: (typeof CHANGES)[number];
  readonly open?: (typeof OPEN)[number];
  readonly line: string;
  readonly note?: string;
  readonly findings: readonly Finding[];
  readonly owners?: OwnersRemoval;
  readonly next: readonly Advice[];
}

const CHANGES = ['added', 'changed', 'removed', 'moved to another stack'] as const;
/** A deployed host stays deployed: its findings block nothing of it. */
const OPEN = [
  'removed without a confirmation',
  'removed with a record that others can claim',
  'blocked',
  'deployed with findings to fix',
  'not read',
] as const;

/** What to do next, and for what: a command, or the line of a file. */
interface Advice {
  readonly when: string;
  readonly command: string;
}

export function reportText(report: StackReport, options: TextOptions): Shown {
  const { stack, base, hosts, removed, notes } = report;
  const rows = [...hosts.map(hostRow), ...removed.map(removedRow)];
  const shape = { names: nameWidth(rows.map(({ host }) => host)), columns: options.width };
  const repeated = repeatedIn(rows);
  const open = openOf(rows);
  const since = base === undefined ? '' : ` since ${base}`;
  return join([
    `${stack}: ${summaryOf(rows, base).join(', ')}${since}`,
    ...notes.flatMap((note) => wrap(`note: ${note}`, options.width)),
    '',
    ...rows.flatMap((row) => [
      namedLine(shown`  ${markText(row, options)} `, row.host, row.line, shape),
      ...detailText(row, 6, { ...options, repeated }),
    ]),
    ...(open.length > 0 ? ['', `${open.join(', ')}. Details: --format json`] : []),
    ...(report.others ?? []).map((one) => shown`${otherSentence(one)}: ${one.command}`),
  ]);
}

const markText = ({ mark }: Row, { color }: TextOptions): Shown =>
  mark === 'removed' || mark === 'refused' ? shown`${MARKS.removed}` : verdictMark(mark, color);

export function detailText(
  { note, findings = [], owners, next = [] }: Partial<Row>,
  indent: number,
  { color, width, repeated }: TextOptions & { readonly repeated?: readonly Finding[] },
): Shown[] {
  const left = ' '.repeat(indent);
  const lines = note === undefined ? [] : wrap(note, width - indent);
  const { what, records = [] } = owners ?? {};
  return [
    ...lines.map((line) => shown`${left}${line}`),
    ...(findings.length > 0 ? [formatFindings(findings, { color, indent, width, repeated })] : []),
    ...(what === undefined ? [] : [shown`${left}${what}`]),
    ...records.map((record) => shown`${left}  ${record}`),
    ...nextLines(next, indent),
  ];
}

/** A line for each: `next    once they are set: npm run domains -- verify HOST`; without `when` the command alone. */
export function nextLines(steps: readonly Advice[], indent: number): Shown[] {
  return steps.map(({ when, command }, index) => {
    const label = index === 0 ? 'next    ' : '        ';
    return shown`${' '.repeat(indent)}${label}${when && `${when}: `}${command}`;
  });
}

/** Hundreds of hosts may be beyond a quota, or in one zone: the last one of each fix has it, and its reason. */
export function repeatedIn(rows: readonly Row[]): Finding[] {
  const found = rows.flatMap(({ findings }) => findings);
  const all = found.filter((one) => isAbout(one, 'quotas', 'zone', 'servers'));
  const toldIn = ({ why, fix, records }: Finding) => JSON.stringify([why, fix, records]);
  const last = new Map(all.map((one) => [toldIn(one), one]));
  return all.filter((one) => last.get(toldIn(one)) !== one);
}

/** What the findings mean for the host. One that was declared before may be deployed, where that is not known here. */
export function hostRow(host: HostReport): Row {
  const { plan, change, findings, next, state, summary, output } = host;
  const isDeployed = hasRecords(output);
  const number = findings.filter(({ severity }) => severity !== 'info').length;
  const toFix = `${count(number, 'finding')} to fix`;
  const stays = 'deployed, and stays so';
  const unread = isDeployed ? `; ${stays}` : change === 'changed' ? '' : ', so nothing of it is created';
  const outcomes: Readonly<Record<Verdict, Pick<Row, 'line' | 'open'>>> = {
    ok: { line: `${state === 'declared' ? 'ready' : state}. ${capital(summary)}` },
    warning: { line: count(number, 'warning') },
    blocked: isDeployed
      ? { line: `${stays}; ${toFix}`, open: 'deployed with findings to fix' }
      : { line: `blocked, ${toFix} first`, open: 'blocked' },
    unknown: { line: `could not be read${unread}`, open: 'not read' },
  };
  const mark = verdictOf(findings);
  const about = `${plan.site}, ${plan.role}`;
  return { host: plan.host, about, mark, change, findings, next, ...outcomes[mark] };
}

export function removedRow(removed: RemovedHostReport): Row {
  const { host, site, role, to, keep, refused, confirm, findings, owners, isServing } = removed;
  // The old stack serves a host that moves until the new one does: without its line it would stop at once.
  const until = to === undefined ? '' : ', put its line back until this says that it is live';
  const kept = { when: `to keep its links${until}`, command: keep };
  // A redirect was removed on purpose, unless it moves.
  const isAdvised = isServing && (role !== 'redirect' || to !== undefined);
  const confirmed = confirm && { when: `to confirm it, in ${confirm.file}`, command: confirm.text };
  const isClaimable = exitStatus(findings) === 1;
  return {
    ...{ host, about: `${site}, ${role}`, mark: confirmed ? 'refused' : 'removed', findings, owners },
    change: to === undefined ? 'removed' : 'moved to another stack',
    open: confirmed ? OPEN[0] : isClaimable ? OPEN[1] : undefined,
    line: `${to === undefined ? 'removed' : `moves to the stack ${to}`}, and ${linksAfter(removed)}`,
    note: refused,
    next: confirmed === undefined ? (isAdvised ? [kept] : []) : [kept, confirmed],
  };
}

/** What there are, each with its number: `2 added, 1 removed`. */
export function tally<Word extends string>(
  words: readonly (Word | undefined)[],
  order: readonly Word[],
): string[] {
  const numbers = order.map((word) => [words.filter((one) => one === word).length, word] as const);
  return numbers.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : []));
}

/** The number of hosts, or what differs from the base. */
export function summaryOf(rows: readonly Row[], base: string | undefined): string[] {
  if (base === undefined) return [count(rows.length, 'host')];
  const changes = rows.map(({ change }) => change);
  return changes.length > 0 ? tally(changes, CHANGES) : ['no change'];
}

export function openOf(rows: readonly Row[]): string[] {
  const all = rows.map(({ open }) => open);
  return tally(all, OPEN);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Removal = Pick<RemovedHostReport, 'role' | 'to' | 'isDeployed' | 'isServing'>;

/** What becomes of the links to a removed host, to go on after "removed, and ". */
export function linksAfter({ role, to, isDeployed, isServing }: Removal): string {
  if (isDeployed === false)
    return 'it was never deployed, as the outputs do not have it: no link to it breaks';
  if (!isServing) return 'the stack serves nothing there yet: no link to it breaks';
  if (to !== undefined) return `links to it break until ${to} serves it`;
  const was = role === 'redirect' ? 'it is no longer redirected' : 'nothing redirects from it';
  return `${was}: links to it will break${isDeployed ? '' : ', if it was deployed'}`;
}

const TITLE_WIDTH = 14;

export function hostStatusText(host: HostReport, options: TextOptions & { readonly stack: string }): Shown {
  const { plan, findings, state, steps } = host;
  const { stack, color, width } = options;
  const head = shown`${paint('bold', plan.host, color)}  ${stack} · ${plan.site} · ${dnsHostTitle(plan)} · ${state}`;
  const open = findings.filter(({ severity }) => severity !== 'info');
  const next = nextLines(host.next, 4);
  return join([
    head,
    '',
    ...steps.map((step) => stepText(step, options)),
    ...(open.length > 0 ? ['', formatFindings(open, { color, indent: 4, width })] : []),
    ...(next.length > 0 ? ['', ...next] : []),
  ]);
}

/** A sign is for the eye, and a word for a screen reader. */
export const SIGNS = {
  done: { sign: MARKS.ok, style: 'ok', word: 'done' },
  now: { sign: '…', style: 'warning', word: 'waiting' },
  later: { sign: '·', style: 'dim', word: 'not yet' },
  unknown: { sign: '?', style: 'blocked', word: 'not known' },
  wrong: { sign: MARKS.blocked, style: 'blocked', word: 'failed' },
} as const satisfies Record<Step['mark'], object>;

export function stepText({ id, mark, text }: Step, { color, width }: TextOptions): Shown {
  const { sign, style } = SIGNS[mark];
  const [first, ...more] = wrap(text, Math.max(30, width - TITLE_WIDTH - 6));
  const name = text === '' ? id : shown`${pad(id, TITLE_WIDTH)}${first}`;
  const start = shown`  ${paint(style, sign, color)} ${name}`;
  return join([start, ...more.map((line) => shown`${' '.repeat(TITLE_WIDTH + 4)}${line}`)]);
}
