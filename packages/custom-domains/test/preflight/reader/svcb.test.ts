// SVCB and HTTPS data: the vectors of RFC 9460, appendix D, and data that must be rejected.
import { describe, expect, test } from 'vitest';
import { formatServiceBinding, parseServiceBinding } from '../../../src/preflight/reader/presentation.ts';

const TARGET = '03666f6f076578616d706c6503636f6d00';

function read(hex: string): string | undefined {
  const binding = parseServiceBinding(Buffer.from(hex.replace(/ /g, ''), 'hex'));
  return binding && formatServiceBinding(binding);
}

describe('RFC 9460, appendix D', () => {
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
  ])('%s', (_, hex, text) => {
    expect(read(hex)).toBe(text);
  });
});

describe('malformed (RFC 9460 2.2)', () => {
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
  ])('%s', (_, hex) => {
    expect(read(hex)).toBeUndefined();
  });
});
