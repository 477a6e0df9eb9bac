import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nextCommand } from '../../src/cli/next-command.ts';
import { shellWord } from '../../src/output/index.ts';
import type { Finding } from '../../src/preflight/finding.ts';

test.each(['a; touch x', "it's", '$(id)', '`id`', 'a\nb', '*', ''])(
  '%j reaches a command as one word',
  (word) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word);
  },
);

test.each<[Finding['code'], string]>([
  ['zone-not-delegated', 'dig +trace NS shop.example.com'],
  ['dnssec-bogus', 'delv shop.example.com'],
  ['dns-unreadable', 'AGAIN'],
  ['caa-unreadable', 'dig CAA shop.example.com'],
  ['target-claimable', 'curl -sSi http://shop.example.com/'],
  ['wildcard-hidden', 'AGAIN'],
])('%s: %s', (code, command) => {
  const text = { found: '', why: '', fix: '', records: [] };
  expect(nextCommand({ code, severity: 'warning', host: 'shop.example.com', ...text }, 'AGAIN')).toBe(
    command,
  );
});
