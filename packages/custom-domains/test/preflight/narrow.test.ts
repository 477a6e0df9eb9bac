// Findings in a narrow terminal: the text stands below the code, and no word is broken.
import { expect, test } from 'vitest';
import type { Finding } from '../../src/preflight/finding.ts';
import { formatFindings } from '../../src/preflight/reports/text.ts';

const finding: Finding = {
  code: 'conflicting-record',
  severity: 'blocked',
  host: 'shop.petstore.example',
  found: 'A 192.0.2.1 (TTL 300) at this name, on both of its name servers',
  why: 'a CNAME excludes every other record, and the DNS host refuses to create one',
  fix: 'remove it; the stack creates the new one',
  records: [],
};
const lines = (width: number) => String(formatFindings([finding], { indent: 6, width })).split('\n');

test.each([40, 50, 61])('%i columns', (width) => {
  expect(lines(width)[0]).toBe('      conflicting-record');
  for (const line of lines(width)) expect(line.length).toBeLessThanOrEqual(width);
  expect(lines(width).join(' ').replace(/ +/g, ' ').trim()).toBe(
    `${finding.code} ${finding.found} ${finding.why} ${finding.fix}`,
  );
});

test('from 62 columns on, beside it', () => {
  expect(lines(62)[0]).toBe('      conflicting-record        A 192.0.2.1 (TTL 300) at this');
});
