// Packets as they are read: each type's data in the form of zone files (RFC 1035 5.1, and the RFC of the type), and malformed and forged
// packets, of which reading any ends, with one of the outcomes.
import dnsPacket, { type Answer } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DnsRecord } from '../../../src/preflight/reader/answer.ts';
import {
  encodeQuery,
  interpret,
  type Question,
  readResponse,
} from '../../../src/preflight/reader/message.ts';

const NAME = 'www.a.test';
const question: Question = { name: NAME, type: 'A', recursion: false };
const questions = [{ type: 'A', name: NAME } as const];

/** What a packet says about a question. */
function outcomeOf(bytes: Buffer, asked = question) {
  const received = readResponse(bytes, 7, asked);
  return received.kind === 'response' ? interpret(received.packet, asked, 'ns1') : received;
}

const reply = dnsPacket.encode({
  type: 'response',
  id: 7,
  questions,
  answers: [
    { type: 'CNAME', name: NAME, ttl: 60, data: 'x.a.test' },
    { type: 'TXT', name: 'x.a.test', ttl: 60, data: ['one', 'two'] },
    { type: 'CAA', name: 'x.a.test', ttl: 60, data: { flags: 0, tag: 'issue', value: 'ca.test' } },
  ],
});

const soa: dnsPacket.Answer = {
  ...{ type: 'SOA', name: 'a.test', ttl: 60 },
  data: { mname: 'ns.a.test', rname: 'h.a.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
};

test.each([
  [16, 'absent'],
  [17, 'failed'],
])('%i CNAMEs in a response: %s', (count, outcome) => {
  const names = [NAME, ...Array.from({ length: count }, (_, index) => `n${index}.a.test`)];
  const answers = names
    .slice(1)
    .map((data, index) => ({ type: 'CNAME' as const, name: names[index] ?? '', ttl: 60, data }));
  expect(outcomeOf(dnsPacket.encode({ type: 'response', id: 7, questions, answers })).kind).toBe(outcome);
});

test('a correct reply with some octets changed, or cut short, causes no error', () => {
  const changes = fc.array(fc.tuple(fc.nat(reply.length - 1), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(changes, fc.nat(reply.length), (list, length) => {
      const bytes = Buffer.from(reply);
      for (const [at, value] of list) bytes.writeUInt8(value, at);
      outcomeOf(bytes.subarray(0, length));
    }),
  );
});

test('64 KB of pointers, each to the one in front of it, ends in time', () => {
  const pointers = Buffer.alloc(16_300);
  for (let at = 12; at + 2 <= pointers.length; at += 2)
    pointers.writeUInt16BE(0xc000 | Math.max(12, at - 2), at);
  reply.copy(pointers, 0, 0, 12);
  pointers.writeUInt16BE(4000, 6);
  expect(outcomeOf(pointers).kind).toBe('malformed');
});

test.each([true, false])(
  'a query that comes back as it was sent, RD %s, is no response (QR, RFC 1035 4.1.1)',
  (recursion) => {
    const asked = { ...question, recursion };
    expect(readResponse(encodeQuery(7, asked, true), 7, asked)).toEqual({ kind: 'not-ours' });
  },
);

describe('queries', () => {
  const flags = (more: Partial<Question>) => dnsPacket.decode(encodeQuery(1, { ...question, ...more }, true));
  test('RD and CD only for a resolver', () => {
    expect(flags({})).toMatchObject({ flag_rd: false, flag_cd: false });
    expect(flags({ recursion: true })).toMatchObject({ flag_rd: true, flag_cd: true });
  });
  test('EDNS with 1232 octets, or none', () => {
    expect(flags({}).additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
    expect(dnsPacket.decode(encodeQuery(1, question, false)).additionals).toEqual([]);
  });
  test('the root', () => {
    expect(flags({ name: '', type: 'NS' }).questions).toMatchObject([{ name: '.', type: 'NS' }]);
  });
});

test.each([
  ['of a server that does not resolve: not read', 0, [], 'failed'],
  ['of a resolver, which may leave the SOA record out: absent', dnsPacket.RECURSION_AVAILABLE, [], 'absent'],
  ['with the SOA record of NODATA: absent', 0, [soa], 'absent'],
])('a CNAME without what it leads to, %s', (_, flags, authorities, outcome) => {
  const asked = { ...question, recursion: true };
  const [answer] = dnsPacket.decode(reply).answers ?? [];
  const answers = answer === undefined ? [] : [answer];
  const packet = dnsPacket.encode({ type: 'response', id: 7, flags, questions, answers, authorities });
  expect(outcomeOf(packet, asked).kind).toBe(outcome);
});

/** The only record of a response that answers a question for its type. */
function received(answer: { type: string; data: unknown; ttl?: number }, type: string): DnsRecord {
  const asked: Question = { ...question, type: type as Question['type'] };
  const bytes = dnsPacket.encode({
    ...{ type: 'response', id: 7, questions: [{ type: answer.type as 'A', name: NAME }] },
    answers: [{ name: NAME, ttl: 60, ...answer } as Answer],
  });
  const outcome = outcomeOf(bytes, asked);
  if (outcome.kind !== 'found' || outcome.records.length !== 1) throw new Error(JSON.stringify(outcome));
  return outcome.records[0] as DnsRecord;
}

const DIGEST = '2BB183AF5F22588179A53B0A98631FAD1A292118';
const octets = (hex: string) => Buffer.from(hex, 'hex');

test.each<[string, unknown, string]>([
  ['A', '192.0.2.1', '192.0.2.1'],
  ['AAAA', '2001:DB8::1', '2001:db8::1'],
  ['NS', 'NS1.A.test', 'ns1.a.test'],
  ['PTR', 'a\u0007b.test', 'a\\007b.test'],
  ['MX', { preference: 10, exchange: 'Mail.a.test' }, '10 mail.a.test'],
  ['MX', { preference: 0, exchange: '.' }, '0 .'],
  ['SRV', { priority: 1, weight: 2, port: 443, target: 'B.test' }, '1 2 443 b.test'],
  ['SRV', { priority: 0, weight: 0, port: 0, target: '.' }, '0 0 0 .'],
  ['TXT', 'one', '"one"'],
  ['TXT', ['one "two"', 'th\\ree', 'é\n'], '"one \\"two\\"" "th\\\\ree" "\\195\\169\\010"'],
  [
    'DS',
    { keyTag: 60485, algorithm: 5, digestType: 1, digest: octets(DIGEST) },
    `60485 5 1 ${DIGEST.toLowerCase()}`,
  ],
  [
    'SOA',
    {
      ...{ mname: 'NS.a.test', rname: 'host.a.test', serial: 3, refresh: 4 },
      ...{ retry: 5, expire: 6, minimum: 7 },
    },
    'ns.a.test host.a.test 3 4 5 6 7',
  ],
  [
    'SSHFP',
    { algorithm: 2, hash: 1, fingerprint: '123456789abcdef67890123456789abcdef67890' },
    '2 1 123456789abcdef67890123456789abcdef67890',
  ],
])('%s %j is written %s', (type, data, value) => {
  expect(received({ type, data }, type)).toEqual({ name: NAME, type, ttl: 60, value });
});

/** The same, of a type whose octets are read here: RFC 8659 4.1 for CAA. */
const caa = (hex: string) => received({ type: 'UNKNOWN_257', data: octets(hex) }, 'CAA');

test.each([
  ['a value', '00056973737565612e74657374', '0 issue "a.test"', { flags: 0, tag: 'issue', value: 'a.test' }],
  ['no value', '80056973737565', '128 issue ""', { flags: 128, tag: 'issue', value: '' }],
  ['a tag of one octet', '000178', '0 x ""', { flags: 0, tag: 'x', value: '' }],
])('CAA with %s', (_name, hex, value, parts) => {
  expect(caa(hex)).toEqual({ name: NAME, type: 'CAA', ttl: 60, value, caa: parts });
});

test.each([
  ['a tag of no length', '0000612e74657374', '\\# 8 0000612e74657374'],
  ['a tag past the end', '000669737375', '\\# 6 000669737375'],
  ['flags alone', '00', '\\# 1 00'],
])('CAA with %s is kept as octets (RFC 3597 5), and not read', (_name, hex, value) => {
  expect(caa(hex)).toEqual({ name: NAME, type: 'CAA', ttl: 60, value });
});

/** RFC 9460, appendix D, and data that a client must reject. */
const TARGET = '03666f6f076578616d706c6503636f6d00';
const https = (hex: string) =>
  received({ type: 'UNKNOWN_65', data: octets(hex.replaceAll(' ', '')) }, 'HTTPS');

test.each([
  ['D.1, alias form', `0000 ${TARGET}`, '0 foo.example.com.'],
  ['D.2, the owner itself', '0001 00', '1 .'],
  ['D.2, a port', `0010 ${TARGET} 0003 0002 0035`, '16 foo.example.com. port="53"'],
  ['D.2, a key without a name', `0001 ${TARGET} 029b 0005 68656c6c6f`, '1 foo.example.com. key667="hello"'],
  [
    'D.2, an octet that is not printable',
    `0001 ${TARGET} 029b 0009 68656c6c6fd2716f6f`,
    '1 foo.example.com. key667="hello\\210qoo"',
  ],
  [
    'D.2, IPv6 hints',
    `0001 ${TARGET} 0006 0020 20010db8000000000000000000000001 20010db8000000000000000000530001`,
    '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"',
  ],
  [
    'D.2, mandatory keys',
    '0010 03666f6f076578616d706c65036f726700 0000 0004 0001 0004 0001 0009 02 6832 05 68332d3139 0004 0004 c0000201',
    '16 foo.example.org. mandatory="alpn,ipv4hint" alpn="h2,h3-19" ipv4hint="192.0.2.1"',
  ],
  [
    'D.2, an id with a backslash and a comma',
    '0010 03666f6f076578616d706c65036f726700 0001 000c 08 665c6f6f2c626172 02 6832',
    '16 foo.example.org. alpn="f\\092\\092oo\\092\\,bar,h2"',
  ],
])('HTTPS: %s', (_, hex, value) => {
  expect(https(hex).value).toBe(value);
});

test.each([
  ['nothing', ''],
  ['no target', '0001'],
  ['a target past the end', '0001 05666f'],
  ['a value past the end', `0001 ${TARGET} 0003 0004 0035`],
  ['a key twice', `0001 ${TARGET} 0003 0002 0035 0003 0002 0035`],
  ['keys in another order', `0001 ${TARGET} 0004 0004 c0000201 0003 0002 0035`],
  ['no hint', `0001 ${TARGET} 0004 0000`],
  ['half a hint', `0001 ${TARGET} 0004 0002 c000`],
  ['a protocol past the end', `0001 ${TARGET} 0001 0002 0568`],
])('HTTPS with %s is malformed (RFC 9460 2.2): kept as octets', (_, hex) => {
  const { value, binding } = https(hex);
  expect([value.slice(0, 2), binding]).toEqual(['\\#', undefined]);
});

test.each([
  ['A', 'UNKNOWN_1', octets('c00002'), '\\# 3 c00002'],
  ['AAAA', 'UNKNOWN_28', octets('20010db8'), '\\# 4 20010db8'],
  ['TXT', 'UNKNOWN_16', octets('0561'), '\\# 2 0561'],
  ['TXT', 'TXT', octets('ff61'), '"\\255a"'],
])('%s of foreign octets (%s %o) is kept as they are', (type, as, data, value) => {
  expect(received({ type: as, data }, type)).toEqual({ name: NAME, type, ttl: 60, value });
});

test('a TTL of more than 31 bits counts as 0 (RFC 2181 8)', () => {
  const counted = (ttl: number) => received({ type: 'A', data: '192.0.2.1', ttl }, 'A').ttl;
  expect([2 ** 31 - 1, 2 ** 31].map(counted)).toEqual([2 ** 31 - 1, 0]);
});
