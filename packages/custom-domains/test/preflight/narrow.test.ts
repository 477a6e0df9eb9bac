// Findings in a narrow terminal: the text stands below the code, and no word is broken.
import { expect, test } from 'vitest';
import type { Finding } from '../../src/preflight/finding.ts';
import { formatFindings } from '../../src/preflight/reports/text.ts';

const finding: Finding = {
  code: 'conflicting-record',
  severity: 'blocked',
  host: 'shop.petstore.example',
  found: 'what was found at this name, with all of its names and values',
  why: 'the reason why it matters, which may take more than one line',
  fix: 'what to do about it',
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
  expect(lines(62)[0]).toBe('      conflicting-record        what was found at this name,');
});
