// SVCB and HTTPS records: the wire format of RFC 9460's own test vectors (appendix D), and what is refused.
import { expect, test } from 'vitest';
import { parseRdata } from '../../src/dns/rdata.ts';

const FOO = '03666f6f076578616d706c6503636f6d00';

test.each([
  ['D.1', '0 foo.example.com.', `0000${FOO}`],
  ['D.2, figure 4', '16 foo.example.com. port=53', `0010${FOO}000300020035`],
  [
    'the keys in increasing order',
    '16 foo.example.com. port=53 alpn=h2,h3-19',
    `0010${FOO}000100090268320568332d3139000300020035`,
  ],
])('%s', (_name, text, wire) => {
  const rdata = parseRdata('HTTPS', text);
  expect(typeof rdata === 'string' ? rdata : (rdata.data as Buffer).toString('hex')).toBe(wire);
});

test('the canonical text has the keys in order and the values in quotes', () => {
  expect(parseRdata('HTTPS', '1 Foo.Example. port=443 alpn=h2')).toMatchObject({
    value: '1 foo.example alpn="h2" port="443"',
  });
});

test.each([
  ['x .', 'priority: x is not a number from 0 to 65535'],
  ['1 e$.', 'target: e$. is not a valid domain name'],
  ['0 foo.example. port=53', 'an alias (priority 0) has no parameters'],
  ['1 . port=53 port=54', 'the parameter port=54 is given twice'],
  ['1 . key7=x', 'key7 is not a parameter that this DNS supports (alpn, port)'],
  ['1 . port=65536', '"65536" is not a value of port'],
  ['1 . alpn=h2,,h3', '"h2,,h3" is not a value of alpn'],
  [`1 . alpn=${'x'.repeat(256)}`, 'is not a value of alpn'],
])('refuses %s', (text, problem) => {
  expect(parseRdata('HTTPS', text)).toContain(problem);
});
