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
  ['delegated-away', 'dig +trace NS shop.example.com'],
  ['lame-delegation', 'dig +trace NS shop.example.com'],
  ['no-such-zone', 'dig +trace NS shop.example.com'],
  ['nameservers-disagree', 'dig +trace NS shop.example.com'],
  ['dnssec-bogus', 'delv shop.example.com'],
  ['dns-unreadable', 'AGAIN'],
  ['target-unreadable', 'AGAIN'],
  ['caa-unreadable', 'dig CAA shop.example.com'],
  ['target-claimable', 'curl -sSi http://shop.example.com/'],
  ['target-missing', 'curl -sSi http://shop.example.com/'],
  ['wildcard-hidden', 'AGAIN'],
])('%s: %s', (code, command) => {
  const text = { found: '', why: '', fix: '', records: [] };
  expect(nextCommand({ code, severity: 'warning', host: 'shop.example.com', ...text }, 'AGAIN')).toBe(
    command,
  );
});

test.each<[Finding['code'], string, string, string]>([
  ['conflicting-record', 'A', 'shop.example.com', 'dig A shop.example.com'],
  ['record-missing', 'ALIAS', 'example.com', 'dig A example.com'],
  ['caa-blocks-authority', 'CAA', 'example.com', 'dig CAA example.com'],
  ['conflicting-record', 'TXT', '$(id).example.com', "dig TXT '$(id).example.com'"],
  ['dnssec-bogus', 'A', 'other.example.com', 'delv shop.example.com'],
])('%s with a record %s of %s: %s', (code, type, name, command) => {
  const records = [{ action: 'remove', name, type, value: 'x', ttl: 300 }] as const;
  const text = { found: '', why: '', fix: '', records };
  expect(nextCommand({ code, severity: 'blocked', host: 'shop.example.com', ...text }, 'AGAIN')).toBe(
    command,
  );
});
