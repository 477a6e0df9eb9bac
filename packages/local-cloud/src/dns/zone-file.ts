// The internet file: one record on a line, `name. ttl IN TYPE rdata`, with `;` comments.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { canonical } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';
import { nameProblem, splitFields } from './presentation.ts';
import { parseRdata, RECORD_TYPES } from './rdata.ts';
import { aliasType } from './zone.ts';

export interface ZoneFileProblem {
  /** Stable, for machines: `bad-zone-line`. */
  readonly code: string;
  /** The line: `internet.zone:12`. */
  readonly path: string;
  /** One sentence without a final dot, as `fix` is. */
  readonly what: string;
  readonly fix: string;
}

export class ZoneFileError extends Error {
  readonly code = 'bad-zone-file';
  readonly file: string;
  readonly problems: readonly ZoneFileProblem[];

  constructor(file: string, problems: readonly ZoneFileProblem[]) {
    super([file, ...problems.map(({ path, what, fix }) => `  ${path} ${what}: ${fix}`)].join('\n'));
    this.name = 'ZoneFileError';
    this.file = file;
    this.problems = problems;
  }
}

interface Line {
  readonly number: number;
  readonly record: ZoneRecord;
}

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'is a folder' };

/** Some thousand records; each is compared with the others at its name. */
const MAX_KILOBYTES = 512;

/** Throws ZoneFileError for a file that cannot be read or is invalid. */
export function readInternet(file: string): readonly ZoneRecord[] {
  let text: string;
  try {
    const kind = statSync(file);
    const { size } = kind;
    // A device or a pipe may have no end, and this one is read again and again.
    if (!kind.isFile() && !kind.isDirectory()) throw new Error('it is a device or a pipe');
    if (size > MAX_KILOBYTES * 1024)
      throw new Error(`it has ${Math.ceil(size / 1024)} KB, of ${MAX_KILOBYTES} at most`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = REASONS[code ?? ''] ?? `cannot be read: ${message}`;
    const fix = 'restore it (it can be empty), or name another one (npm run local: --internet FILE)';
    throw new ZoneFileError(file, [{ code: 'bad-zone-file', path: basename(file), what, fix }]);
  }
  return loadInternet(text, file);
}

/** Every record of the text. Throws ZoneFileError with every problem at once, each with its line: `internet.zone:12`. */
export function loadInternet(text: string, file = 'internet.zone'): readonly ZoneRecord[] {
  const source = basename(file);
  const lines: Line[] = [];
  const problems: ZoneFileProblem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const read = readLine(line);
    if (read === undefined) continue;
    if (typeof read === 'string') problems.push(problem(source, index + 1, read, LINE_FIX));
    else lines.push({ number: index + 1, record: read });
  }
  problems.push(...clashes(lines, source), ...serverless(lines, source));
  if (problems.length > 0) throw new ZoneFileError(file, problems);
  return lines.flatMap(({ record }) => served(record));
}

/** Of an ALIAS, which is no type of DNS, queries get the addresses: https://doc.powerdns.com/authoritative/guides/alias.html */
function served(record: ZoneRecord): ZoneRecord[] {
  if (record.type !== ALIAS) return [record];
  return ADDRESS_TYPES.map((type) => ({ ...record, type: aliasType(type) }));
}

// Of a record with two TTLs, BIND keeps the first one, so that the second line would change nothing. An identical line is the same
// record once more (RFC 2181 5): so a file can get the same output of `domains records` twice.
function clashes(lines: readonly Line[], source: string): ZoneFileProblem[] {
  return lines.flatMap(({ number, record }, index) => {
    const earlier = lines.slice(0, index).filter((line) => line.record.name === record.name);
    const clash = earlier.find((line) => cannotCoexist(line.record, record));
    if (clash === undefined) return [];
    const same = clash.record.type === record.type && clash.record.value === record.value;
    const what = same
      ? `${record.name}. ${record.type} ${record.value} is on line ${clash.number} already, with the TTL ${clash.record.ttl}`
      : `${record.type} at ${record.name}. cannot stand beside the ${clash.record.type} of line ${clash.number}`;
    const types = [clash.record.type, record.type];
    const isApex = types.includes('CNAME') && (types.includes('SOA') || types.includes('NS'));
    const fix = isApex
      ? 'delete the line of the CNAME: at the top of a zone, an ALIAS takes its place'
      : `delete line ${clash.number}, if line ${number} replaces it, else line ${number}`;
    return [problem(source, number, what, fix)];
  });
}

/** RFC 1034 4.2.1: a zone's data has its NS records; BIND refuses a zone without them (named-checkzone, "has no NS records"). */
function serverless(lines: readonly Line[], source: string): ZoneFileProblem[] {
  const has = (name: string) => lines.some(({ record }) => record.type === 'NS' && record.name === name);
  return lines
    .filter(({ record }) => record.type === 'SOA' && !has(record.name))
    .map(({ number, record }) => {
      const what = `${record.name}. is a zone by this SOA record, and has no NS records`;
      const fix = 'delete this line too, and the name is of the zone above; or restore its NS record';
      return problem(source, number, what, fix);
    });
}

function cannotCoexist(one: ZoneRecord, other: ZoneRecord): boolean {
  if (one.type === other.type) {
    if (one.value === other.value) return one.ttl !== other.ttl;
    return ['CNAME', 'DNAME', 'SOA', ALIAS].includes(one.type);
  }
  // A DNS host gives a name either its own addresses or those of the target of its one ALIAS.
  const types = [one.type, other.type];
  const hasAddress = ADDRESS_TYPES.some((type) => types.includes(type));
  return types.includes('CNAME') || (types.includes(ALIAS) && hasAddress);
}

function problem(source: string, line: number, what: string, fix: string): ZoneFileProblem {
  return { code: 'bad-zone-line', path: `${source}:${line}`, what, fix };
}

const LINE_FIX =
  'write it as a name, a TTL, IN, a type and its data (www.example.com. 300 IN A 192.0.2.1), or delete the line';
const ALIAS = 'ALIAS';
const ADDRESS_TYPES = ['A', 'AAAA'] as const;
const FILE_TYPES: readonly string[] = [...RECORD_TYPES, ALIAS];
/** RFC 2181 8. */
const MAX_TTL = 2 ** 31 - 1;
/** RFC 4592 4: at a wildcard, these types have no meaning that servers agree on. */
const NO_WILDCARD = new Set(['NS', 'SOA', 'DNAME']);
/** The fields of RDATA that are names, which the file must write in full, with their final dot. */
const NAMED_FIELDS: Readonly<Record<string, readonly number[]>> = {
  ...{ ALIAS: [0], CNAME: [0], DNAME: [0], NS: [0], PTR: [0], MX: [1], SRV: [3], SOA: [0, 1] },
  ...{ SVCB: [1], HTTPS: [1] },
};

/** Undefined for a line without a record; a string is what is wrong with it. */
function readLine(line: string): ZoneRecord | string | undefined {
  const fields = splitFields(line);
  if (typeof fields === 'string') return fields;
  const [name, ttl, recordClass, typeField, ...rdata] = fields;
  if (name === undefined) return undefined;
  if (name.raw === '>') return 'it is what npm prints above a command: npm run --silent leaves it out';
  if (ttl === undefined || recordClass === undefined || typeField === undefined)
    return 'a record has a name, a TTL, a class, a type and its data';
  const wrong = headMistake(name.raw, ttl.text, recordClass.text);
  if (wrong !== undefined) return wrong;
  const type = typeField.text.toUpperCase();
  if (!FILE_TYPES.includes(type))
    return `${type} is not a type that this DNS supports (${FILE_TYPES.join(', ')})`;
  if (name.raw.startsWith('*') && NO_WILDCARD.has(type)) return `a wildcard cannot have ${type}`;
  const parsed = parseRdata(type === ALIAS ? 'CNAME' : type, rdata);
  if (typeof parsed === 'string') return `${type}: ${parsed}`;
  const names = (NAMED_FIELDS[type] ?? []).map((index) => rdata[index]?.raw ?? '.');
  const undotted = names.find((text) => !text.endsWith('.'));
  if (undotted !== undefined) return `${type}: ${undotted} needs its final dot: ${undotted}.`;
  return { name: canonical(name.raw), type, ttl: Number(ttl.text), value: parsed.value };
}

/** What is wrong in front of the type. `add` and `remove` are how findings print a record. */
function headMistake(name: string, ttl: string, recordClass: string): string | undefined {
  if (/^(add|remove)$/i.test(name)) return `the word ${name} is not part of the record: leave it out`;
  if (!name.endsWith('.')) return `the name ${name} needs its final dot: ${name}.`;
  const problem = nameProblem(name);
  if (problem !== undefined) return problem;
  if (!/^\d+$/.test(ttl) || Number(ttl) > MAX_TTL)
    return `the TTL ${ttl} is not a number of seconds from 0 to ${MAX_TTL}`;
  return recordClass.toUpperCase() === 'IN' ? undefined : `the class is IN, not ${recordClass}`;
}
