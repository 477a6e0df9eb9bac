// Messages on the wire, names in canonical order and types: bytes that are not a whole message are a WireError, and never another
// error or a message that ends early.
import dnsPacket from 'dns-packet';
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../src/dnssec/message.ts';
import {
  compareNames,
  countLabels,
  encodeName,
  readName,
  typeNumber,
  typeText,
  WireError,
} from '../../src/dnssec/name.ts';
import { readNsec } from '../../src/dnssec/records.ts';

const whole = dnsPacket.encode({
  type: 'response',
  id: 7,
  questions: [{ type: 'MX', name: 'a.test' }],
  answers: [{ type: 'MX', name: 'a.test', ttl: 60, data: { preference: 1, exchange: 'mail.a.test' } }],
  authorities: [{ type: 'NS', name: 'a.test', ttl: 60, data: 'ns.a.test' }],
});

test('a whole message is read', () => {
  expect(readMessage(whole)).toMatchObject({
    rcode: 0,
    answers: [{ name: 'a.test', type: 15, data: Buffer.from('\0\x01\x04mail\x01a\x04test\0') }],
    authorities: [{ name: 'a.test', type: 2, data: Buffer.from('\x02ns\x01a\x04test\0') }],
  });
});

test('cut short anywhere', () => {
  for (let length = 0; length < whole.length; length++)
    expect(() => readMessage(whole.subarray(0, length)), `${length} octets`).toThrow(WireError);
});

/** Names in data, in upper case and compressed: a pointer to the question's name, which is at octet 12. */
const NAME = '\x03NS1\xc0\x0c';
const CANONICAL = '\x03ns1\x01a\x04test\0';

function messageWith(type: number, data: string): Buffer {
  const header = Buffer.from('0007800000010001000000000161047465737400000f0001', 'hex');
  const head = Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([header, head, Buffer.from(data, 'latin1')]);
}

/** What is in front of the names, their number, and the types, which are listed in RFC 4034 6.2. */
test.each([
  ['', 1, 'NS 2, MD 3, MF 4, CNAME 5, MB 7, MG 8, MR 9, PTR 12, DNAME 39'],
  ['', 2, 'SOA 6, MINFO 14, RP 17'],
  ['ab', 1, 'MX 15, AFSDB 18, RT 21, KX 36'],
  ['ab', 2, 'PX 26'],
  ['abcdef', 1, 'SRV 33'],
  ['abcd\x01u\x03E2U\x00', 1, 'NAPTR 35'],
  ['abcdefghijklmnopqr', 1, 'SIG 24, RRSIG 46'],
])('names behind %j (%i) are written out, in lower case: %s', (prefix, names, types) => {
  for (const [type = ''] of types.matchAll(/\d+/g)) {
    const { answers } = readMessage(messageWith(Number(type), `${prefix}${NAME.repeat(names)}REST`));
    const written = answers.map(({ data }) => data.toString('latin1'));
    expect([type, written]).toEqual([type, [`${prefix}${CANONICAL.repeat(names)}REST`]]);
  }
});

test.each([
  ['HINFO', 13],
  ['TXT', 16],
  ['NSEC', 47],
  ['CAA', 257],
  ['an unknown type', 65280],
])('%s: its octets as they are (RFC 6840 5.1, RFC 3597 7)', (_type, type) => {
  const { answers } = readMessage(messageWith(type, NAME));
  expect(answers).toEqual([{ name: 'a.test', type, ttl: 60, data: Buffer.from(NAME, 'latin1') }]);
});

test('the order of RFC 4034 6.1', () => {
  const sorted = [
    'example',
    'a.example',
    'yljkjljk.a.example',
    'z.a.example',
    'zabc.a.example',
    'z.example',
    '\\001.z.example',
    '*.z.example',
    '\\200.z.example',
  ];
  expect(sorted.toReversed().sort(compareNames)).toEqual(sorted);
});

test('a name keeps its octets, but for the case of letters', () => {
  const wire = Buffer.from('\x03A.b\x02\x00\\\x04TEST\x00', 'latin1');
  const { name, end } = readName(wire, 0);
  expect([name, end]).toEqual(['a\\046b.\\000\\092.test', wire.length]);
  expect(encodeName(name).toString('latin1')).toBe('\x03a.b\x02\x00\\\x04test\x00');
});

test.each([12, 300, 16_000])('a pointer leads to the name at octet %i (RFC 1035 4.1.4)', (at) => {
  const before = Buffer.alloc(at);
  const bytes = Buffer.concat([before, Buffer.from('\x04test\0\x01a', 'latin1'), Buffer.alloc(2)]);
  bytes.writeUInt16BE(0xc000 | at, at + 8);
  expect(readName(bytes, at + 6)).toEqual({ name: 'a.test', end: bytes.length });
});

test('labels are counted without the root and an asterisk in front', () => {
  expect(['', 'test', 'a.test', '*.test', '*'].map(countLabels)).toEqual([0, 1, 2, 1, 0]);
});

describe('bytes that are refused', () => {
  const response = (records: string) => readMessage(Buffer.from(`000080000000000100000000${records}`, 'hex'));
  const nameOf = (octets: string) => readName(Buffer.from(octets), 0);

  test.each<[string, () => unknown]>([
    ['a pointer to itself', () => response('c00c00010001000000000004c0000201')],
    ['a pointer forwards', () => response('c01000010001000000000004c0000201')],
    ['a label of no known kind', () => response('8061000001000100000000000400000000')],
    ['a name of more than 255 octets', () => nameOf(`${`\x3f${'a'.repeat(63)}`.repeat(5)}\0`)],
    ['a name without an end', () => nameOf('\x03abc')],
  ])('%s', (_, read) => {
    expect(read).toThrow(expect.objectContaining({ code: 'dns-wire' }));
  });

  test.each([
    ['of no length', '00 0000'],
    ['past the end', '00 0002 40'],
    ['of more than 32 octets', `00 0021 ${'00'.repeat(33)}`],
  ])('a bitmap of types %s', (_, hex) => {
    expect(() => readNsec('a', Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toThrow();
  });
});

test('types by name and by number', () => {
  const texts = ['A', 'CAA', 'TYPE0', 'TYPE65535'];
  const numbers = [1, 257, 0, 65535];
  expect(texts.map(typeNumber)).toEqual(numbers);
  expect(numbers.map(typeText)).toEqual(texts);
});

test.each(['TYPE65536', 'TYPE', 'TYPE-1', 'TYPE100000', 'a', 'TYPE1 ', ''])('%j is no type', (text) => {
  expect(() => typeNumber(text)).toThrow(WireError);
});
