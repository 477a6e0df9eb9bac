// `custom-domains check --merge FILE...`: the reports of several machines, of which the first is the authority's primary perspective.
import { basename } from 'node:path';
import { authorityNamed } from '../authorities/index.ts';
import { count } from '../output/index.ts';
import { isCode } from '../preflight/codes.ts';
import { bySeverity, type Finding } from '../preflight/finding.ts';
import { corroboration, type View } from '../preflight/perspectives.ts';
import { hostJson, type Results, report } from './check.ts';
import { CommandLineError, type ToolIo } from './io.ts';
import { assertNoneTwice, MAX_PERSPECTIVES, type Values } from './options.ts';
import { readText } from './plans/read-plan.ts';
import { isObject } from './plans/resource.ts';
import { commandLine, type Row } from './text.ts';

interface Host {
  readonly host: string;
  readonly findings: readonly Finding[];
  readonly sees: Omit<View, 'name'>;
}

interface Report {
  readonly authority: { readonly id: string; readonly methods: readonly string[] };
  readonly hosts: readonly Host[];
}

const FIX = 'give what check --json of this version prints, for the same hosts and options on each machine';

/** Resolves to the exit status. */
export function runMerge(files: readonly string[], values: Values, io: ToolIo): Promise<number> {
  const other = Object.keys(values).find((name) => !['merge', 'format', 'json'].includes(name));
  if (other !== undefined)
    throw new CommandLineError(`--${other} is not for reports.`, 'leave it out: the reports have it');
  assertNoneTwice('', files);
  if (files.length < 3 || files.length > MAX_PERSPECTIVES + 1) {
    const fix = `give those of three machines or more, ${MAX_PERSPECTIVES + 1} at most`;
    throw new CommandLineError(`These are ${count(files.length, 'report')}.`, fix);
  }
  return report(values, io, () => merged(files, values, io));
}

async function merged(files: readonly string[], values: Values, io: ToolIo): Promise<Results> {
  const budget = { bytes: 0 };
  const reports: (Report & { readonly file: string })[] = [];
  for (const file of files)
    reports.push({ file, ...parsed(await readText(file, file, io, budget, FIX), file) });
  const [first, ...others] = reports as [(typeof reports)[0], ...typeof reports];
  const keyOf = ({ authority: { id, methods } }: Report) => JSON.stringify([id, methods]);
  const namesOf = ({ hosts }: Report) => JSON.stringify(hosts.map(({ host }) => host).sort());
  for (const one of others) {
    if (keyOf(one) !== keyOf(first))
      throw new CommandLineError(`${one.file} is of another authority, or of other methods.`, FIX);
    if (namesOf(one) !== namesOf(first)) throw new CommandLineError(`${one.file} is of other hosts.`, FIX);
  }
  const { id, methods } = first.authority;
  const authority = authorityNamed(id);
  const issuance = authority && {
    authority,
    methods: authority.methods.filter((one) => methods.includes(one.id)),
  };
  const again = commandLine(io, 'check', files, values);
  const viewsOf = new Map<string, View[]>();
  for (const { file, hosts } of reports) {
    for (const { host, sees } of hosts)
      viewsOf.set(host, [...(viewsOf.get(host) ?? []), { ...sees, name: basename(file, '.json') }]);
  }
  const rows = first.hosts.map(({ host, findings }): Row => {
    const [here, ...remotes] = viewsOf.get(host) as [View, ...View[]];
    const all = bySeverity([...findings, ...corroboration({ host, issuance }, here, remotes)]);
    return { host, findings: all, summary: 'enough machines agree', again };
  });
  const toJson = (status: number) => ({
    merged: files,
    authority: first.authority,
    hosts: rows.map(hostJson),
    status,
  });
  const heading = `${count(rows.length, 'host')}, as ${count(reports.length, 'machine')} see ${rows.length === 1 ? 'it' : 'them'}`;
  return { heading, rows, notes: [], toJson, again };
}

function parsed(text: string, file: string): Report {
  try {
    const json: unknown = JSON.parse(text);
    if (isReport(json)) return json;
  } catch (error) {
    // Of text that is not JSON, or is nested too deeply.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  throw new CommandLineError(`${file} is not a report of check --json.`, FIX);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const areAll = (value: unknown, is: (one: Record<string, unknown>) => boolean) =>
  Array.isArray(value) && value.every((one) => isObject(one) && is(one));

function isReport(json: unknown): json is Report {
  if (!isObject(json) || !isObject(json.authority)) return false;
  const { id, methods } = json.authority;
  return isText(id) && areTexts(methods) && areAll(json.hosts, isHost);
}

function isHost({ host, findings, sees }: Record<string, unknown>): boolean {
  const isSeen = isObject(sees) && [sees.refuses, sees.unread, sees.addresses].every(areTexts);
  return isText(host) && isSeen && areAll(findings, isFinding);
}

function isFinding({ code, severity, found, why, fix, records }: Record<string, unknown>): boolean {
  const isKnown = isText(code) && isCode(code) && ['blocked', 'warning', 'info'].includes(`${severity}`);
  const isRecord = ({ action, name, type, value, ttl }: Record<string, unknown>) =>
    [action, name, type, value].every(isText) && typeof ttl === 'number';
  return isKnown && [found, why, fix].every(isText) && areAll(records, isRecord);
}
