// One line of the internet file: its record, or what is wrong with it and how the line should be.
import { canonical } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';
import { nameProblem, splitFields } from './presentation.ts';
import { parseRdata, RECORD_TYPES } from './rdata.ts';

/** Both in one sentence without a final dot. */
export interface Mistake {
  readonly what: string;
  readonly fix: string;
}

export const ALIAS = 'ALIAS';
export const ADDRESS_TYPES = ['A', 'AAAA'] as const;
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
export function readLine(line: string): ZoneRecord | Mistake | undefined {
  const fields = splitFields(line);
  const sample = sampleOf(typeIn(line));
  if (typeof fields === 'string') return { what: fields, fix: sample };
  const [name, ttl, recordClass, typeField, ...rdata] = fields;
  if (name === undefined) return undefined;
  if (name.text.startsWith('$')) return directive(name.text);
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

/** RFC 1035 5.1, RFC 2308 4: each line of this file is complete by itself. */
function directive(name: string): Mistake {
  return {
    what: `${name} is a directive, and each line of this file is one whole record`,
    fix: 'delete the line; write each TTL in its record, and each name in full with its final dot',
  };
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
