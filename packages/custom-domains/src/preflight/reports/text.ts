// Findings as text for a person: code and what was found, why, the fix, and the records to set as zone-file lines.
import { join, type Part, pad, type Shown, shown, styled, wrap } from '../../output/index.ts';
import { type Finding, isAsItShouldBe, type RecordChange, type Severity, type Verdict } from '../finding.ts';
import type { RecordData } from '../reader/answer.ts';

export interface FormatOptions {
  readonly color?: boolean;
  readonly indent?: number;
  /** Columns; longer lines are broken at spaces, record lines never are. */
  readonly width?: number;
  /** Those whose why and fix a later host has in the same words. */
  readonly repeated?: readonly Finding[];
}

const STYLES = {
  blocked: 'red',
  warning: 'yellow',
  info: 'cyan',
  dim: 'dim',
  bold: 'bold',
  ok: 'green',
} as const;

/** Adds colour where `color` is true; the text itself is the same. */
export function paint(style: keyof typeof STYLES, text: Part, color: boolean): Shown {
  return color ? styled(STYLES[style], text) : join([text]);
}

export const MARKS: Readonly<Record<Severity | 'ok' | 'removed', string>> = {
  blocked: '✗',
  warning: '!',
  info: '·',
  ok: '✓',
  removed: '–',
};

export function verdictMark(verdict: Verdict, color: boolean): Shown {
  return verdict === 'unknown' ? paint('blocked', '?', color) : paint(verdict, MARKS[verdict], color);
}

/** Columns; wide enough for every code, so that texts line up. */
const CODE_WIDTH = 26;
/** Most fixes with a command, to be pasted as one line, fit into this. Where the column is narrower, the text stands below the code. */
const LEAST_TEXT = 55;

export function formatFindings(findings: readonly Finding[], options: FormatOptions = {}): Shown {
  return join(findings.map((one) => formatFinding(one, options)));
}

function formatFinding(
  one: Finding,
  { color = false, indent = 0, width = 110, repeated }: FormatOptions,
): Shown {
  const left = ' '.repeat(indent);
  const isNarrow = width < indent + CODE_WIDTH + LEAST_TEXT;
  const text = ' '.repeat(indent + (isNarrow ? 2 : CODE_WIDTH));
  const columns = Math.max(20, width - text.length);
  const found = wrap(one.found, columns);
  const code = paint(one.severity, pad(one.code, isNarrow ? 0 : CODE_WIDTH), color);
  const head = [
    shown`${left}${code}${isNarrow ? undefined : found[0]}`,
    ...found.slice(isNarrow ? 0 : 1).map((line) => shown`${text}${line}`),
  ];
  if (isAsItShouldBe(one) || repeated?.includes(one)) return join(head);
  return join([
    ...head,
    ...wrap(one.why, columns).map((line) => shown`${text}${line}`),
    ...wrap(one.fix, columns, one.command).map((line) => shown`${text}${paint('bold', line, color)}`),
    ...one.records.map((change) => shown`${text}${formatChange(change)}`),
  ]);
}

/** `add     partner.example.  3600  IN  CAA  0 issue "amazon.com"` */
export function formatChange(change: RecordChange): string {
  return `${change.action.padEnd(6)}  ${zoneLine(change)}`;
}

const RESOLVER_ONLY =
  "only the resolver was queried: the zones' own servers, servers that lag or fail, and delegations were not checked, and the resolver's cache may be out of date";

export function limitsOf({ resolverOnly }: { readonly resolverOnly?: boolean }): string[] {
  return resolverOnly ? [RESOLVER_ONLY] : [];
}

const TYPES_ENDING_IN_NAME = ['CNAME', 'DNAME', 'NS', 'MX', 'SRV', 'PTR', 'ALIAS'];

/** A line of a zone file: names with their final dot (RFC 1035 5.1). */
export function zoneLine({ name, type, value, ttl }: RecordData): string {
  const data =
    TYPES_ENDING_IN_NAME.includes(type) && !value.endsWith('.') ? `${value}.` : soaData(type, value);
  return `${name}.  ${ttl}  IN  ${type}  ${data}`;
}

/** The server and the mailbox, its first two fields, are names (RFC 1035 3.3.13). */
function soaData(type: string, value: string): string {
  return type === 'SOA' ? value.replace(/^(\S*?)\.? (\S*?)\.? /, '$1. $2. ') : value;
}
