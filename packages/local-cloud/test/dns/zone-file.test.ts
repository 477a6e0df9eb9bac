// The internet file: its records, and every problem at once with its line and its fix.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/cli/folder.ts';
import { parseRdata, RECORD_TYPES, toAnswer } from '../../src/dns/rdata.ts';
import { loadInternet, readInternet, ZoneFileError, type ZoneFileProblem } from '../../src/dns/zone-file.ts';

function problemsOf(read: () => unknown): readonly ZoneFileProblem[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ZoneFileError) return error.problems;
    throw error;
  }
}

const problems = (text: string) =>
  problemsOf(() => loadInternet(text)).map(({ path, what }) => `${path} ${what}`);

const TEXTS = '"plain" "two words" "q\\"\\\\" "\\009x"';

test.each([
  ['a.example. 300 IN A 192.0.2.1', { name: 'a.example', type: 'A', ttl: 300, value: '192.0.2.1' }],
  ['  A.Example.\t0 in aaaa 2001:DB8:0::1 ; six', { name: 'a.example', type: 'AAAA', value: '2001:db8::1' }],
  ['. 1 IN NS ns.example.', { name: '', type: 'NS', value: 'ns.example' }],
  ['*.a.example. 1 IN MX 010 MX.Example.', { name: '*.a.example', value: '10 mx.example' }],
  ['a.example. 1 IN MX 0 .', { value: '0 .' }],
  ['a.example. 1 IN CAA 128 Issue "amazon.com; x=y" ; c', { value: '128 Issue "amazon.com; x=y"' }],
  ['a.example. 1 IN TXT plain "two words" "q\\"\\\\" \\009x', { value: TEXTS }],
  ['_s._tcp.a.example. 1 IN SRV 1 2 3 t.example.', { value: '1 2 3 t.example' }],
  ['a.example. 1 IN HTTPS 1 Foo.Example. alpn=h2', { value: '1 foo.example alpn="h2"' }],
])('%s', (line, record) => {
  expect(loadInternet(`; comment\n\n${line}\n`)).toMatchObject([record]);
});

test.each([
  ['a.example 300 IN A 192.0.2.1', 'internet.zone:1 the name a.example needs its final dot: a.example.'],
  ['add a.example. 300 IN A 192.0.2.1', 'the word add is not part of the record: leave it out'],
  ['> petstore@1.0.0 domains', 'it is what npm prints above a command: npm run --silent leaves it out'],
  ['a_b.e$.example. 1 IN A 192.0.2.1', '"e$" is not a valid label'],
  ['a.example. 5m IN A 192.0.2.1', 'the TTL 5m is not a number of seconds'],
  ['a.example. 1 CH A 192.0.2.1', 'the class is IN, not CH'],
  ['a.example. 1 IN LOC 1 2 3', 'LOC is not a type that this DNS supports (A, AAAA,'],
  ['a.example. 1 IN A 192.0.2.256', 'A: 192.0.2.256 is not an IPv4 address'],
  ['a.example. 1 IN AAAA fe80::1%eth0', 'AAAA: fe80::1%eth0 is not an IPv6 address'],
  ['a.example. 1 IN CNAME b.example', 'CNAME: b.example needs its final dot: b.example.'],
  ['a.example. 1 IN MX mx.example.', 'MX: needs 2 fields (preference, exchange), has 1'],
  ['a.example. 1 IN SOA a. b. 1 2 3 4 99999999999', 'SOA: minimum: 99999999999 is not a number from 0 to'],
  ['a.example. 1 IN CAA 256 issue "x"', 'CAA: flags: 256 is not a number from 0 to 255'],
  ['a.example. 1 IN CAA 0 is-sue "x"', 'CAA: "is-sue" is not a valid tag'],
  [`a.example. 1 IN TXT "${'x'.repeat(256)}"`, 'TXT: a string has 256 octets, more than 255'],
  ['a.example. 1 IN TXT "open', 'a quote is not closed'],
  [
    'a.example. 1 IN TXT ( "a" )',
    'cannot read ( "a" ): a quote is not closed or stands inside a word, or a paren',
  ],
  ['a.example. 1 IN TXT \\# 1 61', 'TXT: data in hexadecimal digits (RFC 3597 5) is not supported'],
  [
    'a\\.b.example. 1 IN A 192.0.2.1',
    'a\\.b.example. is not a valid domain name: "a\\" is not a valid label',
  ],
  ['a.example. 1 IN CNAME a\\.b.example.', 'CNAME: a\\.b.example. is not a valid domain name'],
  ['a.example. 1 IN SOA a. a\\.b. 1 2 3 4 5', 'rname: a\\.b. is not a valid domain name'],
  ['a.example. 1 IN HTTPS x .', 'priority: x is not a number from 0 to 65535'],
  ['a.example. 1 IN HTTPS 1 foo.example', 'HTTPS: foo.example needs its final dot: foo.example.'],
  ['a.example. 1 IN HTTPS 1 e$.', 'target: e$. is not a valid domain name'],
  ['a.example. 1 IN HTTPS 0 foo.example. alpn=h2', 'an alias (priority 0) has no parameters'],
  ['a.example. 1 IN HTTPS 1 . alpn=h2 alpn=h3', 'alpn is the only parameter that this DNS supports'],
  [`a.example. 1 IN HTTPS 1 . alpn=${'x'.repeat(256)}`, 'is not a value of alpn'],
  ['a.example. 1 IN', 'a record has a name, a TTL, a class, a type and its data'],
  [`${'a'.repeat(64)}.example. 1 IN A 192.0.2.1`, 'is not a valid label'],
  [`${'abcdefgh.'.repeat(29)} 1 IN A 192.0.2.1`, 'more than 253'],
  ['*.a.example. 1 IN NS ns.example.', 'a wildcard cannot have NS'],
])('refuses %s', (line, what) => {
  const fix = expect.stringContaining('www.example.com. 300 IN A 192.0.2.1');
  expect(problemsOf(() => loadInternet(line))).toMatchObject([{ fix }]);
  expect(problems(line)).toEqual([expect.stringContaining(what)]);
});

test('a zone without NS records is refused, as by BIND; with them it is one (RFC 1034 4.2.1)', () => {
  const soa = 'a.example. 1 IN SOA ns.a.example. h.a.example. 1 2 3 4 5';
  expect(problems(`${soa}\nb.a.example. 1 IN NS ns.a.example.`)).toEqual([
    'internet.zone:1 a.example. is a zone by this SOA record, and has no NS records',
  ]);
  expect(problems(`${soa}\na.example. 1 IN NS ns.a.example.`)).toEqual([]);
});

test('a file that is not there, a folder and a device are named with their fix', () => {
  const problemOf = (file: string) => problemsOf(() => readInternet(file));
  const fix = expect.stringContaining('--internet');
  const absent = join(import.meta.dirname, 'no.zone');
  expect(problemOf(absent)).toMatchObject([{ path: 'no.zone', what: 'there is no such file', fix }]);
  expect(problemOf(import.meta.dirname)).toMatchObject([{ what: 'is a folder', fix }]);
  expect(problemOf('/dev/null')).toMatchObject([{ what: 'cannot be read: it is a device or a pipe', fix }]);
});

test('a file of over 512 KB is refused, not read for minutes', () => {
  const file = join(temporaryFolder({ 'large.zone': ';'.repeat(512 * 1024) }), 'large.zone');
  expect(readInternet(file)).toEqual([]);
  appendFileSync(file, ';');
  const [problem] = problemsOf(() => readInternet(file));
  expect(problem?.what).toContain('it has 513 KB, of 512 at most');
});

test('every problem at once, with its line', () => {
  const text = `a.example. 1 IN A 1
b.example. 1 IN CNAME c.example.
b.example. 1 IN TXT "beside"
c.example. 1 IN A 192.0.2.1
c.example. 9 IN A 192.0.2.1
b.example. 1 IN CNAME d.example.`;
  const fixes = problemsOf(() => loadInternet(text)).map(({ fix }) => fix);
  expect(fixes[1]).toBe('delete line 2, if line 3 replaces it, else line 3');
  expect(problems(text)).toEqual([
    'internet.zone:1 A: 1 is not an IPv4 address',
    'internet.zone:3 TXT at b.example. cannot stand beside the CNAME of line 2',
    'internet.zone:5 c.example. A 192.0.2.1 is on line 4 already, with the TTL 1',
    'internet.zone:6 CNAME at b.example. cannot stand beside the CNAME of line 2',
  ]);
});

test('ALIAS stands beside SOA, NS and CAA, and neither beside addresses nor twice', () => {
  const apex = `a.example. 1 IN SOA ns.a.example. h.a.example. 1 2 3 4 5
a.example. 1 IN NS ns.a.example.
a.example. 1 IN CAA 0 issue "amazon.com"
a.example. 1 IN ALIAS d1.cloudfront.localhost.`;
  expect(problems(apex)).toEqual([]);
  for (const beside of ['A 192.0.2.1', 'AAAA 2001:db8::1', 'ALIAS b.example.'])
    expect(problems(`${apex}\na.example. 1 IN ${beside}`)).toEqual([
      expect.stringContaining(
        `internet.zone:5 ${beside.split(' ')[0]} at a.example. cannot stand beside the ALIAS of line 4`,
      ),
    ]);
});

test('the same lines twice, as two runs of domains records add them, are no problem (RFC 2181 5)', () => {
  const lines = `_v.shop.example. 3600 IN CNAME _x.acm-validations.aws.
shop.example. 3600 IN CNAME d1.cloudfront.net.
shop.example. 3600 IN CNAME D1.cloudfront.net.
`;
  expect(problems(`${lines}${lines}`)).toEqual([]);
});

const FOO = '03666f6f076578616d706c6503636f6d00';

test.each([
  ['D.1', '0 foo.example.com.', `0000${FOO}`],
  ['protocols', '16 foo.example.com. alpn=h2,h3-19', `0010${FOO}000100090268320568332d3139`],
])('the wire format of RFC 9460, appendix D: %s', (_name, text, wire) => {
  const rdata = parseRdata('HTTPS', text);
  expect(typeof rdata === 'string' ? rdata : (rdata.data as Buffer).toString('hex')).toBe(wire);
});

test('a record survives the wire format unchanged', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const line = fc.tuple(fc.constantFrom(...RECORD_TYPES), fc.array(word, { maxLength: 4 }));
  fc.assert(
    fc.property(line, ([type, words]) => {
      const rdata = parseRdata(type, words.join(' '));
      if (typeof rdata === 'string') return;
      expect(parseRdata(type, rdata.value)).toEqual(rdata);
      expect(toAnswer({ name: 'a.example', type, ttl: 1, value: rdata.value })).toBeDefined();
    }),
  );
});
