// `custom-domains check --merge FILE...`: the reports of several machines, of which the first is the authority's primary perspective.
import { basename } from 'node:path';
import { authorityNamed } from '../authorities/index.ts';
import { count, UsageError } from '../output/index.ts';
import { isCode } from '../preflight/codes.ts';
import { bySeverity, type Finding } from '../preflight/finding.ts';
import { corroboration, type View } from '../preflight/rules/perspectives.ts';
import { hostJson, report } from './check.ts';
import type { ToolIo } from './io.ts';
import { assertNoneTwice, MAX_PERSPECTIVES, type Values } from './options.ts';
import { isObject } from './plans/resource.ts';
import { readText } from './read-text.ts';
import { commandLine, type Results, type Row } from './text.ts';

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

const nameOf = (file: string): string => basename(file, '.json');

export function runMerge(files: readonly string[], values: Values, io: ToolIo): Promise<number> {
  assertNoneTwice('The report ', files.map(nameOf));
  if (files.length < 3 || files.length > MAX_PERSPECTIVES + 1) {
    const fix = `give those of three machines or more, ${MAX_PERSPECTIVES + 1} at most`;
    throw new UsageError(`These are ${count(files.length, 'report')}.`, fix);
  }
  return report(values, io, () => merged(files, values, io));
}

async function merged(files: readonly string[], values: Values, io: ToolIo): Promise<Results> {
  const budget = { bytes: 0 };
  const reports: Report[] = [];
  for (const file of files) reports.push(parsed(await readText(file, io, FIX, budget), file));
  const [first] = reports as [Report];
  const keyOf = ({ authority: { id, methods }, hosts }: Report) =>
    JSON.stringify([id, methods, hosts.map(({ host }) => host)]);
  const other = reports.findIndex((one) => keyOf(one) !== keyOf(first));
  if (other !== -1)
    throw new UsageError(`${files[other]} is of another authority, other methods or other hosts.`, FIX);
  const authority = authorityNamed(first.authority.id);
  const methods = authority?.methods.filter(({ id }) => first.authority.methods.includes(id));
  const issuance = authority && methods && { authority, methods };
  const again = commandLine(io, 'check', files, values);
  const rows = first.hosts.map(({ host, findings }, index): Row => {
    const views = reports.map(({ hosts }, at) => ({ ...hosts[index]?.sees, name: nameOf(files[at] ?? '') }));
    const [here, ...remotes] = views as [View, ...View[]];
    const all = bySeverity([...findings, ...corroboration({ host, issuance }, here, remotes)]);
    return { host, findings: all, summary: 'enough machines agree', again };
  });
  const { authority: by } = first;
  return {
    heading: `${count(rows.length, 'host')} from ${count(files.length, 'machine')}`,
    ...{ rows, notes: [], again },
    toJson: (status) => ({ merged: files, authority: by, hosts: rows.map((row) => hostJson(row)), status }),
  };
}

function parsed(text: string, file: string): Report {
  const json = jsonOf(text);
  if (isReport(json)) return json;
  throw new UsageError(`${file} is not a report of check --json.`, FIX);
}

/** Undefined for what is none, which is refused as any other file that is not a report. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const areAll = (value: unknown, is: (one: Record<string, unknown>) => boolean) =>
  Array.isArray(value) && value.every((one) => isObject(one) && is(one));

function isReport(json: unknown): json is Report {
  if (!isObject(json) || !isObject(json.authority)) return false;
  const { id, methods } = json.authority;
  return isText(id) && areTexts(methods) && areAll(json.hosts, isHost) && String(json.hosts) !== '';
}

function isHost({ host, findings, sees }: Record<string, unknown>): boolean {
  const isSeen = isObject(sees) && [sees.refuses, sees.unread, sees.addresses].every(areTexts);
  return isText(host) && isSeen && areAll(findings, isFinding);
}

function isFinding(one: Record<string, unknown>): boolean {
  const { code, severity, found, why, fix, command = '', records } = one;
  const isKnown = isText(code) && isCode(code) && ['blocked', 'warning', 'info'].includes(`${severity}`);
  const isRecord = ({ action, name, type, value, ttl }: Record<string, unknown>) =>
    [action, name, type, value].every(isText) && typeof ttl === 'number';
  return isKnown && [found, why, fix, command].every(isText) && areAll(records, isRecord);
}
