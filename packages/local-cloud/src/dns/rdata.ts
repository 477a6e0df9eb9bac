// RDATA between its zone-file form and dns-packet's: one entry for each supported type.
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { canonical } from '@petstore/custom-domains/names';
import type { Answer } from 'dns-packet';
import type { ZoneRecord } from '../interfaces.ts';
import { type Field, nameProblem, quote, type Rdata, splitFields } from './presentation.ts';

type Parse = (fields: readonly Field[]) => Rdata | string;

/** Types that dns-packet knows only by number. */
const NUMBERED: Readonly<Record<string, string>> = { SVCB: 'UNKNOWN_64', HTTPS: 'UNKNOWN_65' };

const parsers: Readonly<Record<string, Parse>> = {
  A: address(isIPv4, 'an IPv4 address'),
  // Without a zone (`fe80::1%eth0`, RFC 4007), which means something on one machine only.
  AAAA: address((text) => isIPv6(text) && !text.includes('%'), 'an IPv6 address'),
  ...{ CNAME: oneName, DNAME: oneName, NS: oneName, PTR: oneName },
  MX: structured(['preference:16', 'exchange:name']),
  SRV: structured(['priority:16', 'weight:16', 'port:16', 'target:name']),
  SOA: structured([
    ...['mname:name', 'rname:name'],
    ...['serial:32', 'refresh:32', 'retry:32', 'expire:32', 'minimum:32'],
  ]),
  CAA: caa,
  TXT: text,
  SVCB: serviceBinding,
  HTTPS: serviceBinding,
};

export const RECORD_TYPES: readonly string[] = Object.keys(parsers);

/** Parses the zone-file text of a type of RECORD_TYPES; a string is the problem with it. */
export function parseRdata(type: string, input: string | readonly Field[]): Rdata | string {
  const fields = typeof input === 'string' ? splitFields(input) : input;
  const parse = parsers[type];
  if (parse === undefined) return `${type} is not a type that this DNS supports (${RECORD_TYPES.join(', ')})`;
  return typeof fields === 'string' ? fields : parse(fields);
}

/** Values were parsed when they were stored, so an invalid one is a bug. */
export function toAnswer({ name, type, ttl, value }: ZoneRecord): Answer {
  const rdata = parseRdata(type, value);
  if (typeof rdata === 'string') throw new Error(`${name} ${type}: ${rdata}`);
  return { name, type: NUMBERED[type] ?? type, ttl, data: rdata.data } as Answer;
}

export function typeName(packetType: string): string {
  return Object.entries(NUMBERED).find(([, numbered]) => numbered === packetType)?.[0] ?? packetType;
}

function address(isValid: (text: string) => boolean, what: string): Parse {
  return (fields) => {
    const [{ text } = { text: '' }] = fields;
    if (fields.length !== 1 || !isValid(text)) return `${text || 'nothing'} is not ${what}`;
    const value = isIPv6(text) ? new SocketAddress({ address: text, family: 'ipv6' }).address : text;
    return { value, data: value };
  };
}

function oneName(fields: readonly Field[]): Rdata | string {
  const [{ raw } = { raw: '' }] = fields;
  if (fields.length !== 1) return 'needs exactly one name';
  const problem = nameProblem(raw);
  if (problem !== undefined) return problem;
  return { value: canonical(raw) || '.', data: canonical(raw) };
}

function structured(shape: readonly string[]): Parse {
  const parts = shape.map((part) => part.split(':') as [string, string]);
  return (fields) => {
    const keys = parts.map(([key]) => key).join(', ');
    if (fields.length !== parts.length) return `needs ${parts.length} fields (${keys}), has ${fields.length}`;
    const data: Record<string, string | number> = {};
    const values: string[] = [];
    for (const [index, [key, kind]] of parts.entries()) {
      const { raw } = fields[index] as Field;
      const problem = kind === 'name' ? nameProblem(raw) : numberProblem(raw, Number(kind));
      if (problem !== undefined) return `${key}: ${problem}`;
      data[key] = kind === 'name' ? canonical(raw) : Number(raw);
      values.push(kind === 'name' ? canonical(raw) || '.' : String(Number(raw)));
    }
    return { value: values.join(' '), data };
  };
}

/** RFC 8659 4.1: flags, a tag of letters and digits, a value that is ASCII. */
function caa(fields: readonly Field[]): Rdata | string {
  const [flags, tag, value] = fields;
  if (flags === undefined || tag === undefined || value === undefined || fields.length > 3)
    return 'needs flags, a tag and a value: 0 issue "amazon.com"';
  const problem = numberProblem(flags.text, 8);
  if (problem !== undefined) return `flags: ${problem}`;
  if (!/^[a-z0-9]{1,255}$/i.test(tag.text))
    return `${quote(tag.text)} is not a valid tag: letters and digits only`;
  if (!/^[\x20-\x7e]*$/.test(value.text)) return 'the value may have printable ASCII only';
  return {
    value: `${Number(flags.text)} ${tag.text} ${quote(value.text)}`,
    data: { flags: Number(flags.text), tag: tag.text, value: value.text },
  };
}

function text(fields: readonly Field[]): Rdata | string {
  if (fields.length === 0) return 'needs at least one string';
  if (fields[0]?.raw === '\\#') return 'data in hexadecimal digits (RFC 3597 5) is not supported';
  const long = fields.find((field) => field.text.length > 255);
  if (long !== undefined)
    return `a string has ${long.text.length} octets, more than 255: split it in several`;
  return {
    value: fields.map((field) => quote(field.text)).join(' '),
    data: fields.map((field) => Buffer.from(field.text, 'latin1')),
  };
}

const bindingHead = structured(['priority:16', 'target:name']);

/** SVCB and HTTPS (RFC 9460 2.1 and 2.2): `1 . alpn="h3,h2"`. */
function serviceBinding(fields: readonly Field[]): Rdata | string {
  const head = bindingHead(fields.slice(0, 2));
  if (typeof head === 'string') return head;
  const rest = fields.slice(2);
  // `alpn="h3,h2"` is a word that ends with "=" and the quoted string that follows it directly.
  const isApart = rest.slice(1).some(({ quoted, follows }) => !quoted || follows !== true);
  const [, key, ids = ''] = /^([^=]*)=?(.*)$/s.exec(rest.map(({ text }) => text).join('')) ?? [];
  if (isApart || (rest.length > 0 && key !== 'alpn'))
    return 'alpn is the only parameter that this DNS supports';
  const { priority, target } = head.data as { priority: number; target: string };
  // RFC 9460 2.4.2: an alias has no parameters.
  if (priority === 0 && rest.length > 0) return 'an alias (priority 0) has no parameters';
  const protocols = rest.length > 0 ? ids.split(',') : [];
  // RFC 9460 A.1: a backslash escapes a comma of a protocol's id. No registered id has either.
  if (protocols.some((id) => id === '' || id.length > 255 || id.includes('\\')))
    return `${quote(ids)} is not a value of alpn`;
  // RFC 9460 2.2: the target is not compressed. RFC 9460 14.3.2: the key of alpn is 1.
  const name = [...(target === '' ? [] : target.split('.')), ''].map(withLength);
  const value = Buffer.concat(protocols.map(withLength));
  const parameter = rest.length > 0 ? [uint16(1), uint16(value.length), value] : [];
  return {
    value: [head.value, ...(rest.length > 0 ? [`alpn=${quote(ids)}`] : [])].join(' '),
    data: Buffer.concat([uint16(priority), ...name, ...parameter]),
  };
}

function withLength(text: string): Buffer {
  return Buffer.from([text.length, ...Buffer.from(text, 'latin1')]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function numberProblem(text: string, bits: number): string | undefined {
  const most = 2 ** bits - 1;
  return /^\d+$/.test(text) && Number(text) <= most ? undefined : `${text} is not a number from 0 to ${most}`;
}
