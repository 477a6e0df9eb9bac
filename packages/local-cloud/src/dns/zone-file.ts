// The internet file: one record on a line, `name. ttl IN TYPE rdata`, with `;` comments.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { canonical } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';
import { nameProblem, splitFields } from './presentation.ts';
import { parseRdata, RECORD_TYPES } from './rdata.ts';
import { aliasType } from './zone.ts';
import { ZoneFileError, type ZoneFileProblem } from './zone-file-error.ts';

export type LoadedInternet =
  | { readonly records: readonly ZoneRecord[] }
  | { readonly problems: readonly ZoneFileProblem[] };

interface Line {
  readonly number: number;
  readonly record: ZoneRecord;
}

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'is a folder' };

/** Throws ZoneFileError for a file that cannot be read or is invalid. */
export function readInternet(file: string): readonly ZoneRecord[] {
  const loaded = loadInternet(readText(file), basename(file));
  if ('problems' in loaded) throw new ZoneFileError(file, loaded.problems);
  return loaded.records;
}

function readText(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = REASONS[code ?? ''] ?? `cannot be read: ${message}`;
    const fix =
      'restore it, or name a zone file with --internet: without the option, the default one is read';
    throw new ZoneFileError(file, [{ code: 'bad-zone-file', path: basename(file), what, fix }]);
  }
}

/** Every record of the text, or every problem at once, each with its line: `internet.zone:12`. */
export function loadInternet(text: string, source = 'internet.zone'): LoadedInternet {
  const lines: Line[] = [];
  const problems: ZoneFileProblem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const read = readLine(line);
    if (read === undefined) continue;
    if ('fix' in read) problems.push(problem(source, index + 1, read.what, read.fix));
    else lines.push({ number: index + 1, record: read });
  }
  const distinct = withoutRepeated(lines);
  problems.push(...clashes(distinct, source), ...serverless(distinct, source));
  return problems.length > 0 ? { problems } : { records: distinct.flatMap(({ record }) => served(record)) };
}

/**
 * What queries get. ALIAS is no type of DNS but a record that DNS hosts have, as PowerDNS and DNSimple in this form: a query for A
 * or AAAA gets the addresses of its target (https://doc.powerdns.com/authoritative/guides/alias.html), any other nothing of it.
 */
function served(record: ZoneRecord): ZoneRecord[] {
  if (record.type !== ALIAS) return [record];
  return ADDRESS_TYPES.map((type) => ({ ...record, type: aliasType(type) }));
}

/**
 * An identical line is the same record once more, which servers suppress (RFC 2181 5): named-checkzone of BIND 9.18 loads
 * it without a word, also of a CNAME and an SOA. So a file can get the same output of `domains records` twice.
 */
function withoutRepeated(lines: readonly Line[]): Line[] {
  const first = new Map<string, Line>();
  for (const line of lines) {
    const { name, type, ttl, value } = line.record;
    const key = JSON.stringify([name, type, ttl, value]);
    if (!first.has(key)) first.set(key, line);
  }
  return [...first.values()];
}

/**
 * Lines that cannot stand together: a record with two TTLs, where BIND warns and keeps the first one, so that the second line
 * would change nothing; a CNAME beside other data (RFC 1034 3.6.2), two SOAs.
 */
function clashes(lines: readonly Line[], source: string): ZoneFileProblem[] {
  return lines.flatMap(({ number, record }, index) => {
    const earlier = lines.slice(0, index).filter((line) => line.record.name === record.name);
    const clash = earlier.find((line) => cannotCoexist(line.record, record));
    if (clash === undefined) return [];
    const same = clash.record.type === record.type && clash.record.value === record.value;
    const what = same
      ? `${record.name}. ${record.type} ${record.value} is on line ${clash.number} already, with the TTL ${clash.record.ttl}`
      : `${record.type} at ${record.name}. cannot stand beside the ${clash.record.type} of line ${clash.number}`;
    return [problem(source, number, what, 'keep one of the two lines')];
  });
}

/** RFC 1034 4.2.1: a zone's data has its NS records; BIND refuses a zone without them (named-checkzone, "has no NS records"). */
function serverless(lines: readonly Line[], source: string): ZoneFileProblem[] {
  const has = (name: string) => lines.some(({ record }) => record.type === 'NS' && record.name === name);
  return lines
    .filter(({ record }) => record.type === 'SOA' && !has(record.name))
    .map(({ number, record }) =>
      problem(
        source,
        number,
        `${record.name}. is a zone by this SOA record, and has no NS records`,
        'delete this line too, and the name is of the zone above; or restore its NS record',
      ),
    );
}

function cannotCoexist(one: ZoneRecord, other: ZoneRecord): boolean {
  if (one.type === other.type) {
    return one.value === other.value || ['CNAME', 'DNAME', 'SOA', ALIAS].includes(one.type);
  }
  // A DNS host gives a name either its own addresses or those of the target of its one ALIAS.
  const types = [one.type, other.type];
  const hasAddress = ADDRESS_TYPES.some((type) => types.includes(type));
  return types.includes('CNAME') || (types.includes(ALIAS) && hasAddress);
}

function problem(source: string, line: number, what: string, fix: string): ZoneFileProblem {
  return { code: 'bad-zone-line', path: `${source}:${line}`, what, fix };
}

/** Both in one sentence without a final dot. */
interface Mistake {
  readonly what: string;
  readonly fix: string;
}

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
};

/** Undefined for a line without a record. */
function readLine(line: string): ZoneRecord | Mistake | undefined {
  const fields = splitFields(line);
  const sample = sampleOf(typeIn(line));
  if (typeof fields === 'string') return { what: fields, fix: sample };
  const [name, ttl, recordClass, typeField, ...rdata] = fields;
  if (name === undefined) return undefined;
  if (ttl === undefined || recordClass === undefined || typeField === undefined)
    return { what: 'a record has a name, a TTL, a class, a type and its data', fix: sample };
  const wrong = headMistake(name.text, ttl.text, recordClass.text);
  if (wrong !== undefined) return { what: wrong, fix: sample };
  const type = typeField.text.toUpperCase();
  if (!FILE_TYPES.includes(type)) {
    const what = `${type} is not a type that this DNS supports (${FILE_TYPES.join(', ')})`;
    return { what, fix: 'delete the line, or write a record of one of these types' };
  }
  if (name.text.startsWith('*') && NO_WILDCARD.has(type))
    return { what: `a wildcard cannot have ${type}`, fix: 'delete the line, or give the record to one name' };
  const parsed = parseRdata(type === ALIAS ? 'CNAME' : type, rdata);
  if (typeof parsed === 'string') return { what: `${type}: ${parsed}`, fix: sample };
  const names = (NAMED_FIELDS[type] ?? []).map((index) => rdata[index]?.text ?? '.');
  const undotted = names.find((text) => !text.endsWith('.'));
  if (undotted !== undefined)
    return { what: `${type}: ${undotted} needs its final dot: ${undotted}.`, fix: sample };
  return { name: canonical(name.text), type, ttl: Number(ttl.text), value: parsed.value };
}

/** The type that the line is about, as far as it can be read: a word of it that is one. */
function typeIn(line: string): string | undefined {
  const [, ...words] = line.trim().toUpperCase().split(/\s+/);
  return words.find((word) => FILE_TYPES.includes(word));
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

const SAMPLES: Readonly<Record<string, string>> = {
  A: 'www.example.com. 300 IN A 192.0.2.1',
  AAAA: 'www.example.com. 300 IN AAAA 2001:db8::1',
  ALIAS: 'example.com. 300 IN ALIAS www.example.net.',
  CAA: 'example.com. 300 IN CAA 0 issue "amazon.com"',
  CNAME: 'www.example.com. 300 IN CNAME www.example.net.',
  DNAME: 'old.example.com. 300 IN DNAME example.net.',
  HTTPS: 'www.example.com. 300 IN HTTPS 1 . alpn="h3,h2"',
  MX: 'example.com. 300 IN MX 10 mail.example.com.',
  NS: 'team.example.com. 300 IN NS ns1.example.net.',
  PTR: '1.2.0.192.in-addr.arpa. 300 IN PTR www.example.com.',
  SOA: 'example.com. 300 IN SOA ns1.example.com. hostmaster.example.com. 1 7200 900 1209600 300',
  SRV: '_sip._tcp.example.com. 300 IN SRV 10 5 5060 sip.example.com.',
  SVCB: '_dns.example.com. 300 IN SVCB 1 dns.example.com. alpn="h2"',
  TXT: 'example.com. 300 IN TXT "some text"',
};

export const SAMPLE_LINES: readonly string[] = Object.values(SAMPLES);

/** Of an A record where the type is not known. */
function sampleOf(type: string | undefined): string {
  return `write it as: ${SAMPLES[type ?? 'A'] ?? SAMPLES.A}`;
}
