// The internet file: one record on a line, `name. ttl IN TYPE rdata`, with `;` comments.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ZoneRecord } from '../interfaces.ts';
import { aliasType } from './zone.ts';
import { ZoneFileError, type ZoneFileProblem } from './zone-file-error.ts';
import { ADDRESS_TYPES, ALIAS, readLine } from './zone-line.ts';

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
