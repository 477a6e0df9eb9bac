// The RDATA of SVCB and HTTPS records (RFC 9460 2.1 and 2.2): presentation form to canonical text and wire format.
import { canonical } from '@petstore/custom-domains/names';
import { type Field, nameProblem, quote, type Rdata } from './presentation.ts';

interface Param {
  readonly key: number;
  readonly text: string;
  readonly data: Buffer;
}

/** RFC 9460 14.3.2. A record with others is written in the generic form of RFC 3597. */
const KEYS = new Map([
  ['alpn', 1],
  ['port', 3],
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
    default:
      return undefined;
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
