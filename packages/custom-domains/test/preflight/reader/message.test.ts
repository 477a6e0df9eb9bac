// Malformed and forged packets: reading any of them ends, with one of the outcomes.
import dnsPacket from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeQuery,
  interpret,
  type Question,
  readResponse,
} from '../../../src/preflight/reader/message.ts';

const question: Question = { name: 'www.a.test', type: 'A', recursion: false };
const reply = dnsPacket.encode({
  type: 'response',
  id: 7,
  questions: [{ type: 'A', name: 'www.a.test' }],
  answers: [
    { type: 'CNAME', name: 'www.a.test', ttl: 60, data: 'x.a.test' },
    { type: 'TXT', name: 'x.a.test', ttl: 60, data: ['one', 'two'] },
    { type: 'CAA', name: 'x.a.test', ttl: 60, data: { flags: 0, tag: 'issue', value: 'ca.test' } },
  ],
});

const soa: dnsPacket.Answer = {
  ...{ type: 'SOA', name: 'a.test', ttl: 60 },
  data: { mname: 'ns.a.test', rname: 'h.a.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
};

function read(bytes: Buffer): string {
  const received = readResponse(bytes, 7, question);
  return received.kind === 'response' ? interpret(received.packet, question, 'ns1').kind : received.kind;
}

test.each([
  [16, 'absent'],
  [17, 'failed'],
])('%i CNAMEs in a response: %s', (count, outcome) => {
  const names = ['www.a.test', ...Array.from({ length: count }, (_, index) => `n${index}.a.test`)];
  const answers = names
    .slice(1)
    .map((data, index) => ({ type: 'CNAME' as const, name: names[index] ?? '', ttl: 60, data }));
  const questions = [{ type: 'A' as const, name: 'www.a.test' }];
  expect(read(dnsPacket.encode({ type: 'response', id: 7, questions, answers }))).toBe(outcome);
});

test('a correct reply with some octets changed, or cut short, causes no error', () => {
  const changes = fc.array(fc.tuple(fc.nat(reply.length - 1), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(changes, fc.nat(reply.length), (list, length) => {
      const bytes = Buffer.from(reply);
      for (const [at, value] of list) bytes.writeUInt8(value, at);
      read(bytes.subarray(0, length));
    }),
  );
});

test('64 KB of pointers, each to the one in front of it, ends in time', () => {
  const pointers = Buffer.alloc(16_300);
  for (let at = 12; at + 2 <= pointers.length; at += 2)
    pointers.writeUInt16BE(0xc000 | Math.max(12, at - 2), at);
  reply.copy(pointers, 0, 0, 12);
  pointers.writeUInt16BE(4000, 6);
  expect(read(pointers)).toBe('malformed');
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
    expect(flags({ recursion: true })).toMatchObject({
      flag_rd: true,
      flag_cd: true,
    });
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
  const packet = dnsPacket.encode({
    ...{ type: 'response', id: 7, flags, authorities },
    questions: [{ type: 'A', name: 'www.a.test' }],
    answers: answer === undefined ? [] : [answer],
  });
  const received = readResponse(packet, 7, asked);
  expect(received.kind === 'response' && interpret(received.packet, asked, 'ns1').kind).toBe(outcome);
});
