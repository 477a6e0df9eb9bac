// What `custom-domains` prints of names with findings of each kind, whole: text, JSON and the exit status.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/command.ts';
import { type Row, resultText } from '../../src/cli/text.ts';
import type { Finding } from '../../src/preflight/finding.ts';
import { startDns, type TestDns } from '../preflight/dns-server.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await startDns({
    'example.com': {
      on: ['127.0.0.11'],
      records: [
        'taken.example.com 600 A 192.0.2.1',
        'caa.example.com CAA 0 issue letsencrypt.org',
        'old.example.com CNAME old.eu-west-1.elasticbeanstalk.com',
        'two.example.com CNAME two.eu-west-1.elasticbeanstalk.com',
      ],
    },
    'elasticbeanstalk.com': { on: ['127.0.0.13'] },
  });
});
afterAll(() => dns.close());

async function transcript(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const status = await main([...args, '--resolver', dns.resolver, '--timeout', '0.5'], {
    print: (text) => void lines.push(`${text}`),
    error: (text) => void lines.push(`stderr: ${text}`),
    progress: (text) => void lines.push(`progress: ${text}`),
    lines: async function* () {},
    ...{ color: false, width: 110, signal: new AbortController().signal },
  });
  const text = [`$ custom-domains ${args.join(' ')}`, ...lines, `[${status}]`].join('\n');
  return text.replaceAll(dns.resolver, 'RESOLVER');
}

test('all of it', async () => {
  const check = ['check', 'new.example.com', 'taken.example.com', 'caa.example.com'];
  const amazon = [...check, '--target', 'cname:d1.cloudfront.net', '--live'];
  const texts = [
    await transcript(...amazon),
    await transcript(...amazon, '--json'),
    await transcript('check', 'new.example.com', 'one.example.com', '--authority', 'google'),
    await transcript('check', 'new.example.com', '--authority', 'google', '--json', '--resolver-only'),
    await transcript('dangling', 'old.example.com', 'two.example.com', 'new.example.com'),
    await transcript('dangling', 'old.example.com', 'new.example.com', '--json'),
  ];
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('__snapshots__/printed.txt');
});

test('the authorities and targets for machines', async () => {
  await expect(`${await transcript('profiles', '--json')}\n`).toMatchFileSnapshot(
    '__snapshots__/profiles-json.txt',
  );
});

test('--version is that of the package', async () => {
  expect(await transcript('--version')).toMatch(/^\$ custom-domains --version\n\d+\.\d+\.\d+\S*\n\[0\]$/);
});

describe('the result of some hosts', () => {
  const finding = (severity: Finding['severity'], code: Finding['code']): Finding => ({
    ...{ host: 'a.example.com', code, severity, records: [] },
    ...{ found: 'what was found', why: 'why it matters', fix: 'what to do' },
  });
  const row = (host: string, ...findings: Finding[]): Row => ({
    ...{ host, findings, summary: 'no conflicts', again: `custom-domains check ${host}` },
  });
  const blocked = finding('blocked', 'conflicting-record');
  const warning = finding('warning', 'wildcard-hidden');
  const unread = finding('blocked', 'dns-unreadable');
  const info = finding('info', 'adoptable');
  const text = (rows: readonly Row[], notes: readonly string[] = []) =>
    String(resultText('HEADING', rows, notes, { color: false, width: 60 }));

  test.each<[string, readonly Row[], string]>([
    ['one that nothing blocks', [row('a')], 'Nothing blocks it.'],
    ['two', [row('a'), row('b', warning)], 'Nothing blocks these 2.'],
    [
      'one is not known',
      [row('a'), row('b', unread)],
      '1 of 2 could not be read completely, so the result is not certain.',
    ],
    [
      'one is blocked, whatever is not known',
      [row('a', blocked), row('b', unread), row('c', blocked)],
      '2 of 3 blocked. Details: --json',
    ],
  ])('ends with the worst of it: %s', (_, rows, end) => {
    expect(text(rows).split('\n').at(-1)).toBe(end);
  });

  test('each host with what was found, and what to run once it is fixed', () => {
    const needed = { ...row('needs.example.com', info), needs: 'a record' };
    const rows = [row('a.example.com', blocked, warning), row('b', blocked), row('c', warning, info)];
    const note = 'only the resolver was queried, not the servers of the zones themselves';
    expect(text([needed, ...rows, row('d', unread), row('e')], [note])).toMatchInlineSnapshot(`
      "HEADING
      note: only the resolver was queried, not the servers of the
      zones themselves

        ✓ needs.example.com  no conflicts
            needs   a record
            adoptable
              what was found
              why it matters
              what to do
        ✗ a.example.com      blocked, 2 findings
            conflicting-record
              what was found
              why it matters
              what to do
            wildcard-hidden
              what was found
              why it matters
              what to do
            then    custom-domains check a.example.com
        ✗ b                  blocked, 1 finding
            conflicting-record
              what was found
              why it matters
              what to do
            then    custom-domains check b
        ! c                  1 warning
            wildcard-hidden
              what was found
              why it matters
              what to do
            adoptable
              what was found
              why it matters
              what to do
            then    custom-domains check c
        ? d                  could not be read
            dns-unreadable
              what was found
              why it matters
              what to do
            then    custom-domains check d
        ✓ e                  no conflicts

      2 of 6 blocked. Details: --json"
    `);
  });

  test('in colour, as the marks and the words of a finding have it', () => {
    const colored = resultText('HEADING', [row('a', blocked), row('b')], [], { color: true, width: 110 });
    expect(JSON.stringify(`${colored}`.split('\n'), null, 1)).toMatchInlineSnapshot(`
      "[
       "HEADING",
       "",
       "  \\u001b[31m✗\\u001b[39m a  blocked, 1 finding",
       "      \\u001b[31mconflicting-record        \\u001b[39mwhat was found",
       "                                why it matters",
       "                                \\u001b[1mwhat to do\\u001b[22m",
       "      then    custom-domains check a",
       "  \\u001b[32m✓\\u001b[39m b  no conflicts",
       "",
       "1 of 2 blocked. Details: --json"
      ]"
    `);
  });
});
