// Bytes that are not a whole message: WireError, and never another error or a message that ends early.
import dnsPacket from 'dns-packet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMessage } from '../../src/dnssec/message.ts';
import { WireError } from '../../src/dnssec/name.ts';

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

test('some octets changed', () => {
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(changes, fc.nat(whole.length), (list, length) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of list) bytes.writeUInt8(value, at);
      try {
        readMessage(bytes.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** Names in data, in upper case and compressed: a pointer to the question's name, which is at octet 12. */
const NAME = '\x03NS1\xc0\x0c';
const CANONICAL = '\x03ns1\x01a\x04test\0';

function messageWith(type: number, data: string): Buffer {
  const header = Buffer.from('0007800000010001000000000161047465737400000f0001', 'hex');
  const head = Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([header, head, Buffer.from(data, 'latin1')]);
}

test.each([
  ['NS', 2, '', 1],
  ['MD', 3, '', 1],
  ['MF', 4, '', 1],
  ['CNAME', 5, '', 1],
  ['SOA', 6, '', 2],
  ['MB', 7, '', 1],
  ['MG', 8, '', 1],
  ['MR', 9, '', 1],
  ['PTR', 12, '', 1],
  ['MINFO', 14, '', 2],
  ['MX', 15, 'ab', 1],
  ['RP', 17, '', 2],
  ['AFSDB', 18, 'ab', 1],
  ['RT', 21, 'ab', 1],
  ['SIG', 24, 'abcdefghijklmnopqr', 1],
  ['PX', 26, 'ab', 2],
  ['SRV', 33, 'abcdef', 1],
  ['NAPTR', 35, 'abcd\x01u\x03E2U\x00', 1],
  ['KX', 36, 'ab', 1],
  ['DNAME', 39, '', 1],
  ['RRSIG', 46, 'abcdefghijklmnopqr', 1],
])('%s: its names are written out, in lower case (RFC 4034 6.2)', (_type, type, prefix, names) => {
  const { answers } = readMessage(messageWith(type, `${prefix}${NAME.repeat(names)}REST`));
  expect(answers.map(({ data }) => data.toString('latin1'))).toEqual([
    `${prefix}${CANONICAL.repeat(names)}REST`,
  ]);
});

test.each([
  ['HINFO', 13],
  ['TXT', 16],
  ['NSEC', 47],
  ['CAA', 257],
  ['an unknown type', 65280],
])('%s: its octets as they are (RFC 6840 5.1, RFC 3597 7)', (_type, type) => {
  const { answers } = readMessage(messageWith(type, NAME));
  expect(answers).toEqual([{ name: 'a.test', type, data: Buffer.from(NAME, 'latin1') }]);
});
