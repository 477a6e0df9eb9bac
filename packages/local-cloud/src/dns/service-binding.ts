// The RDATA of SVCB and HTTPS records (RFC 9460 2.1 and 2.2): presentation form to canonical text and wire format.
import { canonical } from '@petstore/custom-domains/names';
import { type Field, nameProblem, quote, type Rdata } from './presentation.ts';

/** RFC 9460 14.3.2. A record with another parameter is written in the generic form of RFC 3597. */
const ALPN = 1;

/** `1 . alpn="h3,h2"`. A string is the problem with it. */
export function parseServiceBinding(fields: readonly Field[]): Rdata | string {
  const [priority, target, ...rest] = fields;
  if (priority === undefined || target === undefined)
    return 'needs a priority and a target: 1 . alpn="h3,h2"';
  if (!/^\d+$/.test(priority.text) || Number(priority.text) > 65_535)
    return `priority: ${priority.text} is not a number from 0 to 65535`;
  const problem = target.text === '.' ? undefined : nameProblem(target.text);
  if (problem !== undefined) return `target: ${problem}`;
  // `alpn="h3,h2"` is a word that ends with "=" and the quoted string that follows it directly.
  const isApart = rest.slice(1).some(({ quoted, follows }) => !quoted || follows !== true);
  const [, key, ids = ''] = /^([^=]*)=?(.*)$/s.exec(rest.map(({ text }) => text).join('')) ?? [];
  if (isApart || (rest.length > 0 && key !== 'alpn'))
    return 'alpn is the only parameter that this DNS supports';
  // RFC 9460 2.4.2: an alias has no parameters.
  if (Number(priority.text) === 0 && rest.length > 0) return 'an alias (priority 0) has no parameters';
  const protocols = rest.length > 0 ? wireProtocols(ids.split(',')) : Buffer.alloc(0);
  if (protocols === undefined) return `${quote(ids)} is not a value of alpn`;
  const name = canonical(target.text);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(Number(priority.text));
  return {
    value: [Number(priority.text), name || '.', ...(rest.length > 0 ? [`alpn=${quote(ids)}`] : [])].join(' '),
    data: Buffer.concat([head, wireName(name), protocols]),
  };
}

/** Key, length and ids. Undefined where an id is not valid. */
function wireProtocols(ids: readonly string[]): Buffer | undefined {
  // RFC 9460 A.1: a backslash escapes a comma of a protocol's id. No registered id has either.
  if (ids.some((id) => id === '' || id.length > 255 || id.includes('\\'))) return undefined;
  const data = Buffer.concat(ids.map((id) => Buffer.from([id.length, ...Buffer.from(id, 'latin1')])));
  const head = Buffer.alloc(4);
  head.writeUInt16BE(ALPN, 0);
  head.writeUInt16BE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** RFC 9460 2.2: the target is not compressed. */
function wireName(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
}
