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
