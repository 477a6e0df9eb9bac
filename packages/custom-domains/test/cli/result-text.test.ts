// Results as text, on a whole sample: hosts with findings of each kind.
import { describe, expect, test } from 'vitest';
import { type Row, resultMarkdown, resultText } from '../../src/cli/text.ts';
import { command } from '../../src/output/index.ts';
import type { Finding } from '../../src/preflight/finding.ts';

const finding = (severity: Finding['severity'], code: Finding['code']): Finding => ({
  ...{ host: 'a.example.com', code, severity },
  ...{ found: 'what was found', why: 'why it matters', fix: 'what to do' },
  records: [{ action: 'remove', name: 'a.example.com', type: 'CNAME', value: 'b.example.com', ttl: 300 }],
});
const row = (host: string, ...findings: Finding[]): Row => ({
  ...{ host, findings, summary: 'no conflicts', again: command`custom-domains check ${host}` },
});
const blocked = finding('blocked', 'conflicting-record');
const warning = finding('warning', 'wildcard-hidden');
const unread = finding('blocked', 'dns-unreadable');
const asItShouldBe: Finding = { ...finding('info', 'already-configured'), records: [] };
const RESULTS = { heading: 'HEADING', notes: [], again: command`again`, toJson: () => ({}) };
const text = (rows: readonly Row[], notes: readonly string[] = []) =>
  String(resultText({ ...RESULTS, rows, notes }, { color: false, width: 90 }));

const UNCERTAIN = '1 of 2 could not be read completely, so the result is not certain.';
const BLOCKED = '2 of 3 blocked. Details: --json';

describe('text', () => {
  test.each<[string, readonly Row[], string]>([
    ['one that nothing blocks', [row('a')], 'Nothing blocks it.'],
    ['two', [row('a'), row('b', warning)], 'Nothing blocks these 2.'],
    ['one is not known', [row('a'), row('b', unread)], UNCERTAIN],
    ['two are blocked, one is not known', [row('a', blocked), row('b', unread), row('c', blocked)], BLOCKED],
  ])('ends with the worst of it: %s', (_, rows, end) => {
    expect(text(rows).split('\n').at(-1)).toBe(end);
  });

  test('each host with what was found, and what to run once it is fixed', () => {
    const needs = { ...row('needs.example.com', asItShouldBe), needs: 'a record' };
    const rows = [needs, row('a.example.com', blocked, warning), row('c', unread)];
    const note = 'only the resolver was queried, and not the servers of the zones themselves, as it was told';
    expect(text(rows, [note])).toMatchInlineSnapshot(`
      "HEADING
      note: only the resolver was queried, and not the servers of the zones themselves, as it
      was told

        ✓ needs.example.com  no conflicts
            needs   a record
            already-configured        what was found
        ✗ a.example.com      blocked, 2 findings
            conflicting-record        what was found
                                      why it matters
                                      what to do
                                      remove  a.example.com.  300  IN  CNAME  b.example.com.
            wildcard-hidden           what was found
                                      why it matters
                                      what to do
                                      remove  a.example.com.  300  IN  CNAME  b.example.com.
            then    custom-domains check a.example.com
        ? c                  could not be read
            dns-unreadable            what was found
                                      why it matters
                                      what to do
                                      remove  a.example.com.  300  IN  CNAME  b.example.com.
            then    custom-domains check c

      1 of 3 blocked. Details: --json"
    `);
  });
});

test('in a column where most commands would not fit on a line, what was found stands below the code', () => {
  const lines = (width: number, color = false) =>
    String(resultText({ ...RESULTS, rows: [row('a', blocked)], notes: [] }, { color, width })).split('\n');
  expect(lines(87)[3]).toBe('      conflicting-record        what was found');
  expect(lines(86).slice(3, 5)).toEqual(['      conflicting-record', '        what was found']);
  expect(lines(86, true)[3]).toBe('      \u001b[31mconflicting-record\u001b[39m');
});

test('Markdown: a record that a host needs is code, and words are not', () => {
  const needing = (needs: string) =>
    String(resultMarkdown({ ...RESULTS, rows: [{ ...row('a.test', blocked), needs }] }));
  const record = 'a.test.  300  IN  CNAME  b.test.';
  expect(needing(record)).toContain(`It needs \`${record}\``);
  expect(needing('a CNAME to what Vercel shows')).toContain('It needs a CNAME to what Vercel shows');
});
