// SVCB and HTTPS records: the wire format of RFC 9460's own test vectors (appendix D), and what is refused.
import { expect, test } from 'vitest';
import { parseRdata } from '../../src/dns/rdata.ts';

const FOO = '03666f6f076578616d706c6503636f6d00';

test.each([
  ['D.1', '0 foo.example.com.', `0000${FOO}`],
  ['protocols', '16 foo.example.com. alpn=h2,h3-19', `0010${FOO}000100090268320568332d3139`],
])('%s', (_name, text, wire) => {
  const rdata = parseRdata('HTTPS', text);
  expect(typeof rdata === 'string' ? rdata : (rdata.data as Buffer).toString('hex')).toBe(wire);
});

test('the canonical text has the values in quotes', () => {
  expect(parseRdata('HTTPS', '1 Foo.Example. alpn=h2')).toMatchObject({ value: '1 foo.example alpn="h2"' });
});

test.each([
  ['x .', 'priority: x is not a number from 0 to 65535'],
  ['1 e$.', 'target: e$. is not a valid domain name'],
  ['0 foo.example. alpn=h2', 'an alias (priority 0) has no parameters'],
  ['1 . port=53', 'alpn is the only parameter that this DNS supports'],
  ['1 . alpn=h2 alpn=h3', 'alpn is the only parameter that this DNS supports'],
  ['1 . alpn=h2,,h3', '"h2,,h3" is not a value of alpn'],
  [`1 . alpn=${'x'.repeat(256)}`, 'is not a value of alpn'],
])('refuses %s', (text, problem) => {
  expect(parseRdata('HTTPS', text)).toContain(problem);
});
