// The RDATA of SVCB and HTTPS records (RFC 9460 2.1 and 2.2): presentation form to canonical text and wire format.
import { isIPv4, isIPv6 } from 'node:net';
import { canonical } from '@petstore/custom-domains/names';
import { type Field, nameProblem, quote, type Rdata } from './presentation.ts';

interface Param {
  readonly key: number;
  readonly text: string;
  readonly data: Buffer;
}

/** RFC 9460 14.3.2. `ech` and `mandatory` are not among them: no record of the local internet has either. */
const KEYS = new Map([
  ['alpn', 1],
  ['no-default-alpn', 2],
  ['port', 3],
  ['ipv4hint', 4],
  ['ipv6hint', 6],
]);

/** `1 . alpn="h3,h2"`. A string is the problem with it. */
export function parseServiceBinding(fields: readonly Field[]): Rdata | string {
  const [priority, target, ...rest] = fields;
  if (priority === undefined || target === undefined)
    return 'needs a priority and a target: 1 . alpn="h3,h2"';
  if (!/^\d+$/.test(priority.text) || Number(priority.text) > 65_535)
    return `priority: ${priority.text} is not a number from 0 to 65535`;
  const problem = target.text === '.' ? undefined : nameProblem(target.text);
  if (problem !== undefined) return `target: ${problem}`;
  const params = parseParams(rest);
  if (typeof params === 'string') return params;
  // RFC 9460 2.4.2: an alias has no parameters.
  if (Number(priority.text) === 0 && params.length > 0) return 'an alias (priority 0) has no parameters';
  const name = canonical(target.text);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(Number(priority.text));
  return {
    value: [Number(priority.text), name || '.', ...params.map(({ text }) => text)].join(' '),
    data: Buffer.concat([head, wireName(name), ...params.map(wireParam)]),
  };
}

/** RFC 9460 2.2: on the wire in increasing order of their keys, each once. */
function parseParams(fields: readonly Field[]): Param[] | string {
  const params: Param[] = [];
  for (let index = 0; index < fields.length; index += 1) {
    const { text } = fields[index] as Field;
    const next = fields[index + 1];
    // `key="value"` is a word that ends with "=" and the quoted string that follows it directly.
    const isSplit = text.endsWith('=') && next?.quoted === true && next.follows === true;
    const param = parseParam(isSplit ? text + next.text : text);
    if (typeof param === 'string') return param;
    if (isSplit) index += 1;
    if (params.some(({ key }) => key === param.key)) return `the parameter ${text} is given twice`;
    params.push(param);
  }
  return params.sort((a, b) => a.key - b.key);
}

function parseParam(text: string): Param | string {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const key = KEYS.get(name);
  if (key === undefined)
    return `${name} is not a parameter that this DNS supports (${[...KEYS.keys()].join(', ')})`;
  const data = wireValue(name, value);
  if (data === undefined) return `${quote(value)} is not a value of ${name}`;
  return { key, text: value === '' ? name : `${name}=${quote(value)}`, data };
}

/** Undefined where the value is not valid. */
function wireValue(name: string, value: string): Buffer | undefined {
  const items = value.split(',');
  switch (name) {
    case 'alpn':
      // RFC 9460 A.1: a backslash escapes a comma of a protocol's id. No registered id has either.
      if (items.some((id) => id === '' || id.length > 255 || id.includes('\\'))) return undefined;
      return Buffer.concat(items.map((id) => Buffer.from([id.length, ...Buffer.from(id, 'latin1')])));
    case 'port':
      return /^\d+$/.test(value) && Number(value) <= 65_535
        ? Buffer.from([Number(value) >> 8, Number(value) & 0xff])
        : undefined;
    case 'ipv4hint':
      return items.every((item) => isIPv4(item))
        ? Buffer.from(items.flatMap((item) => item.split('.').map(Number)))
        : undefined;
    case 'ipv6hint':
      return items.every(isRecordIpv6) ? Buffer.concat(items.map(wireIpv6)) : undefined;
    default:
      return value === '' ? Buffer.alloc(0) : undefined;
  }
}

/** RFC 9460 2.2: the target is not compressed. */
function wireName(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
}

function wireParam({ key, data }: Param): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(key, 0);
  head.writeUInt16BE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** Without a zone (`fe80::1%eth0`, RFC 4007), which means something on one machine only. */
export function isRecordIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

/** 16 octets. RFC 4291 2.2: `::` stands for as many zero groups as are missing, and the end may be an IPv4 address. */
function wireIpv6(address: string): Buffer {
  // As a URL's host (WHATWG URL, "IPv6 serializer") every group is in hexadecimal.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = '', right] = hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(left), groups(right ?? '')];
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
